"""HTTP/1.1, HTTP/2, gRPC and WebSocket through a real Envoy, and what access logs can tell."""

import concurrent.futures
import contextlib
import functools
import http.client
import json

import grpc
import httpx
import pytest
import websockets.exceptions
import websockets.sync.client
import websockets.sync.server

from harness import LOOPBACK, eventually, manager_of, request, stack, validate

ECHO = "/echo.Echo/Echo"
COUNT = "/echo.Echo/Count"


class GrpcWorker:
    """A gRPC server of two methods: one echoes, one streams as many messages as it gets."""

    def __init__(self, worker_id):
        self.id, self.port, self.server = worker_id, 0, None
        self.start()

    def start(self):
        self.server = grpc.server(concurrent.futures.ThreadPoolExecutor(8))
        self.server.add_generic_rpc_handlers([self])
        self.port = self.server.add_insecure_port(f"{LOOPBACK}:{self.port}")
        self.server.start()

    def stop(self):
        self.server.stop(None).wait()

    @property
    def address(self):
        return f"{LOOPBACK}:{self.port}"

    def service(self, call):
        name = f"{self.id} ".encode()
        if call.method == ECHO:
            return grpc.unary_unary_rpc_method_handler(lambda body, _: name + body)
        if call.method == COUNT:
            return grpc.stream_stream_rpc_method_handler(
                lambda bodies, _: (name + body for body in bodies)
            )
        return None


class WebSocketWorker:
    """Echoes over WebSocket, behind its id; answers plain requests with its id."""

    def __init__(self, worker_id):
        self.id = worker_id
        self.server = websockets.sync.server.serve(
            self._echo, LOOPBACK, 0, process_request=self._plain
        )
        self.address = "{}:{}".format(*self.server.socket.getsockname())
        self._threads = concurrent.futures.ThreadPoolExecutor(1)
        self._threads.submit(self.server.serve_forever)

    def _echo(self, connection):
        for message in connection:
            connection.send(f"{self.id} {message}")

    def _plain(self, connection, handshake):
        if "upgrade" in handshake.headers.get("connection", "").lower():
            return None
        response = connection.respond(http.HTTPStatus.OK, self.id)
        response.headers["x-worker"] = self.id
        return response

    def stop(self):
        self.server.shutdown()
        self._threads.shutdown()


@pytest.fixture(scope="module")
def log_path(tmp_path_factory):
    return tmp_path_factory.mktemp("log") / "access.log"


def split_decks(document, log_path):
    """Plain workers behind `api`, gRPC behind `rpc`, WebSocket behind `sockets`; with a log."""
    document.setdefault("listener", {})["access_log"] = str(log_path)
    names = [worker["id"] for worker in document["workers"]]
    api = document["decks"][0]
    document["decks"] = [
        {**api, "workers": [name for name in names if name.startswith("w")]},
        {
            **api,
            "name": "rpc",
            "workers": [name for name in names if name.startswith("g")],
            "protocol": "http2",
        },
        {**api, "name": "sockets", "workers": [name for name in names if name.startswith("s")]},
    ]
    document["routes"] = [
        {"path": "/echo.Echo/", "deck": "rpc"},
        {"path": "/sockets", "deck": "sockets"},
        {"deck": "api"},
    ]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory, log_path):
    with contextlib.ExitStack() as cleanup:
        others = []
        for worker_id in ("g0", "g1", "g2"):
            others.append(GrpcWorker(worker_id))
            cleanup.callback(others[-1].stop)
        for worker_id in ("s0", "s1"):
            others.append(WebSocketWorker(worker_id))
            cleanup.callback(others[-1].stop)
        folder = tmp_path_factory.mktemp("mixed")
        change = functools.partial(split_decks, log_path=log_path)
        running = stack(folder, workers=4, others=others, hand_size=2, document_change=change)
        yield cleanup.enter_context(running)


# ---- HTTP/2 ----


def http2_client(running):
    """HTTP/2 by prior knowledge, without TLS."""
    return httpx.Client(
        base_url=f"http://127.0.0.1:{running.port}", http1=False, http2=True, timeout=10
    )


