"""`croupier check` and `croupier explain` from outside: output, messages, exit statuses."""

import json
import pathlib
import re

import pytest
import yaml

from command_line import croupier, hands


# ---- check ----


def test_check_prints_the_risk_of_a_good_fleet(folder: pathlib.Path) -> None:
    result = croupier("check", "fleet.yaml", cwd=folder)
    assert result.returncode == 0
    text = result.stdout.decode()
    assert "deck api: policy rendezvous, 8 workers, 8 dealt, hand size 4, 5 listed" in text
    for fault in ("1 failed worker", "2 failed workers", "1 poison tenant"):
        assert fault in text


def test_check_as_json(folder: pathlib.Path) -> None:
    report = json.loads(croupier("check", "everything.yaml", "--json", cwd=folder).stdout)
    assert report["ok"] is True
    assert {problem["severity"] for problem in report["problems"]} == {"warning"}
    assert [deck["name"] for deck in report["decks"]] == ["api", "reports", "ssd", "python"]
    figures = report["decks"][0]["risk"]
    assert [(figure["fault"], figure["count"]) for figure in figures] == [
        ("workers_failed", 1),
        ("workers_failed", 2),
        ("poison_tenants", 1),
    ]
    for figure in figures:
        for measure in ("touched", "degraded", "down"):
            assert 0 <= figure[measure]["mean"] <= figure[measure]["worst"] <= 1


def change(folder: pathlib.Path, old: str, new: str) -> pathlib.Path:
    path = folder / "changed.yaml"
    text = (folder / "fleet.yaml").read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


def test_c25_hand_size_zero_is_refused_and_the_words_are_listed(folder: pathlib.Path) -> None:
    path = change(folder, "hand_size: 4", "hand_size: 0")
    result = croupier("check", path.name, cwd=folder)
    assert result.returncode == 1
    line = result.stdout.decode()
    assert line.startswith("changed.yaml:18:16: error: ")
    for word in ("inherit", "all", "dedicated", "at least 1"):
        assert word in line


def test_check_prints_all_problems(folder: pathlib.Path) -> None:
    path = change(folder, "hand_size: 4", "hand_size: 0\n    colour: red")
    path.write_text(path.read_text().replace("version: 7", "version: 0"))
    result = croupier("check", path.name, cwd=folder)
    assert result.returncode == 1
    assert result.stdout.count(b": error: ") == 3
    report = json.loads(croupier("check", path.name, "--json", cwd=folder).stdout)
    assert report["ok"] is False
    assert [problem["line"] for problem in report["problems"]] == [2, 18, 19]


def test_broken_risk_budget_is_a_problem_beside_the_figures(folder: pathlib.Path) -> None:
    rule = "risk_budget: [{when: {workers_failed: 1}, touched: 10%}]\nversion: 7"
    path = change(folder, "version: 7", rule)
    result = croupier("check", path.name, cwd=folder)
    assert result.returncode == 1
    assert b"changed.yaml:2:" in result.stdout
    assert b"risk budget" in result.stdout
    assert b"1 failed worker" in result.stdout


def test_warnings_alone_are_fine(folder: pathlib.Path) -> None:
    result = croupier("check", "minimal.yaml", cwd=folder)
    assert result.returncode == 0
    assert b": warning: " in result.stdout


def test_missing_fleet_is_2(folder: pathlib.Path) -> None:
    for command, *rest in (
        ["check"],
        ["explain", "--tenant", "a"],
        ["envoy-config"],
        ["snapshot", "-o", "s"],
    ):
        result = croupier(command, "nothing.yaml", *rest, cwd=folder)
        assert result.returncode == 2
        assert b"nothing.yaml" in result.stderr


def test_unreadable_fleet_is_2(folder: pathlib.Path) -> None:
    (folder / "loop.yaml").symlink_to("loop.yaml")  # not even root can follow it
    result = croupier("check", "loop.yaml", cwd=folder)
    assert result.returncode == 2
    assert b'cannot read "loop.yaml"' in result.stderr


