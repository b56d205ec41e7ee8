"""Decks that copy what others deal, on a real Envoy: requests stay in the hands of `deal`."""

import json
import random

import pytest

from harness import stack

DECKS = {
    "flows": {"policy": "apf", "apf": {"flow_schema": "global-default"}, "hand_size": 3},
    "ingesters": {
        "policy": "mimir-ring",
        "mimir-ring": {"ring_file": "ring.json", "lookback": "12h"},
        "hand_size": 3,
    },
    "receivers": {"policy": "thanos", "thanos": {"replication_factor": 2}, "hand_size": 4},
}
TENANTS = [f"tenant-{number}" for number in range(12)]


def ring_page(workers):
    """The worker that stands first came within the look-back."""
    tokens = random.Random(5)
    shards = [
        {
            "id": worker["id"],
            "state": "ACTIVE",
            "address": worker["address"],
            "timestamp": "2026-11-30T14:57:26Z",
            "registered_timestamp": f"2026-11-{30 if i == 0 else 10}T14:00:00Z",
            "read_only": False,
            "read_only_updated_timestamp": "0001-01-01T00:00:00Z",
            "zone": worker["zone"],
            "tokens": [tokens.randrange(2**32) for _ in range(32)],
        }
        for i, worker in enumerate(workers)
    ]
    return {"shards": shards, "now": "2026-11-30T14:57:26.293733854Z"}


@pytest.fixture(scope="module")
def copies(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copies")

    def three_decks(document):
        del document["keys"]
        for i, worker in enumerate(document["workers"]):
            worker["zone"] = "abc"[i % 3]
        (folder / "ring.json").write_text(json.dumps(ring_page(document["workers"])))
        document["decks"] = [{"name": name, **deck} for name, deck in DECKS.items()]
        document["routes"] = [{"path": f"/{name}", "deck": name} for name in DECKS]

    with stack(folder, workers=9, document_change=three_decks) as running:
        yield running


@pytest.mark.parametrize("deck", DECKS)
def test_requests_reach_the_hand_that_deal_prints_and_nobody_else(copies, deck):
    hands = copies.fleet.hands(TENANTS, deck)
    assert len({tuple(sorted(hand)) for hand in hands.values()}) >= 4
    for tenant, hand in hands.items():
        assert copies.hand(tenant, deck) == hand
        answers = [copies.get(tenant, path=f"/{deck}") for _ in range(30)]
        assert {answer.status for answer in answers} == {200}
        assert {answer.worker for answer in answers} == set(hand)


def test_rings_deal_more_than_the_size_where_they_say_so(copies):
    assert {len(hand) for hand in copies.fleet.hands(TENANTS, "receivers").values()} == {6}
    sizes = {len(hand) for hand in copies.fleet.hands(TENANTS, "ingesters").values()}
    assert min(sizes) == 3 and max(sizes) > 3  # who came within the look-back brings another


@pytest.mark.parametrize("deck", DECKS)
def test_every_member_is_tried_before_a_request_fails(copies, deck):
    tenant, hand = max(copies.fleet.hands(TENANTS, deck).items(), key=lambda one: len(one[1]))
    members = [copies.worker(worker_id) for worker_id in hand]
    with copies.down(*members):
        answer = copies.get(tenant, path=f"/{deck}")
        assert answer.status == 503
        assert answer.reason == f"hand exhausted {len(members)} of {len(members)}"
