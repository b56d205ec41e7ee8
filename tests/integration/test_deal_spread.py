"""Searched hands that are spread over several attributes."""

import itertools
import json

import pytest

from deals import Deals


@pytest.fixture
def spread(tmp_path):
    """Hands of four out of 16 workers: over three zones and two versions."""
    fleet = Deals(tmp_path / "spread")
    del fleet.document["decks"][0], fleet.document["routes"][0]
    for i, worker in enumerate(fleet.document["workers"]):
        worker.update({"zone": "abc"[i % 3], "attributes": {"build": f"v{i % 2}"}})
    fleet.document["decks"][0]["spread"] = {"attributes": ["zone", "build"], "mode": "balanced"}
    fleet.write()
    fleet.assign()
    return fleet


def assert_spread(fleet, hands):
    zones = {worker["id"]: worker["zone"] for worker in fleet.document["workers"]}
    builds = {worker["id"]: worker["attributes"]["build"] for worker in fleet.document["workers"]}
    for hand in hands.values():
        for value_of in (zones, builds):
            counts = [sum(value_of[w] == value for w in hand) for value in set(value_of.values())]
            assert max(counts) - min(counts) <= 1, hand


def test_searched_hands_spread_over_all_attributes(spread):
    hands = spread.hands(spread.tenants, "search")
    assert_spread(spread, hands)
    for one, other in itertools.combinations(hands.values(), 2):
        assert len(set(one) & set(other)) <= 2
    spread.run("check", spread.path)
    spread.snapshot()


def test_a_worker_that_leaves_is_replaced_within_the_spread(spread):
    before = spread.hands(spread.tenants, "search")
    gone = before["t0"][0]
    spread.document["workers"] = [w for w in spread.document["workers"] if w["id"] != gone]
    spread.write()
    done = spread.done()["search"]
    assert done["replaced"] + done["redealt"] == sum(gone in hand for hand in before.values()) + sum(
        gone in json.loads(line)["hand"]
        for line in spread.file("search").read_text().splitlines()
        if '"guest"' in line
    )
    after = spread.hands(spread.tenants, "search")
    assert_spread(spread, after)
    assert all(after[t] == hand for t, hand in before.items() if gone not in hand)


def test_hands_that_are_spread_no_more_are_dealt_anew_and_told(spread):
    before = spread.hands(spread.tenants, "search")
    moved = before["t0"][0]
    for worker in spread.document["workers"]:
        if worker["id"] == moved:
            worker["zone"] = "b" if worker["zone"] == "a" else "a"
    spread.write()
    said = spread.run("check", spread.path, status=1)
    assert "is not spread as deck" in said.stdout + said.stderr
    assert spread.done()["search"]["redealt"] > 0
    after = spread.hands(spread.tenants, "search")
    assert_spread(spread, after)
    assert all(after[t] == hand for t, hand in before.items() if moved not in hand)


def test_an_import_that_is_not_spread_is_refused(spread):
    spread.file("search").unlink()
    path = spread.folder / "hands.jsonl"
    path.write_text('{"tenant": "t0", "hand": ["w0", "w3", "w6", "w1"]}')
    said = spread.assign("--import", path, status=1).stderr
    assert 'the hand of "t0": it has 3 workers whose "zone" is "a", and 0 whose "zone" is "c"' in said
