"""Workers in threads of the test, for behaviour that the demo's worker does not have."""

import socket
import socketserver
import struct
import threading

from harness import LOOPBACK

RESET = object()  # what a script gives to have the connection reset without an answer


class ScriptedWorker:
    """Reads each HTTP/1.1 request whole, body included, then does as its script says.

    `script(method, path, body)` gives the bytes to answer, or RESET. `seen` lists what was read.
    """

    def __init__(self, worker_id, script):
        self.id, self.seen = worker_id, []
        outer = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                while outer._serve(self, script):
                    pass

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True
            request_queue_size = 128

        self._server = Server((LOOPBACK, 0), Handler)
        self.address = "{}:{}".format(*self._server.server_address)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def _serve(self, handler, script):
        try:
            first = handler.rfile.readline()
            if not first:
                return False
            method, path, _ = first.decode().split(" ", 2)
            body = handler.rfile.read(read_body_length(handler.rfile))
        except OSError:
            return False
        self.seen.append((method, path, body))
        answer = script(method, path, body)
        if answer is RESET:
            reset(handler.connection)
            return False
        try:
            handler.wfile.write(answer)
        except OSError:  # the proxy gave up on it
            return False
        return keeps_connection(answer)

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def keeps_connection(answer):
    """Whether an answer is whole: one that says it is longer ends with its connection."""
    head, _, body = answer.partition(b"\r\n\r\n")
    declared = [line for line in head.split(b"\r\n") if line.startswith(b"content-length:")]
    return not declared or int(declared[0].partition(b":")[2]) == len(body)


def read_body_length(stream):
    length = 0
    for line in iter(stream.readline, b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return length


def reset(connection):
    """Ends a connection with RST instead of FIN."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def answer(status, body=b"", headers=()):
    lines = [f"HTTP/1.1 {status} X", f"content-length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body
