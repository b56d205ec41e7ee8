"""What one tenant's slow and failing requests cost tenants that share no worker with it: nothing.

Envoy's own circuit breakers count a whole cluster; the controls show that with Envoy's defaults the
same load does cost the others, so the tests have teeth.
"""

import contextlib
import socket
import threading

from harness import eventually, stack
from peers import RESET, ScriptedWorker

SLOW = 2300
INNOCENT = 200


def envoys_defaults(config):
    for cluster in config["static_resources"]["clusters"]:
        del cluster["circuit_breakers"]


@contextlib.contextmanager
def in_flight(port, requests):
    """All the (tenant, path) requests at once, each on a connection of its own."""
    with contextlib.ExitStack() as cleanup:
        sockets = []
        for tenant, path in requests:
            one = socket.create_connection(("127.0.0.1", port), timeout=30)
            cleanup.callback(one.close)
            head = f"GET {path} HTTP/1.1\r\nhost: x\r\nx-tenant: {tenant}\r\n\r\n"
            one.sendall(head.encode())
            sockets.append(one)
        yield sockets


def statuses(port, requests):
    """The status of each, all sent before the first answer is read."""
    with in_flight(port, requests) as sockets:
        return [int(one.recv(4096).split(b" ", 2)[1]) for one in sockets]


def innocents_of(running, noisy):
    """Tenants that share no worker with the noisy one."""
    hand = set(running.hand(noisy))
    names = [f"tenant-{number}" for number in range(1000)]
    apart = [name for name, own in running.fleet.hands(names).items() if not hand & set(own)]
    assert len(apart) >= 20
    return apart[:20]


# ---- slow ----


def cost_of_slow_requests(folder, config_change, enough):
    """Failed requests of the innocents while the noisy tenant's slow ones are in flight."""
    # A busy machine may be slow to connect thousands; that is not what is measured here.
    deck = {"hand_size": 4, "connect_timeout": "10s", "request_timeout": "unlimited"}
    with stack(folder, workers=12, config_change=config_change, **deck) as running:
        innocents = innocents_of(running, "noisy")
        hand = running.members("noisy")
        with in_flight(running.port, [("noisy", "/slow?ms=60000")] * SLOW):
            eventually(lambda: sum(m.count() for m in hand) >= enough, "the slow ones are served")
            wanted = [(innocents[i % 20], "/slow?ms=200") for i in range(INNOCENT)]
            got = statuses(running.port, wanted) + statuses(running.port, wanted)
    assert len(got) == 2 * INNOCENT
    return sum(status != 200 for status in got)


def test_thousands_of_slow_requests_of_one_tenant_cost_the_others_nothing(tmp_path):
    assert cost_of_slow_requests(tmp_path, None, enough=SLOW) == 0


def test_control_slow_requests_do_cost_others_with_envoys_circuit_breakers(tmp_path):
    assert cost_of_slow_requests(tmp_path, envoys_defaults, enough=1000) > INNOCENT


# ---- failing ----

FAILING = 30
ENVOYS_RETRIES = 3  # at once in a whole cluster, by default


class FailingHand:
    """Four workers that reset the first requests at once, and all later ones when let go.

    So the noisy tenant has a retry in flight for each of its requests.
    """

    def __init__(self):
        self.asked, self.let_go, self._lock = 0, threading.Event(), threading.Lock()
        self.workers = [ScriptedWorker(f"f{i}", self._script) for i in range(4)]

    def _script(self, method, path, body):
        with self._lock:
            self.asked += 1
            early = self.asked <= FAILING
        if not early:
            self.let_go.wait(60)
        return RESET

    def stop(self):
        self.let_go.set()
        for worker in self.workers:
            worker.stop()


def failing_fleet(document):
    """One hand that fails; ten of two healthy-looking members of which the first is dead."""
    noisy = {"id": "noisy", "hand": ["f0", "f1", "f2", "f3"]}
    others = [{"id": f"t{i}", "hand": [f"dead{i}", f"w{i}"]} for i in range(10)]
    document["tenants"] = [noisy, *others]


class DeadWorker:
    """An address where nobody listens, though nobody else can take it."""

    def __init__(self, worker_id):
        self.id, self._socket = worker_id, socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.address = "{}:{}".format(*self._socket.getsockname())

    def stop(self):
        self._socket.close()


def cost_of_failing_requests(folder, config_change, retries):
    """Failed requests of the innocents, and the retries that they asked for."""
    with contextlib.ExitStack() as cleanup:
        failing = FailingHand()
        cleanup.callback(failing.stop)
        dead = [DeadWorker(f"dead{i}") for i in range(10)]
        for worker in dead:
            cleanup.callback(worker.stop)
        changes = {"document_change": failing_fleet, "config_change": config_change}
        others = [*failing.workers, *dead]
        running = cleanup.enter_context(stack(folder, workers=10, others=others, **changes))
        cleanup.enter_context(in_flight(running.port, [("noisy", "/")] * FAILING))
        eventually(lambda: failing.asked >= FAILING + retries, "the noisy tenant's retries wait")
        wanted = [(f"t{i % 10}", "/slow?ms=50") for i in range(INNOCENT)]
        with running.counted("failovers") as failovers:
            got = statuses(running.port, wanted) + statuses(running.port, wanted)
            assert len(got) == 2 * INNOCENT
            return sum(status != 200 for status in got), failovers()


def test_failing_requests_of_one_tenant_cost_the_others_nothing(tmp_path):
    failed, failovers = cost_of_failing_requests(tmp_path, None, FAILING)
    assert failed == 0
    assert failovers >= 10  # else there was nothing to lose


def test_control_failing_requests_do_cost_others_with_envoys_circuit_breakers(tmp_path):
    failed, _ = cost_of_failing_requests(tmp_path, envoys_defaults, ENVOYS_RETRIES)
    assert failed >= 10