def test_a_file_of_100_megabytes_is_refused_unread(folder: pathlib.Path) -> None:
    with (folder / "large.yaml").open("wb") as file:
        file.truncate(100_000_000)
    result = croupier("check", "large.yaml", cwd=folder)
    assert result.returncode == 1
    assert b"100000000 bytes, more than 16777216" in result.stderr


def test_check_warns_of_a_foreign_envoy(folder: pathlib.Path) -> None:
    config = json.loads(croupier("envoy-config", "fleet.yaml", cwd=folder).stdout)
    envoy = folder / "envoy.yaml"
    check = ["check", "fleet.yaml", "--envoy", "envoy.yaml"]

    envoy.write_text(yaml.safe_dump(config))
    clean = croupier(*check, cwd=folder)
    assert clean.returncode == 0
    assert b"envoy.yaml" not in clean.stdout

    config["static_resources"]["clusters"][0]["outlier_detection"] = {"max_ejection_percent": 20}
    envoy.write_text(yaml.safe_dump(config))
    warned = croupier(*check, cwd=folder)
    assert warned.returncode == 0
    assert b"a zone's loss cannot be ejected" in warned.stdout
    line = int(re.search(rb"envoy.yaml:(\d+):\d+: warning: .*a zone's loss", warned.stdout)[1])
    assert "max_ejection_percent" in envoy.read_text().splitlines()[line - 1]

    envoy.write_text("clusters: [")
    assert croupier(*check, cwd=folder).returncode == 1
    envoy.unlink()
    assert croupier(*check, cwd=folder).returncode == 2


# ---- explain ----


def explain(folder: pathlib.Path, *arguments: str) -> list[dict]:
    result = croupier("explain", *arguments, "--json", cwd=folder)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_c26_fields_are_inherited_one_by_one_and_explained(folder: pathlib.Path) -> None:
    [initech] = explain(folder, "fleet.yaml", "--tenant", "initech")
    values = initech["values"]
    assert values["hand_size"] == {
        "value": "2",
        "from": "tenant initech",
        "file": "fleet.yaml",
        "line": 25,
    }
    assert values["max_attempts"]["value"] == "3"
    assert values["max_attempts"]["from"] == "deck api"
    assert values["repeat"] == {"value": "idempotent", "from": "default"}
    text = croupier("explain", "fleet.yaml", "--tenant", "initech", cwd=folder).stdout.decode()
    assert re.search(r"repeat +idempotent +from default\n", text)


def test_explain_agrees_with_deal(folder: pathlib.Path) -> None:
    for tenant in ("acme", "hooli", "nobody"):
        [explained] = explain(folder, "fleet.yaml", "--tenant", tenant)
        [(_, dealt)] = hands(
            croupier("deal", "--fleet", "fleet.yaml", "--json", tenant, cwd=folder).stdout
        )
        assert [member["worker"] for member in explained["hand"]] == dealt
        shared = [len(neighbour["shared"]) for neighbour in explained["neighbours"]]
        assert shared == sorted(shared, reverse=True)
        for neighbour in explained["neighbours"]:
            assert set(neighbour["shared"]) <= set(dealt)


def test_explain_of_guests_groups_and_refused(folder: pathlib.Path) -> None:
    fleet = "everything.yaml"
    [guest] = explain(folder, fleet, "--tenant", "nobody", "--deck", "api")
    assert (guest["guest"], guest["dealt_as"]) == (True, "visitors")
    [member] = explain(folder, fleet, "--tenant", "sub-1", "--deck", "api")
    assert (member["listed"], member["dealt_as"]) == (True, "conglomerate")
    assert member["values"]["hand"]["from"] == "group conglomerate"
    assert member["values"]["all_down"]["from"] == "tenant sub-1"
    [refused] = explain(folder, fleet, "--tenant", "nobody", "--deck", "reports")
    assert refused["refused"] is True
    assert "hand" not in refused
    assert len(explain(folder, fleet, "--tenant", "acme")) == 4


def test_explain_of_an_invalid_id(folder: pathlib.Path) -> None:
    result = croupier("explain", "fleet.yaml", "--tenant", b"a\xff", cwd=folder)
    assert result.returncode == 1
    assert b"not valid UTF-8" in result.stderr
