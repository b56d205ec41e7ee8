"""Attempts on a real Envoy: how many, at whom, for which methods, and what is said at the end."""

import http.client
import threading
import time

import pytest

from harness import eventually, stack
from peers import RESET, ScriptedWorker, answer

EXHAUSTED = "hand exhausted 4 of 4"

# ---- which requests are repeated ----


class Crew:
    """Four workers that all do as the latest script says; `asked` lists which were, in order."""

    def __init__(self):
        self.asked, self.first, self.let_go = [], None, threading.Event()
        self.workers = [ScriptedWorker(f"s{i}", self._script_of(f"s{i}")) for i in range(4)]

    def _script_of(self, worker_id):
        def script(method, path, body):
            self.asked.append(worker_id)
            deed, self.first = self.first, None
            if deed == "reset":
                return RESET
            if deed == "break off":
                return answer(200, b"half", [f"x-worker: {worker_id}"]).replace(b": 4", b": 8")
            if deed == "sleep":
                self.let_go.wait(20)
            return answer(200, body, [f"x-worker: {worker_id}"])

        return script

    def plan(self, first):
        """Whoever is asked first does this; all others answer."""
        self.asked.clear()
        self.let_go.clear()
        self.first = first

    def stop(self):
        for worker in self.workers:
            worker.stop()


@pytest.fixture(scope="module")
def crew():
    made = Crew()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def scripted(tmp_path_factory, crew):
    def change(document):
        document["routes"] = [
            {"host": "always.example", "deck": "api", "repeat": "always"},
            {"host": "never.example", "deck": "api", "repeat": "never-sent"},
            {"deck": "api"},
        ]
        document["tenants"] = [{"id": "hasty", "attempts": {"try_timeout": "250ms"}}]

    folder = tmp_path_factory.mktemp("scripted")
    with stack(folder, workers=0, others=crew.workers, document_change=change) as running:
        yield running


@pytest.mark.parametrize("method", ["POST", "PATCH"])
def test_c13_a_post_whose_worker_resets_after_reading_it_is_not_repeated(scripted, crew, method):
    crew.plan("reset")
    with scripted.counted("attempts") as attempts:
        got = scripted.get("acme", method=method, body=b"x" * 5000)
        assert got.status == 503
        assert got.reason == f"{method} is not repeated once it was sent, attempt 1 of 4"
        assert got.text.strip() == got.reason
        assert attempts() == 1
    assert len(crew.asked) == 1


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"])
def test_c13_an_idempotent_request_goes_on_to_the_second_worker(scripted, crew, method):
    crew.plan("reset")
    body = b"x" * 5000 if method == "PUT" else None
    got = scripted.get("acme", method=method, body=body)
    assert got.status == 200
    assert len(crew.asked) == 2
    assert crew.asked[0] != crew.asked[1] == got.worker
    if body:
        assert got.body == body


def test_a_route_may_have_every_method_repeated(scripted, crew):
    crew.plan("reset")
    got = scripted.get("acme", method="POST", body=b"x", headers={"host": "always.example"})
    assert (got.status, len(crew.asked)) == (200, 2)


def test_a_route_may_have_nothing_repeated_that_was_sent(scripted, crew):
    crew.plan("reset")
    got = scripted.get("acme", headers={"host": "never.example"})
    assert got.status == 503
    assert got.reason == "GET is not repeated once it was sent, attempt 1 of 4"
    assert len(crew.asked) == 1


def test_a_member_slower_than_the_try_timeout_is_left_for_the_next(scripted, crew):
    crew.plan("sleep")
    try:
        got = scripted.get("hasty")
        assert got.status == 200
        assert len(crew.asked) == 2
        assert crew.asked[0] != crew.asked[1] == got.worker
    finally:
        crew.let_go.set()


def test_a_post_that_took_too_long_is_not_repeated(scripted, crew):
    crew.plan("sleep")
    try:
        got = scripted.get("hasty", method="POST", body=b"x")
        assert (got.status, len(crew.asked)) == (504, 1)
        assert got.reason == "POST is not repeated once it was sent, attempt 1 of 4"
    finally:
        crew.let_go.set()


def test_a_large_upload_is_repeated_as_well(scripted, crew):
    crew.plan("reset")
    body = b"x" * 900_000
    got = scripted.get("acme", method="PUT", body=body)
    assert (got.status, len(crew.asked)) == (200, 2)
    assert got.body == body


def test_an_upload_larger_than_envoy_keeps_is_not_repeated(scripted, crew):
    """Envoy keeps 1 MiB of a request to send it again; what is longer has one attempt."""
    crew.plan("reset")
    got = scripted.get("acme", method="PUT", body=b"x" * 4_000_000)
    assert (got.status, got.reason) == (503, "attempt 1 of 4 failed")
    assert len(crew.asked) == 1


def test_an_answer_that_breaks_off_is_not_replaced_by_another(scripted, crew):
    crew.plan("break off")
    with pytest.raises(http.client.IncompleteRead) as broken:
        scripted.get("acme")
    assert broken.value.partial == b"half"
    assert len(crew.asked) == 1


# ---- how many, at whom ----


