#!/usr/bin/env python3
"""Fails when a relative link of a Markdown file leads nowhere, or a heading it names is not there."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def tracked(pattern):
    out = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", pattern],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )
    return [ROOT / line for line in out.stdout.splitlines() if (ROOT / line).exists()]


def anchors(path):
    found = set()
    for line in path.read_text().splitlines():
        if re.match(r"#+ ", line):
            heading = re.sub(r"[`*]", "", line.lstrip("#").strip()).lower()
            found.add(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-"))
    return found


def problems_of(path):
    text = re.sub(r"```.*?```", "", path.read_text(), flags=re.S)
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        other = (path.parent / file).resolve() if file else path
        if not other.exists():
            yield f"{path.relative_to(ROOT)}: {target} leads nowhere"
        elif anchor and other.suffix == ".md" and anchor not in anchors(other):
            yield f"{path.relative_to(ROOT)}: no heading #{anchor} in {other.relative_to(ROOT)}"


def main():
    files = tracked("*.md")
    problems = [problem for path in files for problem in problems_of(path)]
    for problem in problems:
        print(problem)
    print(f"{len(files)} pages, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
