"""Runs the command line from outside. CROUPIER_BIN_DIR names the folder with the built programs."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ["CROUPIER_BIN_DIR"])
CROUPIER = BIN / "croupier"
FLEETS = ROOT / "tests" / "fleets" / "good"
HMAC = ["deal", "--policy", "hmac", "--workers", "64", "--hand", "3"]
BOUNDED = ["deal", "--policy", "bounded", "--workers", "20", "--hand", "4"]
SEARCH = ["deal", "--policy", "search", "--workers", "20", "--hand", "4"]
PUBLIC_KEY = ["--key-text", "shuffle-shard-v1"]


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    """The good fleets and their key; fleet.yaml is small.yaml."""
    for path in FLEETS.iterdir():
        shutil.copy(path, tmp_path)
    shutil.copy(FLEETS / "small.yaml", tmp_path / "fleet.yaml")
    (tmp_path / "fleet.key").write_bytes(b"a key for tests")
    (tmp_path / "fleet.key").chmod(0o600)
    return tmp_path


def croupier(
    *arguments: str | bytes | pathlib.Path, stdin: bytes = b"", cwd: pathlib.Path | None = None
) -> subprocess.CompletedProcess:
    return subprocess.run(
        [CROUPIER, *arguments], input=stdin, capture_output=True, timeout=60, cwd=cwd
    )


def hands(output: bytes) -> list[tuple[str, list]]:
    rows = [json.loads(line) for line in output.decode().splitlines()]
    return [(row["tenant"], row["hand"]) for row in rows]
