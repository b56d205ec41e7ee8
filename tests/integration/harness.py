"""Real processes for the integration tests: workers, a fleet on disk, an Envoy with the module.

Everything binds port 0 and tells where it landed; nothing sleeps: `eventually` polls a condition
until its deadline.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("CROUPIER_BIN_DIR", ROOT / "build/release/bin"))
LIB = pathlib.Path(os.environ.get("CROUPIER_LIB_DIR", ROOT / "build/release/lib"))

PATIENCE_SECONDS = 20.0

# Workers listen on an address of this process's own. What connects to them comes from 127.0.0.1, so
# no connection can take the port of a dead worker before it is started again.
LOOPBACK = "127.{}.{}.2".format(1 + os.getpid() // 250 % 250, 1 + os.getpid() % 250)


# Thousands of requests at once need as many files, here and in the processes below.
_, HARD_LIMIT = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(
    resource.RLIMIT_NOFILE,
    (HARD_LIMIT if HARD_LIMIT != resource.RLIM_INFINITY else 65536, HARD_LIMIT),
)


def envoy_binary():
    import envoy

    return str(pathlib.Path(envoy.__file__).parent / "_bin" / "envoy")


def eventually(condition, what, patience=PATIENCE_SECONDS):
    """Polls until the condition holds and gives its value; fails with `what` at the deadline."""
    deadline = time.monotonic() + patience
    last_error = None
    while time.monotonic() < deadline:
        try:
            value = condition()
            if value:
                return value
        except (OSError, http.client.HTTPException, AssertionError, ValueError) as error:
            last_error = error
        time.sleep(0.02)
    raise AssertionError(f"not within {patience} s: {what} (last error: {last_error})")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        self.text = body.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.body)

    @property
    def worker(self):
        return self.headers.get("x-worker")

    @property
    def reason(self):
        return self.headers.get("x-croupier-reason")

    def __repr__(self):
        return f"Answer({self.status}, {self.headers}, {self.text!r})"


def request(
    port,
    path="/",
    method="GET",
    headers=None,
    body=None,
    timeout=10.0,
    connection=None,
    host="127.0.0.1",
):
    """One HTTP/1.1 request; a connection of its own unless one is given."""
    own = connection is None
    connection = connection or http.client.HTTPConnection(host, port, timeout=timeout)
    try:
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        pairs = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, pairs, answer.read())
    finally:
        if own:
            connection.close()


class Process:
    """A child that is ended, by its pid, with the test."""

    def __init__(self, arguments, **options):
        self.child = subprocess.Popen([str(a) for a in arguments], **options)

    def alive(self):
        return self.child.poll() is None

    def kill(self):
        if self.alive():
            self.child.kill()
        self.child.wait()

    def stop(self, patience=PATIENCE_SECONDS):
        if self.alive():
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(patience)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
                raise AssertionError("the process did not end on SIGTERM")
        return self.child.returncode


class Worker:
    """One `croupier-demo-worker`; restarting keeps its port."""

    def __init__(self, worker_id):
        self.id, self.port, self.process = worker_id, 0, None
        self.start()

    def start(self):
        self.process = Process(
            [BIN / "croupier-demo-worker", "--listen", f"{LOOPBACK}:{self.port}", "--id", self.id],
            stdout=subprocess.PIPE,
            text=True,
        )
        line = self.process.child.stdout.readline()
        if line:  # else a request killed it before it could tell
            self.port = int(line)
        assert self.port, "the worker did not start"

    def stop(self):
        self.process.kill()
        self.process.child.stdout.close()

    @property
    def address(self):
        return f"{LOOPBACK}:{self.port}"

    def alive(self):
        return self.process.alive()

    def count(self):
        """Requests this worker has answered since it started, by its own count."""
        return int(request(self.port, "/count", host=LOOPBACK).text)


class Fleet:
    """A fleet file with its key and snapshot folder."""

    def __init__(self, folder, document):
        self.folder, self.document = pathlib.Path(folder), document
        self.path = self.folder / "fleet.yaml"
        self.snapshot_folder = self.folder / "snapshot"
        for key in document.get("keys", []):
            file = self.folder / key["file"]
            if not file.exists():
                file.write_bytes(b"integration test key %s" % key["id"].encode())
                file.chmod(0o600)
        self.write()

    def write(self):
        # Fleet files have no anchors, and a copy of the document has none either.
        document = json.loads(json.dumps(self.document))
        self.path.write_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True))

    def snapshot(self, bump=True):
        """Writes the fleet as it is now as the next version."""
        if bump and self.snapshot_folder.exists():
            self.document["version"] += 1
        self.write()
        run_croupier("snapshot", self.path, "-o", self.snapshot_folder)
        return self.document["version"]

    def hand(self, tenant):
        return self.hands([tenant])[tenant]

    def hands(self, tenants):
        """The hand of each tenant, as the command line deals it."""
        out = run_croupier("deal", "--fleet", self.path, "--json", input="\n".join(tenants) + "\n")
        return {one["tenant"]: one["hand"] for one in map(json.loads, out.splitlines())}


def run_croupier(*arguments, status=0, **options):
    done = subprocess.run(
        [str(BIN / "croupier"), *map(str, arguments)],
        capture_output=True,
        text=options.pop("text", True),
        timeout=options.pop("timeout", 120),
        **options,
    )
    assert done.returncode == status, f"status {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def fleet_document(workers, hand_size=4, **deck):
    """A fleet with one deck `api` over the given workers; tenants come in header x-tenant."""
    return {
        "version": 1,
        "keys": [{"id": "k1", "file": "k1.key"}],
        "workers": [
            w if isinstance(w, dict) else {"id": w.id, "address": w.address} for w in workers
        ],
        "decks": [
            {
                "name": "api",
                "policy": "rendezvous",
                "key": "k1",
                "hand_size": hand_size,
                **deck,
            }
        ],
        "routes": [{"path": "/", "deck": "api"}],
        "identity": {"sources": [{"header": "x-tenant", "trusted": ["127.0.0.1/32"]}]},
        "show_hands": True,
    }


class Envoy:
    """A stock Envoy with the module. `config` is a bootstrap; its ports are replaced by free ones."""

    def __init__(self, folder, config, concurrency=1, wait=True, arguments=()):
        self.folder = pathlib.Path(folder)
        self.config_path = self.folder / "envoy.json"
        self.admin_path = self.folder / "admin.txt"
        self.log_path = self.folder / "envoy.log"
        config.setdefault("admin", {})["address"] = socket_address(0)
        for listener in config["static_resources"]["listeners"]:
            listener["address"]["socket_address"]["port_value"] = 0
        self.config = config
        self.concurrency, self.arguments = concurrency, arguments
        self.process = None
        self.start(wait)

    def start(self, wait=True):
        self.config_path.write_text(json.dumps(self.config))
        self.admin_path.unlink(missing_ok=True)
        environment = dict(os.environ, ENVOY_DYNAMIC_MODULES_SEARCH_PATH=str(LIB))
        self.log = open(self.log_path, "ab")
        self.process = Process(
            [
                envoy_binary(),
                *("-c", self.config_path),
                *("--concurrency", self.concurrency),
                *("--admin-address-path", self.admin_path),
                "--use-dynamic-base-id",
                *("--file-flush-interval-msec", 20),
                *("-l", "info"),
                *self.arguments,
            ],
            env=environment,
            stdout=self.log,
            stderr=self.log,
        )
        if wait:
            try:
                self.wait_ready()
            except AssertionError:
                self.kill()
                raise

    def wait_ready(self):
        def ready():
            assert self.process.alive(), self.log_text()[-4000:]
            return self.admin("/ready").status == 200 and self.ports()

        eventually(ready, "Envoy is ready")

    @property
    def admin_port(self):
        return int(self.admin_path.read_text().strip().rpartition(":")[2])

    def admin(self, path, method="GET"):
        return request(self.admin_port, path, method=method)

    def ports(self):
        listeners = self.admin("/listeners?format=json").json().get("listener_statuses", [])
        return {
            one["name"]: one["local_address"]["socket_address"]["port_value"] for one in listeners
        }

    @property
    def port(self):
        ports = self.ports()
        return ports.get("croupier") or next(iter(ports.values()))

    def status(self):
        return self.admin("/croupier/status").json()

    def wait_version(self, version):
        eventually(lambda: self.status().get("version") == version, f"version {version} in service")

    def metrics(self):
        """Our counters and gauges by name, up to date; labelled ones as name{reason}."""
        self.status()  # carries what the threads have counted into Envoy's stats
        values = {}
        for line in self.admin("/stats/prometheus").text.splitlines():
            match = re.match(r"envoy_croupier_(\w+)\{(.*)\} (\d+)", line)
            if not match:
                continue
            label = re.search(r'reason="([^"]*)"', match.group(2))
            values[match.group(1) + (f"{{{label.group(1)}}}" if label else "")] = int(match.group(3))
        return values

    def metric(self, name):
        return self.metrics().get(name, 0)

    def wait_healthy(self, count, cluster="croupier_api"):
        """Waits until exactly `count` hosts of the cluster pass their checks."""

        def healthy():
            for one in self.admin("/clusters?format=json").json().get("cluster_statuses", []):
                if one["name"] == cluster:
                    hosts = one.get("host_statuses", [])
                    good = [h for h in hosts if not bad_health(h["health_status"])]
                    return len(good) == count
            return False

        eventually(healthy, f"{count} healthy hosts in {cluster}")

    def log_text(self):
        return self.log_path.read_text(errors="replace")

    def stop(self):
        try:
            code = self.process.stop()
            assert code == 0, f"Envoy ended with {code}:\n{self.log_text()[-4000:]}"
        finally:
            self.log.close()

    def kill(self):
        self.process.kill()
        self.log.close()


def bad_health(status):
    return any(
        status.get(flag)
        for flag in ("failed_active_health_check", "pending_active_hc", "active_hc_timeout")
    ) or status.get("eds_health_status") == "UNHEALTHY"


def manager_of(listener):
    """The HTTP connection manager in a listener of a bootstrap."""
    return listener["filter_chains"][0]["filters"][0]["typed_config"]


def validate(folder, config):
    """Envoy's exit status and log for a configuration, by --mode validate."""
    path = pathlib.Path(folder) / "validated.json"
    path.write_text(json.dumps(config))
    done = subprocess.run(
        [envoy_binary(), "--mode", "validate", "-c", str(path), "-l", "info"],
        env=dict(os.environ, ENVOY_DYNAMIC_MODULES_SEARCH_PATH=str(LIB)),
        capture_output=True,
        text=True,
        errors="replace",
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


def socket_address(port):
    return {"socket_address": {"address": "127.0.0.1", "port_value": port}}


def envoy_config(fleet, *arguments):
    out = run_croupier(
        "envoy-config", fleet.path, "--snapshot", fleet.snapshot_folder, *arguments
    )
    return json.loads(out)


def tenant_of(wanted, make="tenant-{}", limit=200_000):
    """The first tenant name for which wanted(name) holds."""
    for number in range(limit):
        name = make.format(number)
        if wanted(name):
            return name
    raise AssertionError("no such tenant")


def log_failure(message):
    print(message, file=sys.stderr)


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
