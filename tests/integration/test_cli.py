"""The program as a whole, its smaller commands, and the page about it."""

import json
import os
import pathlib
import re
import subprocess

import pytest

from command_line import BIN, BOUNDED, SEARCH, CROUPIER, HMAC, PUBLIC_KEY, ROOT, croupier

NINE_LINES = """\
workers=20, shardSize=4, tenants=100000
poisonedWorkers=[5, 9, 11, 15]
fixedUnavailable=20001
shuffleUnavailable=26
overlap=0 tenants=37331 percentage=37.3310%
overlap=1 tenants=46540 percentage=46.5400%
overlap=2 tenants=14730 percentage=14.7300%
overlap=3 tenants=1373 percentage=1.3730%
overlap=4 tenants=26 percentage=0.0260%
"""


# ---- the program ----


def test_help_and_version() -> None:
    result = croupier("--help")
    assert result.returncode == 0
    commands = (b"deal", b"check", b"explain", b"snapshot", b"envoy-config", b"audit", b"suspects",
                b"simulate")
    for command in commands:
        assert command in result.stdout
    assert re.fullmatch(rb"\d+\.\d+\.\d+\n", croupier("--version").stdout)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nonsense",),
        ("deal",),
        ("deal", "--policy", "hmac", "--hand", "3", "acme"),
        ("deal", "--policy", "hmac", "--workers", "64", "acme"),
        ("deal", "--policy", "md5", "--workers", "64", "--hand", "3", "acme"),
        (*HMAC, "--fleet", "fleet.yaml", "acme"),
        (*HMAC, "--deck", "api", "acme"),
        (*HMAC, "--seed", "1", "acme"),
        (*HMAC, "--key-text", "a", "--key-file", "b", "acme"),
        (*HMAC, "--no-such-option", "acme"),
        ("deal", "--policy", "hmac", "--workers", "18446744073709551616", "--hand", "3", "acme"),
        ("deal", "--policy", "hmac", "--workers", "-1", "--hand", "3", "acme"),
        ("deal", "--policy", "hmac", "--workers", "64", "--hand", "three", "acme"),
        (*HMAC, "--max-overlap", "2", "acme"),
        (*HMAC, "--stripes", "4", "acme"),
        (*BOUNDED, "--ordinals", "0"),
        (*BOUNDED, "--max-overlap", "2"),
        (*BOUNDED, "--max-overlap", "2", "--ordinals", "3-2"),
        (*BOUNDED, "--max-overlap", "2", "--ordinals", "x"),
        (*BOUNDED, "--max-overlap", "2", "--ordinals", "0", "acme"),
        (*BOUNDED, "--max-overlap", "2", "--ordinals", "0", "--seed", "1"),
        (*BOUNDED, "--max-overlap", "2", "--ordinals", "0", "--count", "1"),
        (*SEARCH, "--max-overlap", "2"),
        (*SEARCH, "--count", "2"),
        (*SEARCH, "--max-overlap", "2", "--count", "2", "--stripes", "4"),
        (*SEARCH, "--max-overlap", "2", "--count", "2", "acme"),
        ("deal", "--policy", "java-demo", "--workers", "9", "--hand", "3", "--key-text", "a", "b"),
        ("check",),
        ("explain", "fleet.yaml"),
        ("snapshot", "fleet.yaml"),
        ("snapshot", "fleet.yaml", "-o", ""),
        ("snapshot", "--inspect", ""),
        ("simulate",),
        ("simulate", "--preset", "nonsense"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_2(arguments: tuple[str, ...], folder: pathlib.Path) -> None:
    result = croupier(*arguments, cwd=folder)
    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr


# Each prints something; {folder} holds a snapshot.
PRINTING = [
    ("deal", "--policy", "java-demo", "--workers", "20", "--hand", "4", "acme"),
    ("deal", "--fleet", "fleet.yaml", "acme"),
    ("check", "fleet.yaml"),
    ("explain", "fleet.yaml", "--tenant", "acme"),
    ("snapshot", "fleet.yaml", "-o", "snapshot"),
    ("snapshot", "--inspect", "snapshot"),
    ("envoy-config", "fleet.yaml"),
    ("simulate", "--preset", "java-demo", "--tenants", "100"),
]


@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_output_that_cannot_be_written_is_2(arguments, folder: pathlib.Path) -> None:
    assert croupier("snapshot", "fleet.yaml", "-o", "snapshot", cwd=folder).returncode == 0
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [CROUPIER, *arguments], cwd=folder, stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert result.returncode == 2
    assert b"cannot write the output" in result.stderr


@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_a_reader_that_left_is_no_error(arguments, folder: pathlib.Path) -> None:
    assert croupier("snapshot", "fleet.yaml", "-o", "snapshot", cwd=folder).returncode == 0
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        [CROUPIER, *arguments], cwd=folder, stdout=writing, stderr=subprocess.PIPE, timeout=60
    )
    os.close(writing)
    assert (result.returncode, result.stderr) == (0, b"")


