"""Hot change: snapshots are swapped under load and nobody notices."""

import contextlib
import threading

import pytest

from harness import Worker, eventually, request, stack

TENANTS = [f"tenant-{number}" for number in range(24)]


class Load:
    """Threads that send requests without pause, each over one connection, until told to stop."""

    def __init__(self, port, tenants, path="/", threads=3):
        self.failures, self.answered = [], 0
        self._port, self._path = port, path
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._run, args=(tenants[i::threads],)) for i in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def _run(self, tenants):
        import http.client

        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        while not self._stop.is_set():
            for tenant in tenants:
                try:
                    answer = request(
                        self._port,
                        self._path,
                        headers={"x-tenant": tenant},
                        connection=connection,
                    )
                    problem = None if answer.status == 200 else (tenant, answer.status, answer.text)
                except (OSError, http.client.HTTPException) as error:
                    problem = (tenant, repr(error))
                    connection.close()
                with self._lock:
                    self.answered += 1
                    if problem:
                        self.failures.append(problem)
        connection.close()

    def wait_more(self, count):
        target = self.answered + count
        eventually(lambda: self.answered >= target, f"{count} more answers under load")

    def stop(self):
        self._stop.set()
        for thread in self._threads:
            thread.join()


@contextlib.contextmanager
def under_load(running, tenants=TENANTS, path="/"):
    load = Load(running.port, tenants, path)
    try:
        load.wait_more(50)
        yield load
        load.wait_more(50)
    finally:
        load.stop()
    assert load.failures == []


@pytest.fixture
def running(tmp_path):
    with stack(tmp_path, workers=8, hand_size=4, concurrency=2) as one:
        yield one
        for worker in one.workers[8:]:  # those that the test added
            worker.stop()


def test_workers_added_removed_and_hands_changed_under_load_drop_no_request(running):
    """The order of a careful operator: add, deal, drain, remove. All under load."""
    document = running.fleet.document
    with under_load(running) as load:
        for number in range(8, 12):  # one more worker at a time
            worker = Worker(f"w{number}")
            running.workers.append(worker)
            document["workers"].append({"id": worker.id, "address": worker.address})
            running.envoy.wait_version(running.fleet.snapshot())
            load.wait_more(30)
        document["decks"][0]["hand_size"] = 5
        running.envoy.wait_version(running.fleet.snapshot())
        load.wait_more(30)
        for number in range(4):  # the oldest leave, first draining, then for good
            document["workers"][0]["state"] = "draining"
            running.envoy.wait_version(running.fleet.snapshot())
            load.wait_more(30)
            del document["workers"][0]
            version = running.fleet.snapshot()
            running.envoy.wait_version(version)
            eventually(
                lambda want=11 - number: host_count(running.envoy) == want,
                "the removed worker has left Envoy",
            )
            running.worker(f"w{number}").stop()  # gone from Envoy, so nobody may miss it
            load.wait_more(30)
    metrics = running.envoy.metrics()
    assert metrics["snapshot_swaps"] == 14
    assert metrics["module_faults"] == 0
    assert metrics.get("exhausted", 0) == 0
    for tenant in TENANTS[:6]:
        hand = running.hand(tenant)
        assert len(hand) == 5
        assert not set(hand) & {"w0", "w1", "w2", "w3"}
        assert {running.get(tenant).worker for _ in range(40)} == set(hand)


def host_count(envoy):
    for one in envoy.admin("/clusters?format=json").json()["cluster_statuses"]:
        if one["name"] == "croupier_api":
            return len(one.get("host_statuses", []))
    return None


def test_a_request_keeps_the_version_it_started_with(running):
    """A slow request outlives a swap that takes its workers out of every hand; it still ends well,
    and so does one that has to fail over after the swap."""
    tenant = "acme"
    old_hand = running.hand(tenant)
    answers = []

    def slow():
        answers.append(running.get(tenant, "/slow?ms=1500", timeout=20))

    before = sum(running.worker(w).count() for w in old_hand)
    threads = [threading.Thread(target=slow) for _ in range(8)]
    for thread in threads:
        thread.start()
    eventually(
        lambda: sum(running.worker(w).count() for w in old_hand) >= before + 8,
        "all slow requests have reached a worker",
    )
    # The next version deals from the four other workers only.
    rest = [worker.id for worker in running.workers if worker.id not in old_hand]
    document = running.fleet.document
    document["workers"] = [w for w in document["workers"] if w["id"] in rest]
    running.envoy.wait_version(running.fleet.snapshot())
    assert {running.get(tenant).worker for _ in range(20)} <= set(rest)
    # A member of the old hand dies under its requests: they move on inside the old hand.
    running.worker(old_hand[0]).stop()
    for thread in threads:
        thread.join()
    assert [a.status for a in answers] == [200] * 8
    assert {a.worker for a in answers} <= set(old_hand[1:])
    eventually(lambda: host_count(running.envoy) == 4, "the old workers have left Envoy")


def test_a_group_moves_as_one(running):
    """A stored change (not only membership) swaps in as well."""
    running.fleet.document["groups"] = [{"id": "family"}]
    running.fleet.document["tenants"] = [
        {"id": "kid-1", "group": "family"},
        {"id": "kid-2", "group": "family"},
    ]
    running.envoy.wait_version(running.fleet.snapshot())
    assert running.hand("kid-1") == running.hand("kid-2")
    assert running.hand("kid-1") != running.hand("someone-else")