def test_http2_requests_stay_inside_the_hand(mixed):
    with http2_client(mixed) as client:
        answers = [client.get("/", headers={"x-tenant": "acme"}) for _ in range(20)]
    assert {(a.status_code, a.http_version) for a in answers} == {(200, "HTTP/2")}
    assert {a.headers["x-worker"] for a in answers} == set(mixed.hand("acme"))


def test_http2_bodies_pass(mixed):
    with http2_client(mixed) as client:
        body = b"x" * 200_000
        answer = client.post("/", headers={"x-tenant": "acme"}, content=body)
    assert answer.status_code == 200


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_http2_says_why_a_hand_is_exhausted(mixed, method):
    with mixed.down(*mixed.members("acme")), http2_client(mixed) as client:
        body = b"x" if method == "POST" else None
        answer = client.request(method, "/", headers={"x-tenant": "acme"}, content=body)
        reason = "hand exhausted 2 of 2"
        assert answer.http_version == "HTTP/2"
        assert (answer.status_code, answer.headers["x-croupier-reason"]) == (503, reason)
        assert answer.text.strip() == ("" if method == "HEAD" else reason)
        # The connection is as good as before.
        again = client.get("/", headers={"x-tenant": "acme"})
        assert again.headers["x-croupier-reason"] == reason


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_http2_refusals_say_why(mixed, method):
    with http2_client(mixed) as client:
        answer = client.request(method, "/")
    assert (answer.status_code, answer.headers["x-croupier-reason"]) == (401, "no tenant identity")


def test_http1_head_says_why_and_keeps_the_connection(mixed):
    with mixed.down(*mixed.members("acme")):
        client = http.client.HTTPConnection("127.0.0.1", mixed.port, timeout=10)
        for method in ("HEAD", "GET", "HEAD"):
            got = mixed.get("acme", method=method, connection=client)
            assert (got.status, got.reason) == (503, "hand exhausted 2 of 2")
        client.close()


# ---- gRPC ----


@contextlib.contextmanager
def channel_to(running):
    with grpc.insecure_channel(f"127.0.0.1:{running.port}") as channel:
        yield channel


def call(channel, method, *arguments, tenant="acme"):
    metadata = [("x-tenant", tenant)] if tenant else []
    kind = channel.unary_unary if method == ECHO else channel.stream_stream
    return kind(method)(*arguments, metadata=metadata, timeout=10)


def test_grpc_unary_calls_stay_inside_the_hand(mixed):
    with channel_to(mixed) as channel:
        echoed = [call(channel, ECHO, b"hello").decode().split() for _ in range(20)]
    assert {word for _, word in echoed} == {"hello"}
    assert {worker for worker, _ in echoed} == set(mixed.hand("acme", "rpc"))


def test_grpc_streams_pass_both_ways(mixed):
    with channel_to(mixed) as channel:
        sent = [f"{number}".encode() for number in range(100)]
        got = [message.split(b" ") for message in call(channel, COUNT, iter(sent))]
    assert [word for _, word in got] == sent
    assert len({worker for worker, _ in got}) == 1


def test_grpc_goes_on_to_the_next_member(mixed):
    hand = mixed.members("acme", "rpc")
    with mixed.down(hand[0]), channel_to(mixed) as channel:
        for _ in range(10):
            assert call(channel, ECHO, b"hello").decode().split()[0] == hand[1].id


@pytest.mark.parametrize("method", [ECHO, COUNT])
def test_grpc_says_why_a_hand_is_exhausted(mixed, method):
    arguments = [b"hello"] if method == ECHO else [iter([b"hello"])]
    with mixed.down(*mixed.members("acme", "rpc")), channel_to(mixed) as channel:
        with pytest.raises(grpc.RpcError) as failure:
            list(call(channel, method, *arguments))
    assert failure.value.code() == grpc.StatusCode.UNAVAILABLE
    assert failure.value.details() == "hand exhausted 2 of 2"


def test_grpc_without_identity_is_unauthenticated(mixed):
    with channel_to(mixed) as channel, pytest.raises(grpc.RpcError) as failure:
        call(channel, ECHO, b"hello", tenant=None)
    assert failure.value.code() == grpc.StatusCode.UNAUTHENTICATED
    assert failure.value.details() == "no tenant identity"