def bare_fleet(document):
    """Decks with a hole and with a spill pool; tenants with hands and attempts of their own."""
    api = document["decks"][0]
    document["workers"] += [{"id": "gone"}, {"id": "lost"}]
    names = [worker["id"] for worker in document["workers"]]
    api["workers"] = names[:8]
    document["decks"] += [
        {**api, "name": "holes", "hand_size": 2, "workers": ["w0", "w1", "gone", "lost"]},
        {**api, "name": "spilling", "hand_size": 2, "spill": ["w6", "w7"]},
    ]
    document["routes"] = [
        {"host": "holes.example", "deck": "holes"},
        {"host": "spilling.example", "deck": "spilling"},
        {"deck": "api"},
    ]
    document["tenants"] = [
        {"id": "one", "decks": {"api": {"hand_size": 1}}},
        {"id": "two", "decks": {"api": {"hand_size": 2}}},
        {"id": "capped", "decks": {"api": {"attempts": {"max": 2}}}},
        {"id": "greedy", "decks": {"api": {"hand_size": 3, "attempts": {"max": 3}}}},
        {"id": "partly", "decks": {"holes": {"hand": ["gone", "w0"]}}},
        {"id": "nowhere", "decks": {"holes": {"hand": ["gone", "lost"]}}},
    ]


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """Eight workers without health checks: fail-over alone keeps requests alive."""
    folder = tmp_path_factory.mktemp("bare")
    with stack(folder, workers=8, document_change=bare_fleet) as running:
        yield running


def test_c13_a_post_refused_at_connect_goes_to_the_second_worker(bare):
    hand = bare.members("two")
    with bare.down(hand[0]), bare.counted("failovers") as failovers:
        answers = [bare.get("two", method="POST", body=b"x") for _ in range(6)]
        assert {(a.status, a.worker) for a in answers} == {(200, hand[1].id)}
        assert failovers() >= 1


def test_c11_k_2_one_member_refuses_and_all_of_1000_requests_succeed(bare):
    hand = bare.members("two")
    connection = http.client.HTTPConnection("127.0.0.1", bare.port, timeout=10)
    with bare.down(hand[0]), bare.counted("attempts") as attempts:
        answers = [bare.get("two", connection=connection) for _ in range(1000)]
        assert {(a.status, a.worker) for a in answers} == {(200, hand[1].id)}
        assert 1000 <= attempts() <= 2000
    connection.close()


def test_c11_k_1_makes_one_attempt_and_says_so(bare):
    (member,) = bare.members("one")
    with bare.down(member), bare.counted("attempts") as attempts:
        got = bare.get("one")
        assert (got.status, got.reason) == (503, "hand exhausted 1 of 1")
        assert attempts() == 1


def test_attempts_end_at_the_declared_maximum(bare):
    with bare.down(*bare.members("capped")), bare.counted("attempts") as attempts:
        got = bare.get("capped")
        assert (got.status, got.reason) == (503, "attempts exhausted 2 of 2")
        assert attempts() == 2


def test_never_more_attempts_than_members(bare):
    for tenant, size in (("two", 2), ("greedy", 3), ("acme", 4)):
        with bare.down(*bare.members(tenant)), bare.counted("attempts") as attempts:
            got = bare.get(tenant)
            assert (got.status, got.reason) == (503, f"hand exhausted {size} of {size}")
            assert attempts() == size


@pytest.mark.parametrize("status", [500, 502, 503, 504, 429, 409])
def test_an_applications_own_answer_is_delivered_as_it_is(bare, status):
    with bare.counted("attempts") as attempts:
        got = bare.get("acme", f"/status/{status}")
        assert (got.status, got.reason) == (status, None)
        assert got.text.strip() == got.worker
        assert got.worker in bare.hand("acme")
        assert attempts() == 1


def test_a_worker_killed_while_it_serves_a_get_is_followed_by_the_next(bare):
    hand = bare.members("two")
    before = {member: member.count() for member in hand}
    got = []
    client = threading.Thread(target=lambda: got.append(bare.get("two", "/slow?ms=1500")))
    client.start()

    def asked():
        return [member for member in hand if member.count() > before[member]]

    (victim,) = eventually(asked, "a member has read the request")
    with bare.down(victim):
        client.join(20)
    (other,) = set(hand) - {victim}
    assert [(a.status, a.worker) for a in got] == [(200, other.id)]


def test_a_member_without_an_endpoint_is_passed_over(bare):
    for _ in range(10):
        got = bare.get("partly", headers={"host": "holes.example"})
        assert (got.status, got.worker) == (200, "w0")


def test_a_hand_without_any_endpoint_is_exhausted(bare):
    with bare.counted("attempts") as attempts:
        got = bare.get("nowhere", headers={"host": "holes.example"})
        assert (got.status, got.reason) == (503, "hand exhausted 2 of 2")
        assert attempts() == 0


