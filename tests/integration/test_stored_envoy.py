"""Decks whose hands come from records, on a real Envoy: requests stay in them, and the bound holds."""

import itertools

import pytest

from harness import stack

TENANTS = [f"tenant-{number}" for number in range(20)]
GROUP = ["anvil", "bellows"]
ZONES = "abcd"


def deal_decks(document):
    """Two decks of four of sixteen, at most two shared; one spans the zones."""
    for i, worker in enumerate(document["workers"]):
        worker["zone"] = ZONES[i % 4]
    rules = {"max_overlap": 2, "pins": "suspend"}
    document["decks"] = [
        {
            "name": policy,
            "policy": policy,
            "key": "k1",
            "hand_size": 4,
            "unknown": "guest",
            policy: {**rules, "deal_file": f"{policy}.jsonl"},
        }
        for policy in ("bounded", "search")
    ]
    document["decks"][0]["bounded"]["attribute"] = "zone"
    document["routes"] = [{"path": f"/{name}", "deck": name} for name in ("bounded", "search")]
    document["groups"] = [{"id": "smiths"}]
    document["tenants"] = [
        *TENANTS,
        *({"id": tenant, "group": "smiths"} for tenant in GROUP),
        {"id": "pinned", "decks": {"search": {"hand": ["w0", "w5", "w10"]}}},
    ]


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stored")
    with stack(folder, workers=16, document_change=deal_decks) as running:
        yield running


def serving(running, tenant, deck):
    answers = [running.get(tenant, path=f"/{deck}") for _ in range(30)]
    assert {answer.status for answer in answers} == {200}
    return {answer.worker for answer in answers}


@pytest.mark.parametrize("deck", ["bounded", "search"])
def test_requests_reach_the_recorded_hand_and_nobody_else(stored, deck):
    hands = stored.fleet.hands(TENANTS, deck)
    for one, other in itertools.combinations(hands.values(), 2):
        assert len(set(one) & set(other)) <= 2
    for tenant, hand in hands.items():
        assert stored.hand(tenant, deck) == hand
        assert serving(stored, tenant, deck) == set(hand)


def test_hands_of_a_deck_tied_to_zones_span_them(stored):
    zones = {worker["id"]: worker["zone"] for worker in stored.fleet.document["workers"]}
    for hand in stored.fleet.hands(TENANTS, "bounded").values():
        assert sorted(zones[worker] for worker in hand) == list(ZONES)


@pytest.mark.parametrize("deck", ["bounded", "search"])
def test_members_of_a_group_share_its_record(stored, deck):
    one, other = stored.fleet.hands(GROUP, deck).values()
    assert one == other
    assert serving(stored, GROUP[0], deck) == serving(stored, GROUP[1], deck) == set(one)


@pytest.mark.parametrize("deck", ["bounded", "search"])
def test_who_is_not_listed_shares_the_record_of_the_guest(stored, deck):
    guest = set(stored.fleet.hand("nobody-knows-me", deck))
    assert serving(stored, "nobody-knows-me", deck) == serving(stored, "nor-me", deck) == guest


def test_a_pinned_hand_is_no_record(stored):
    assert serving(stored, "pinned", "search") == {"w0", "w5", "w10"}


def test_a_new_tenant_leaves_every_hand_where_it_was(stored):
    before = {deck: stored.fleet.hands(TENANTS, deck) for deck in ("bounded", "search")}
    stored.fleet.document["tenants"] += ["newcomer-1", "newcomer-2"]
    stored.envoy.wait_version(stored.fleet.snapshot())
    for deck, hands in before.items():
        assert stored.fleet.hands(TENANTS, deck) == hands
        for tenant in ("newcomer-1", "newcomer-2"):
            hand = stored.fleet.hand(tenant, deck)
            assert all(len(set(hand) & set(other)) <= 2 for other in hands.values())
            assert serving(stored, tenant, deck) == set(hand)


@pytest.mark.parametrize("deck", ["bounded", "search"])
def test_every_member_is_tried_before_a_request_fails_and_others_live_on(stored, deck):
    hands = stored.fleet.hands(TENANTS, deck)
    with stored.down(*(stored.worker(worker) for worker in hands[TENANTS[0]])):
        answer = stored.get(TENANTS[0], path=f"/{deck}")
        assert (answer.status, answer.reason) == (503, "hand exhausted 4 of 4")
        for tenant in TENANTS[1:]:  # two members are left to each
            assert stored.get(tenant, path=f"/{deck}").status == 200
