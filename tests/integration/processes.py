"""Child processes, the demo's workers among them, and plain requests to whatever listens."""

import http.client
import json
import os
import pathlib
import resource
import signal
import subprocess
import time

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
