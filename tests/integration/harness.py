"""What an integration test stands on: workers, a fleet on disk, an Envoy with the module.

Everything binds port 0 and tells where it landed; nothing sleeps: `eventually` polls a condition
until its deadline.
"""

import contextlib
import http.client
import time
import urllib.parse

from envoys import (
    Envoy,
    envoy_binary,
    envoy_config,
    manager_of,
    socket_address,
    validate,
)
from fleets import Fleet, fleet_document, run_croupier
from processes import BIN, LIB, LOOPBACK, ROOT, Process, Worker, eventually, request

__all__ = [
    "BIN",
    "LIB",
    "LOOPBACK",
    "ROOT",
    "Envoy",
    "Fleet",
    "Process",
    "Stack",
    "Worker",
    "envoy_binary",
    "envoy_config",
    "eventually",
    "fleet_document",
    "manager_of",
    "request",
    "run_croupier",
    "socket_address",
    "stack",
    "validate",
]


@contextlib.contextmanager
def stack(
    folder,
    workers=6,
    others=(),
    concurrency=1,
    document_change=None,
    config_change=None,
    **deck,
):
    """Workers, fleet, snapshot and Envoy, ready for requests.

    `others` are workers that the caller made: whatever has an id and an address. The changes edit
    the fleet's document and the bootstrap in place before they are used.
    """
    with contextlib.ExitStack() as cleanup:
        crew = []
        for number in range(workers):
            worker = Worker(f"w{number}")
            cleanup.callback(worker.stop)
            crew.append(worker)
        document = fleet_document([*crew, *others], **deck)
        if document_change:
            document_change(document)
        fleet = Fleet(folder, document)
        fleet.snapshot()
        config = envoy_config(fleet)
        if config_change:
            config_change(config)
        envoy = Envoy(folder, config, concurrency=concurrency)
        cleanup.callback(envoy.stop)
        yield Stack(fleet, envoy, [*crew, *others])


class Stack:
    def __init__(self, fleet, envoy, workers):
        self.fleet, self.envoy, self.workers = fleet, envoy, workers
        self.port = envoy.port

    def worker(self, worker_id):
        return next(w for w in self.workers if w.id == worker_id)

    def get(self, tenant, path="/", **options):
        headers = {"x-tenant": tenant, **options.pop("headers", {})}
        return request(self.port, path, headers=headers, **options)

    def hand(self, tenant, deck="api"):
        """The ids of the tenant's hand; a name may be percent-encoded already."""
        page = f"/croupier/hand?deck={deck}&tenant={urllib.parse.quote(tenant, safe='%')}"
        return self.envoy.admin(page).json()["hand"]

    def members(self, tenant, deck="api"):
        """The workers of the tenant's hand, in its order."""
        return [self.worker(worker_id) for worker_id in self.hand(tenant, deck)]

    @contextlib.contextmanager
    def down(self, *workers):
        """The workers are dead inside, and started again after."""
        for worker in workers:
            worker.stop()
        try:
            yield
        finally:
            for worker in workers:
                worker.start()

    def serve_without_failover(self, tenant, workers, seconds=1.2):
        """Waits until requests meet just these workers, and at the first attempt, for so long.

        That is longer than a failure is remembered (kFailurePenalty), so health alone can do it.
        Envoy's threads learn of a worker's health a little after its admin page does.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

        def settled():
            with self.counted("failovers") as failovers:
                end = time.monotonic() + seconds
                answers = []
                while time.monotonic() < end:
                    answers.append(self.get(tenant, connection=connection))
                assert {a.status for a in answers} == {200}, answers
                assert {a.worker for a in answers} <= {worker.id for worker in workers}
                return failovers() == 0 and len({a.worker for a in answers}) == len(workers)

        eventually(settled, f"{[worker.id for worker in workers]} serve {tenant}")
        connection.close()

    @contextlib.contextmanager
    def counted(self, name):
        """Yields a function that gives how much the metric has grown since."""
        before = self.envoy.metric(name)
        yield lambda: self.envoy.metric(name) - before
