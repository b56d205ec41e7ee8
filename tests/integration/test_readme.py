"""Every command of README.md runs and prints what README.md shows."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from harness import BIN, LIB, ROOT

MARK = "@@ command"


def commands():
    """(command, expected output lines) in the order of the page, over all console blocks."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(), re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def own_address():
    """A loopback address that no other process here uses, in place of 127.0.0.1."""
    pid = os.getpid()
    return f"127.{100 + pid % 100}.{pid // 100 % 250}.{1 + pid % 250}"


@pytest.fixture
def clone(tmp_path):
    """What a clone looks like after `make up`, without building it again."""
    (tmp_path / "build/release").mkdir(parents=True)
    (tmp_path / "build/release/bin").symlink_to(BIN)
    (tmp_path / "build/release/lib").symlink_to(LIB)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "examples/fleet.key").unlink(missing_ok=True)
    fleet = tmp_path / "examples/fleet.yaml"
    fleet.write_text(fleet.read_text().replace("127.0.0.1:", own_address() + ":"))
    return tmp_path


def test_the_make_targets_are_there():
    """`make up` and `make test` themselves are what continuous integration and test_demo.py run."""
    targets = [command for command, _ in commands() if command.startswith("make ")]
    assert targets == ["make up", "make test"]
    for target in targets:
        subprocess.run([*target.split(), "--dry-run"], cwd=ROOT, check=True, capture_output=True)


def test_every_command_runs(clone):
    lines = ["set -euo pipefail", "trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT"]
    shown = [one for one in commands() if not one[0].startswith("make ")]
    assert len(shown) >= 10
    for command, _ in shown:
        lines += [f"echo; echo '{MARK}'", command.replace("127.0.0.1:", own_address() + ":")]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CROUPIER_")}
    log = clone / "stderr"
    with open(log, "w") as stderr:
        done = subprocess.run(
            ["bash", "-c", "\n".join(lines)],
            cwd=clone, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True, timeout=120,
        )
    assert done.returncode == 0, done.stdout[-2000:] + pathlib.Path(log).read_text()[-3000:]
    outputs = done.stdout.split(MARK)[1:]
    for (command, expected), output in zip(shown, outputs, strict=True):
        for line in expected:
            assert line in output, f"{command}: {line!r} is not in its output"
    assert re.search(r"^w\d$", outputs[-2], re.M), outputs[-2]
    assert '"in_service": true' in outputs[-1]