def test_the_spill_pool_serves_only_what_the_hand_cannot(bare):
    to_spill = {"headers": {"host": "spilling.example"}}
    hand = bare.members("acme", "spilling")
    pool = {"w6", "w7"}
    assert not pool & {member.id for member in hand}
    with bare.counted("spilled") as spilled:
        with bare.down(hand[0]):
            assert {bare.get("acme", **to_spill).worker for _ in range(20)} == {hand[1].id}
        assert spilled() == 0
    with bare.down(*hand), bare.counted("spilled") as spilled:
        answers = [bare.get("acme", **to_spill) for _ in range(10)]
        assert {a.status for a in answers} == {200}
        assert {a.worker for a in answers} <= pool
        assert spilled() == 10
        with bare.down(bare.worker("w6"), bare.worker("w7")), bare.counted("attempts") as attempts:
            got = bare.get("acme", **to_spill)
            assert (got.status, got.reason) == (503, "hand exhausted 2 of 2")
            assert attempts() == 3


# ---- health checks ----

HEALTH = {"interval": "100ms", "timeout": "500ms", "unhealthy_after": 1, "healthy_after": 1}


def checked_fleet(document):
    """A deck whose checks tell the truth, and one that they call sick though it serves."""
    api = document["decks"][0]
    names = [worker["id"] for worker in document["workers"]]
    sick = {**api, "name": "sick", "workers": names[10:]}
    sick["health"] = {"path": "/status/503", **HEALTH}
    document["decks"].append(sick)
    api["workers"] = names[:10]
    api["health"] = {"path": "/healthz", **HEALTH}
    document["routes"] = [{"host": "sick.example", "deck": "sick"}, {"deck": "api"}]
    refuse = {"attempts": {"all_down": "refuse"}}
    document["tenants"] = [{"id": "strict", "decks": {"api": refuse, "sick": refuse}}]


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checked")
    with stack(folder, workers=14, document_change=checked_fleet) as running:
        yield running


def test_c14_two_of_four_down_leaves_all_traffic_to_the_other_two(checked):
    checked.envoy.wait_healthy(10)
    hand = checked.members("acme")
    with checked.down(*hand[:2]):
        checked.envoy.wait_healthy(8)
        checked.serve_without_failover("acme", hand[2:])


@pytest.mark.parametrize(("tenant", "attempts_each"), [("acme", 1), ("strict", 0)])
def test_c14_four_of_four_down_never_leaves_the_hand(checked, tenant, attempts_each):
    checked.envoy.wait_healthy(10)
    hand = checked.members(tenant)
    others = [worker for worker in checked.workers[:10] if worker not in hand]
    before = {worker.id: worker.count() for worker in others}
    with checked.down(*hand):
        checked.envoy.wait_healthy(6)
        with checked.counted("attempts") as attempts, checked.counted("probes") as probes:
            answers = [checked.get(tenant) for _ in range(20)]
            assert {(a.status, a.reason) for a in answers} == {(503, EXHAUSTED)}
            assert attempts() == probes() == 20 * attempts_each
        assert {worker.id: worker.count() for worker in others} == before


def test_c14_a_probe_inside_the_hand_finds_members_that_serve(checked):
    checked.envoy.wait_healthy(0, "croupier_sick")
    to_sick = {"headers": {"host": "sick.example"}}
    with checked.counted("probes") as probes:
        answers = [checked.get("acme", **to_sick) for _ in range(20)]
        assert {a.status for a in answers} == {200}
        assert {a.worker for a in answers} == set(checked.hand("acme", "sick"))
        assert probes() == 20
    got = checked.get("strict", **to_sick)
    assert (got.status, got.reason) == (503, EXHAUSTED)


# ---- a request that kills ----


RETURN_SECONDS = 5


class Reviver:
    """Starts each dead worker again five seconds after it died; `died` names them all."""

    def __init__(self, workers):
        self.died, self._workers, self._since = set(), workers, {}

    def look(self):
        now = time.monotonic()
        for worker in self._workers:
            if worker.alive():
                continue
            self.died.add(worker.id)
            if now - self._since.setdefault(worker, now) < RETURN_SECONDS:
                continue
            worker.stop()
            worker.start()
            del self._since[worker]

    def all_back(self):
        self.look()
        return not self._since


def test_c10_a_killing_request_meets_its_hand_and_nobody_else(tmp_path):
    with stack(tmp_path, workers=20, hand_size=4) as running:
        hand = running.hand("poison")
        names = [f"tenant-{number}" for number in range(2000)]
        hands = running.fleet.hands(names)
        sharing = [name for name in names if len(set(hands[name]) & set(hand)) == 3][:5]
        assert len(sharing) == 5
        innocent = http.client.HTTPConnection("127.0.0.1", running.port, timeout=10)
        reviver = Reviver(running.workers)
        exhausted = 0
        for number in range(50):
            exhausted += running.get("poison", "/poison").reason == EXHAUSTED
            # The next comes a quarter of a second later, so that workers return in between.
            due = time.monotonic() + 0.25
            while time.monotonic() < due:
                reviver.look()
                for name in sharing:
                    assert running.get(name, connection=innocent).status == 200, number
        assert exhausted == 50
        assert reviver.died == set(hand)
        eventually(reviver.all_back, "the workers are back")
        innocent.close()
        assert running.hand("poison") == hand
        assert {running.get("poison").worker for _ in range(40)} == set(hand)