# ---- WebSocket ----


def websocket_to(running, tenant="acme"):
    headers = {"x-tenant": tenant} if tenant else {}
    url = f"ws://127.0.0.1:{running.port}/sockets"
    return websockets.sync.client.connect(url, additional_headers=headers, open_timeout=10)


def test_websockets_pass_and_count_as_in_flight(mixed):
    with websocket_to(mixed) as socket:
        socket.send("hello")
        worker, word = socket.recv(timeout=10).split()
        assert (worker in mixed.hand("acme", "sockets"), word) == (True, "hello")
        (other,) = set(mixed.hand("acme", "sockets")) - {worker}
        # Both would be asked in turns, were the open socket not work in flight.
        assert {mixed.get("acme", "/sockets").worker for _ in range(20)} == {other}
        socket.send("still there")
        assert socket.recv(timeout=10) == f"{worker} still there"

    def both():
        return {mixed.get("acme", "/sockets").worker for _ in range(20)} == {worker, other}

    eventually(both, "the closed socket no longer counts")


def test_websockets_without_identity_are_refused(mixed):
    with pytest.raises(websockets.exceptions.InvalidStatus) as failure:
        websocket_to(mixed, tenant=None)
    response = failure.value.response
    assert response.status_code == 401
    assert response.headers["x-croupier-reason"] == "no tenant identity"


def test_websockets_are_told_why_a_hand_is_exhausted(mixed):
    with mixed.down(*mixed.members("acme")):
        url = f"ws://127.0.0.1:{mixed.port}/"
        with pytest.raises(websockets.exceptions.InvalidStatus) as failure:
            websockets.sync.client.connect(url, additional_headers={"x-tenant": "acme"})
    response = failure.value.response
    assert response.status_code == 503
    assert response.headers["x-croupier-reason"] == "hand exhausted 2 of 2"


# ---- access logs ----


def logged(log_path, path):
    """The log's entry of the only request with this path."""

    def found():
        lines = log_path.read_text().splitlines()
        return [entry for entry in map(json.loads, lines) if entry["path"] == path]

    (entry,) = eventually(found, f"{path} is in the access log")
    return entry


def test_access_logs_tell_worker_position_version_and_attempts(mixed, log_path):
    got = mixed.get("acme", "/logged/plain")
    entry = logged(log_path, "/logged/plain")
    assert entry["time"].startswith("20") and entry["client"].startswith("127.0.0.1:")
    assert entry["duration_ms"] >= 0
    assert entry["authority"] == f"127.0.0.1:{mixed.port}"
    told = ("method", "status", "flags", "worker", "position", "version", "attempts", "reason")
    assert {name: entry[name] for name in told} == {
        "method": "GET",
        "status": 200,
        "flags": "-",
        "worker": got.worker,
        "position": str(mixed.hand("acme").index(got.worker)),
        "version": "1",
        "attempts": "1",
        "reason": None,
    }


def test_access_logs_tell_of_fail_over(mixed, log_path):
    hand = mixed.members("globex")
    with mixed.down(hand[0]):
        # At one of these the dead member's turn comes first.
        with mixed.counted("failovers") as failovers:
            for number in range(10):
                path = f"/logged/over/{number}"
                assert mixed.get("globex", path).worker == hand[1].id
                if failovers():
                    break
    entry = logged(log_path, path)
    assert (entry["attempts"], entry["worker"], entry["position"]) == ("2", hand[1].id, "1")


def test_access_logs_tell_why_there_was_no_answer(mixed, log_path):
    with mixed.down(*mixed.members("acme")):
        mixed.get("acme", "/logged/exhausted")
    entry = logged(log_path, "/logged/exhausted")
    assert (entry["attempts"], entry["reason"]) == ("2", "hand exhausted 2 of 2")
    assert request(mixed.port, "/logged/nobody").status == 401
    entry = logged(log_path, "/logged/nobody")
    assert (entry["worker"], entry["attempts"], entry["reason"]) == (
        None,
        None,
        "no tenant identity",
    )


def test_envoy_accepts_the_printed_bootstrap_of_both_protocols(mixed, tmp_path):
    code, log = validate(tmp_path, mixed.envoy.config)
    assert code == 0, log
