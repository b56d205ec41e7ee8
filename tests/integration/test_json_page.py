"""docs/formats/json.md names every key that the programs print, and no other."""

import json

import pytest
import yaml

from command_line import ROOT, croupier
from harness import stack
from json_page import check


def lines(*arguments, cwd):
    return [json.loads(line) for line in croupier(*arguments, cwd=cwd).stdout.splitlines()]


def deals(folder):
    """A folder with a fleet of stored policies and its deal files."""
    copy = folder / "deals"
    copy.mkdir()
    for path in (ROOT / "tests/fleets/good").glob("deals.*"):
        (copy / path.name).write_bytes(path.read_bytes())
    key = copy / "fleet.key"
    key.write_bytes(b"a key for tests")
    key.chmod(0o600)
    return copy


def test_deal(folder):
    of_fleet = lines("deal", "--fleet", "everything.yaml", "--json", "acme", cwd=folder)
    deck = ("--workers", "20", "--hand", "4", "--max-overlap", "2")
    of_ordinals = lines(
        "deal", "--policy", "bounded", *deck, "--ordinals", "0", "--json", cwd=folder
    )
    check("croupier deal", *of_fleet, *of_ordinals)


def test_deal_assign(folder):
    assign = ("deal", "--fleet", "deals.yaml", "--assign", "--json")
    check("croupier deal --assign", *lines(*assign, cwd=deals(folder)))


def test_check(folder):
    fleet = yaml.safe_load((folder / "small.yaml").read_text())
    fleet["risk_budget"] = [{"when": {"workers_failed": 1}, "touched": "0%"}]
    (folder / "broken.yaml").write_text(yaml.safe_dump(fleet))
    broken = json.loads(croupier("check", "broken.yaml", "--json", cwd=folder).stdout)
    assert broken["problems"] and not broken["ok"]
    dealt = json.loads(croupier("check", "deals.yaml", "--json", cwd=deals(folder)).stdout)
    check("croupier check", broken, {"decks": dealt["decks"]})


def test_explain(folder):
    fleet = yaml.safe_load((folder / "small.yaml").read_text())
    fleet["routes"] = [{"deck": "api", "path": "/safe", "repeat": "always"}, {"deck": "api"}]
    (folder / "fleet.yaml").write_text(yaml.safe_dump(fleet))
    explained = lines("explain", "fleet.yaml", "--tenant", "acme", "--json", cwd=folder)
    check("croupier explain", *explained)


def test_inspect(folder):
    croupier("snapshot", "small.yaml", "-o", "snapshot", cwd=folder)
    inspected = croupier("snapshot", "--inspect", "snapshot", cwd=folder).stdout
    croupier("snapshot", "deals.yaml", "-o", "snapshot", cwd=deals(folder))
    dealt = croupier("snapshot", "--inspect", "snapshot", cwd=folder / "deals").stdout
    check("croupier snapshot --inspect", json.loads(inspected), json.loads(dealt))


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    def change(document):
        document["show_hands"] = True

    with stack(tmp_path_factory.mktemp("shown"), document_change=change) as running:
        yield running


def test_status(shown):
    check("/croupier/status", shown.envoy.status())


def test_hand(shown):
    page = shown.envoy.admin("/croupier/hand?deck=api&tenant=acme")
    assert page.status == 200
    check("/croupier/hand", page.json())
