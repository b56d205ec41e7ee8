"""The main job, live: the demo as a newcomer runs it, and proof that its check has teeth."""

import json
import os
import signal
import subprocess

import pytest

from harness import BIN, LIB, envoy_binary
from json_page import check


def demo(*arguments, timeout=240):
    return subprocess.run(
        [BIN / "croupier-demo", "--envoy", envoy_binary(), "--module-dir", LIB, *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
    )


def test_the_demo_goes_as_predicted():
    done = demo("--seconds", "25", "--check", "--json")
    assert done.returncode == 0, done.stderr[-3000:] + done.stdout[-3000:]
    printed = json.loads(done.stdout)
    assert set(printed["listeners"]) == {"pool", "fixed", "croupier"}
    check("croupier-demo", printed)


@pytest.mark.parametrize("router", ["all-workers", "living"])
def test_the_check_fails_for_a_router_that_leaves_the_hand(router):
    done = demo("--listeners", "croupier", "--router", router, "--seconds", "12", "--check")
    assert done.returncode == 1, done.stderr[-3000:]
    broken = [line for line in done.stderr.splitlines() + done.stdout.splitlines() if "BROKEN" in line]
    assert any("GETs of tenants that share fewer than 4 workers failed" in line for line in broken)


def test_ctrl_c_leaves_no_process_behind():
    child = subprocess.Popen(
        [BIN / "croupier-demo", "--envoy", envoy_binary(), "--module-dir", LIB]
        + ["--stay", "--seconds", "5", "--listeners", "croupier"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    for line in child.stderr:
        if "croupier:" in line:  # the load runs
            break
    # The runner, Envoy and those of the 20 workers that the poison tenant has left alive.
    assert len(session_members(child.pid)) > 12
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=60)
    assert session_members(child.pid) == []


def session_members(session):
    """Living processes of the session that the demo leads."""
    members = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            members.append(int(pid))
    return members
