"""The demo without Croupier's own listener: its worker, and its runner before a stock Envoy.

CROUPIER_BIN_DIR names the folder with the built programs.
"""

import concurrent.futures
import contextlib
import importlib.util
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest

BIN = pathlib.Path(os.environ["CROUPIER_BIN_DIR"])
ENVOY = pathlib.Path(importlib.util.find_spec("envoy").submodule_search_locations[0], "_bin/envoy")


@contextlib.contextmanager
def worker(*options: str, **popen: object) -> Iterator[tuple[subprocess.Popen, str]]:
    """A running worker and its URL."""
    process = subprocess.Popen(
        [BIN / "croupier-demo-worker", *options], stdout=subprocess.PIPE, text=True, **popen
    )
    try:
        port = int(process.stdout.readline())
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_worker_answers_with_its_id() -> None:
    with worker("--id", "w1") as (_, url):
        for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS"):
            answer = httpx.request(method, url + "/any/path")
            assert (answer.status_code, answer.headers["x-worker"]) == (200, "w1")
        assert httpx.get(url + "/status/503").status_code == 503
        assert httpx.get(url + "/healthz").status_code == 200
        assert httpx.get(url + "/count").text == "6\n"


def test_worker_shows_the_headers_that_reach_it() -> None:
    with worker() as (_, url):
        seen = httpx.get(url + "/headers", headers={"X-Tenant": "acme"}).json()
        assert seen["x-tenant"] == "acme"


def test_slow_answers_hold_nobody_up() -> None:
    with worker() as (_, url), concurrent.futures.ThreadPoolExecutor(20) as threads:
        begin = time.monotonic()
        slow = [threads.submit(httpx.get, url + "/slow?ms=1000", timeout=30) for _ in range(20)]
        assert all(answer.result().status_code == 200 for answer in slow)
        # One after the other they would take 20 s.
        assert 1 <= time.monotonic() - begin < 10


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_poison_kills_without_an_answer_and_the_port_is_free_at_once(method: str) -> None:
    with worker() as (process, url):
        assert httpx.get(url).status_code == 200
        with pytest.raises(httpx.TransportError):
            httpx.request(method, url + "/poison")
        assert process.wait(10) == -signal.SIGKILL
        with worker("--listen", url.removeprefix("http://")) as (_, again):
            assert again == url
            assert httpx.get(again).status_code == 200


def test_worker_ends_on_sigterm() -> None:
    with worker() as (process, _):
        process.terminate()
        assert process.wait(10) == 0


def test_worker_ends_with_its_parent() -> None:
    parent = f"""
import subprocess, sys
worker = subprocess.Popen([{str(BIN / "croupier-demo-worker")!r}], stdout=subprocess.PIPE)
print(worker.pid, worker.stdout.readline().decode().strip(), flush=True)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        pid = int(process.stdout.readline().split()[0])
        born = start_time(pid)
        process.kill()
        process.wait()
        wait_until_gone({pid: born})


def test_worker_refuses_a_bad_address() -> None:
    program = BIN / "croupier-demo-worker"
    result = subprocess.run([program, "--listen", "8080"], capture_output=True, text=True)
    assert result.returncode == 2
    assert "8080 is not ADDRESS:PORT" in result.stderr


# ---- processes ----


def stat(pid: int) -> list[str] | None:
    """The fields of /proc/PID/stat from the state on; nothing for the dead and for zombies."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = text.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else fields


def start_time(pid: int) -> str | None:
    fields = stat(pid)
    return fields[19] if fields else None


def descendants(root: int) -> dict[int, str]:
    """Pid and start time of all processes below `root`."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := stat(int(entry.name))):
            parents[int(entry.name)] = (int(fields[1]), fields[19])
    found: dict[int, str] = {}
    wanted = {root}
    while wanted:
        wanted = {pid for pid, (parent, _) in parents.items() if parent in wanted}
        found |= {pid: parents[pid][1] for pid in wanted}
    return found


def wait_until_gone(processes: dict[int, str | None]) -> None:
    end = time.monotonic() + 10
    left = processes
    while left and time.monotonic() < end:
        left = {pid: born for pid, born in left.items() if start_time(pid) == born}
    assert not left


# ---- the runner ----


def demo(*options: str) -> list[str]:
    return [str(BIN / "croupier-demo"), "--envoy", str(ENVOY), *options]


def test_pool_hurts_all_and_fixed_shards_a_fifth() -> None:
    result = subprocess.run(
        demo("--listeners", "pool,fixed", "--seconds", "10", "--json", "--check"),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    assert report["broken"] == []
    pool = report["listeners"]["pool"]["measured"]
    fixed = report["listeners"]["fixed"]
    assert pool["had_failures"] > 100
    assert pool["workers_killed"] > 20
    assert len(fixed["measured"]["out_of_service"]) == 39
    assert fixed["measured"]["out_of_service"] == fixed["predicted"]["down"]
    # Nobody outside the attacker's shard noticed anything.
    assert fixed["measured"]["had_failures"] == 39
    for figures in (pool["all"], fixed["measured"]["all"]):
        assert figures["started"] == figures["succeeded"] + figures["failed"]
        assert figures["started"] > 3600  # 199 tenants, two requests a second, ten seconds


def test_listeners_in_turns_print_one_table() -> None:
    result = subprocess.run(
        demo("--listeners", "pool,fixed", "--in-turns", "--seconds", "5", "--seed", "7"),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("starting 20 workers") == 2
    heading = result.stdout.strip().splitlines()[0]
    assert heading.split() == ["|", "pool", "model", "|", "fixed", "model"]
    assert "out of service" in result.stdout


@contextlib.contextmanager
def running_demo(folder: pathlib.Path) -> Iterator[tuple[subprocess.Popen, dict[int, str]]]:
    """A demo under load and all the processes below it."""
    with subprocess.Popen(
        demo("--listeners", "pool,fixed", "--seconds", "600"),
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(folder)},
    ) as process:
        try:
            for line in process.stderr:
                if line.startswith("   2 s"):
                    break
            yield process, descendants(process.pid)
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_leaves_nothing_behind(number: signal.Signals, tmp_path: pathlib.Path) -> None:
    with running_demo(tmp_path) as (process, below):
        assert len(below) > 10  # Envoy and the workers that live
        process.send_signal(number)
        assert process.wait(20) == 130
        wait_until_gone(below)
        assert list(tmp_path.iterdir()) == []


def test_kill_leaves_no_process_behind(tmp_path: pathlib.Path) -> None:
    with running_demo(tmp_path) as (process, below):
        process.kill()
        process.wait()
        wait_until_gone(below)


def test_missing_envoy_is_said() -> None:
    result = subprocess.run(
        [BIN / "croupier-demo", "--envoy", "/no/such/envoy", "--listeners", "pool"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 2
    assert "cannot start /no/such/envoy: No such file or directory" in result.stderr


@pytest.mark.parametrize(
    "options", [("--listeners", "nobody"), ("--seconds", "0"), ("--stay", "--in-turns")]
)
def test_impossible_options_are_refused(options: tuple[str, ...]) -> None:
    result = subprocess.run(demo(*options), capture_output=True, text=True, timeout=60)
    assert result.returncode == 2
