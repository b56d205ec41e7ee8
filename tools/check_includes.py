#!/usr/bin/env python3
"""Fails when a room includes what its arrows do not allow, or a file breaks a rule of size.

The arrows of docs/architecture.md, "Rooms": each room may include the rooms named here and itself.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]

MAY_USE = {
    "core": set(),
    "files": {"core"},
    "testing": set(),
    "fleet": {"core", "files"},
    "snapshot": {"core", "files"},
    "publish": {"core", "files", "fleet", "snapshot"},
    "audit": {"core", "files"},
    "sim": {"core"},
    "http": {"core"},
    "demo": {"core", "files", "http"},
    "envoy": {"core", "files", "snapshot"},
    "cli": {"core", "files", "fleet", "snapshot", "publish", "audit", "sim", "http"},
    "bench": {"core", "fleet", "snapshot", "publish", "audit", "envoy", "demo"},
    "fuzz": {"core", "files", "fleet", "snapshot", "envoy"},
    "tools": {"core"},
}

# Third-party headers that only some places may include.
RESTRICTED = {
    "boost/": ["http/server.cc"],
    "yaml-cpp/": ["fleet/", "publish/"],
    "sodium.h": ["core/"],
    "nlohmann/": ["files/", "fleet/", "snapshot/", "publish/", "cli/", "demo/", "envoy/", "bench/", "tools/"],
    "fmt/": ["fleet/", "publish/", "cli/", "demo/", "http/"],
    "spdlog/": ["cli/", "demo/"],
    "curl/": ["http/"],
    "CLI/": ["cli/", "demo/", "tools/"],
}

MAX_LINES = 500


def tracked(*patterns):
    out = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in out.stdout.splitlines() if (ROOT / line).exists()]


def room_of(include):
    first = include.split("/", 1)[0]
    return "core" if first == "croupier" else first


def problems_of(name):
    room = name.split("/", 1)[0]
    text = (ROOT / name).read_text()
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        yield f"{name}: {len(lines)} lines; split files past {MAX_LINES}"
    if name.endswith(".h") and "#pragma once" not in text:
        yield f"{name}: no #pragma once"
    for number, line in enumerate(lines, 1):
        match = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
        if not match:
            continue
        kind, include = match.groups()
        if kind == '"':
            other = room_of(include)
            helps_test = other == "testing" and name.endswith("_test.cc")
            if other != room and not helps_test and other not in MAY_USE.get(room, set()):
                yield f"{name}:{number}: {room} may not include {include}"
        for prefix, places in RESTRICTED.items():
            if include.startswith(prefix) and not any(name.startswith(p) for p in places):
                yield f"{name}:{number}: {include} belongs to {', '.join(places)} only"


def main():
    names = tracked("*.h", "*.cc")
    problems = [problem for name in names for problem in problems_of(name)]
    for problem in problems:
        print(problem)
    print(f"{len(names)} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
