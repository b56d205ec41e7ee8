"""Routing inside the hand, on a real Envoy with real workers."""

import pytest

from harness import request, stack


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """Six workers, hands of four, no health checks: fail-over alone keeps requests alive."""
    with stack(tmp_path_factory.mktemp("plain"), workers=6, hand_size=4) as running:
        yield running


def test_requests_stay_inside_the_hand(plain):
    for tenant in ("acme", "globex", "initech"):
        hand = set(plain.hand(tenant))
        assert len(hand) == 4
        seen = {plain.get(tenant).worker for _ in range(40)}
        assert seen == hand


def test_the_admin_page_and_the_command_line_deal_the_same_hand(plain):
    for tenant in ("acme", "t-1", "\u79df\u6237-42"):
        quoted = "".join(f"%{b:02X}" for b in tenant.encode())
        assert plain.hand(quoted) == plain.fleet.hand(tenant)


def test_c11_every_request_survives_one_dead_member(plain):
    hand = plain.hand("acme")
    dead = plain.worker(hand[0])
    dead.stop()
    try:
        answers = [plain.get("acme") for _ in range(200)]
        assert {a.status for a in answers} == {200}
        assert {a.worker for a in answers} == set(hand[1:])
    finally:
        dead.start()


def test_an_exhausted_hand_says_so(plain):
    hand = plain.hand("acme")
    members = [plain.worker(w) for w in hand]
    for member in members:
        member.stop()
    try:
        before = plain.envoy.metric("attempts")
        answer = plain.get("acme")
        assert answer.status == 503
        assert answer.reason == "hand exhausted 4 of 4"
        assert answer.text.strip() == "hand exhausted 4 of 4"
        assert plain.envoy.metric("attempts") - before == 4
        head = plain.get("acme", method="HEAD")
        assert (head.status, head.reason, head.body) == (503, "hand exhausted 4 of 4", b"")
    finally:
        for member in members:
            member.start()


def test_a_request_without_identity_is_refused(plain):
    answer = request(plain.port)
    assert (answer.status, answer.reason) == (401, "no tenant identity")