# ---- snapshot, envoy-config, simulate ----


def test_snapshot_is_written_and_inspected(folder: pathlib.Path) -> None:
    assert croupier("snapshot", "fleet.yaml", "-o", "snapshot", cwd=folder).returncode == 0
    seen = json.loads(croupier("snapshot", "--inspect", "snapshot", cwd=folder).stdout)
    assert (seen["version"], seen["stored_tenants"], seen["workers"]) == (7, 5, 8)
    assert croupier("snapshot", "--inspect", "nothing", cwd=folder).returncode != 0


def test_a_snapshot_over_the_risk_budget_is_refused(folder: pathlib.Path) -> None:
    fleet = (folder / "minimal.yaml").read_text()
    budget = "\ntenants: [{id: acme}]\nrisk_budget: [{when: {workers_failed: 1}, touched: 0%}]\n"
    (folder / "broken.yaml").write_text(fleet + budget)
    refused = croupier("snapshot", "broken.yaml", "-o", "snapshot", cwd=folder)
    assert refused.returncode == 1, refused.stderr
    assert b"risk budget" in refused.stderr and b"--over-budget" in refused.stderr
    assert not (folder / "snapshot").exists()
    written = croupier("snapshot", "broken.yaml", "-o", "snapshot", "--over-budget", cwd=folder)
    assert written.returncode == 0
    assert b"risk budget" in written.stderr


def test_a_snapshot_with_another_key_is_warned_of(folder: pathlib.Path) -> None:
    assert croupier("snapshot", "fleet.yaml", "-o", "snapshot", cwd=folder).stderr == b""
    (folder / "fleet.key").write_bytes(b"another key")
    fleet = (folder / "fleet.yaml").read_text().replace("version: 7", "version: 8")
    (folder / "fleet.yaml").write_text(fleet)
    changed = croupier("snapshot", "fleet.yaml", "-o", "snapshot", cwd=folder)
    assert changed.returncode == 0
    assert b'warning: key "main" is not the key of version 7' in changed.stderr


def test_envoy_config_is_json(folder: pathlib.Path) -> None:
    config = json.loads(croupier("envoy-config", "fleet.yaml", cwd=folder).stdout)
    assert config["static_resources"]["clusters"][0]["name"] == "croupier_api"
    parts = json.loads(croupier("envoy-config", "fleet.yaml", "--fragments", cwd=folder).stdout)
    assert "bootstrap_extension" in parts


def test_simulate_prints_the_published_lines() -> None:
    result = croupier("simulate", "--preset", "java-demo")
    assert result.returncode == 0
    assert result.stdout.decode() == NINE_LINES


def test_simulate_prints_the_innocents_after_them() -> None:
    text = croupier("simulate", "--preset", "java-demo", "--innocents").stdout.decode()
    assert text.startswith(NINE_LINES)
    rest = text.removeprefix(NINE_LINES).splitlines()
    assert rest[:3] == ["innocents=99999", "fixedUnavailable=20000", "shuffleUnavailable=25"]


def test_simulate_options_change_the_experiment() -> None:
    options = ["--workers", "10", "--hand", "2", "--tenants", "500", "--seed", "7"]
    text = croupier("simulate", "--preset", "java-demo", *options, "--attacker", "x").stdout
    lines = text.decode().splitlines()
    assert lines[0] == "workers=10, shardSize=2, tenants=500"
    assert len(lines) == 7
    too_large = croupier("simulate", "--preset", "java-demo", "--hand", "21")
    assert too_large.returncode == 1
    assert b"hand 21 is not between 1 and 20" in too_large.stderr


# ---- the page about the command line ----


def examples() -> list[tuple[str, str]]:
    """Command and expected output of every example of docs/cli.md, in order."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", (ROOT / "docs/cli.md").read_text(), re.S):
        for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = example.partition("\n")
            found.append((command, output))
    return found


def test_every_example_of_the_page_is_true(folder: pathlib.Path) -> None:
    environment = os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}"}
    assert len(examples()) >= 10
    for command, expected in examples():
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert result.stderr == "", command
        pattern = re.escape(expected).replace(re.escape("..."), ".*")
        assert re.fullmatch(pattern, result.stdout, re.S), f"{command}\n{result.stdout}"
