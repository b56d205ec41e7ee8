"""Envoy lives from the snapshots on its own disk: restarted, without any, with bad ones."""

import contextlib
import http.client
import json
import shutil

import pytest

from harness import Envoy, Fleet, Stack, Worker, envoy_config, eventually, fleet_document, stack

TENANTS = [f"tenant-{number}" for number in range(10_000)]


def hands_shown(running, tenants):
    """Each tenant's hand, as Envoy's admin page tells it."""
    connection = http.client.HTTPConnection("127.0.0.1", running.envoy.admin_port, timeout=10)
    hands = {}
    for tenant in tenants:
        connection.request("GET", f"/croupier/hand?deck=api&tenant={tenant}")
        hands[tenant] = json.loads(connection.getresponse().read())["hand"]
    connection.close()
    return hands


def restart(running):
    running.envoy.stop()
    running.envoy.start()
    running.port = running.envoy.port


def test_c28_hands_survive_a_restart_without_the_control_plane(tmp_path):
    with stack(tmp_path, workers=10) as running:
        dealt = running.fleet.hands(TENANTS)
        assert hands_shown(running, TENANTS[:200]) == {t: dealt[t] for t in TENANTS[:200]}
        running.envoy.stop()
        running.fleet.path.unlink()
        running.envoy.start()
        running.port = running.envoy.port
        assert hands_shown(running, TENANTS) == dealt
        status = running.envoy.status()
        assert status["in_service"]
        assert (status["version"], status["from_previous"]) == (1, False)
        eventually(lambda: running.envoy.status()["age_seconds"] >= 1, "the age is shown and grows")
        assert running.envoy.metrics()["snapshot_age_seconds"] >= 1
        assert {running.get("acme").worker for _ in range(30)} == set(running.hand("acme"))


@pytest.mark.parametrize("round_number", range(4))
def test_envoy_ends_cleanly_amid_health_checks(tmp_path, round_number):
    """It used to crash every other time, while a check was on its way."""
    health = {"path": "/healthz", "interval": "10ms", "timeout": "1s"}
    with stack(tmp_path, workers=8, health=health) as running:
        running.envoy.wait_healthy(8)
        assert running.get("acme").status == 200
    # The stack asserts Envoy's exit status.


def test_a_snapshot_of_another_fleet_than_envoys_configuration_is_told(tmp_path):
    with stack(tmp_path, workers=3, hand_size=2) as running:
        assert running.envoy.status()["config_matches"]
        assert running.envoy.metrics()["config_mismatch"] == 0
        running.fleet.document["decks"][0]["request_timeout"] = "7s"
        running.envoy.wait_version(running.fleet.snapshot())
        assert not running.envoy.status()["config_matches"]
        assert running.envoy.metrics()["config_mismatch"] == 1
        assert "was made for another fleet file" in running.envoy.log_text()
        assert running.get("acme").status == 200


# ---- without a snapshot ----


@contextlib.contextmanager
def without_snapshot(folder):
    with contextlib.ExitStack() as cleanup:
        crew = []
        for number in range(3):
            crew.append(Worker(f"w{number}"))
            cleanup.callback(crew[-1].stop)
        fleet = Fleet(folder, fleet_document(crew, hand_size=2))
        envoy = Envoy(folder, envoy_config(fleet))
        cleanup.callback(envoy.stop)
        yield Stack(fleet, envoy, crew)


@pytest.mark.parametrize("folder", ["missing", "empty"])
def test_envoy_starts_without_a_snapshot_and_takes_the_first(tmp_path, folder):
    if folder == "empty":
        (tmp_path / "snapshot").mkdir()
    with without_snapshot(tmp_path) as running:
        got = running.get("acme")
        assert (got.status, got.reason) == (503, "no snapshot")
        status = running.envoy.status()
        assert not status["in_service"]
        assert "manifest.json" in status["last_refused"]
        assert running.envoy.metric("refused{no_snapshot}") == 1
        running.fleet.snapshot(bump=False)
        running.envoy.wait_version(1)
        assert {running.get("acme").worker for _ in range(20)} == set(running.hand("acme"))
        assert running.envoy.status()["last_refused"] == ""


# ---- bad snapshots ----


def change_something(document):
    """The next version, with content of its own and the same hands."""
    document["version"] += 1
    document["decks"][0]["attempts"] = {"try_timeout": f"{1000 + document['version']}ms"}


def staged(running, folder, key=None):
    """The next version as a folder aside, so that it can be spoiled before Envoy sees it."""
    shutil.copytree(running.fleet.folder, folder)
    if key:
        (folder / "k1.key").write_bytes(key)
    change_something(running.fleet.document)
    aside = Fleet(folder, running.fleet.document)
    aside.snapshot(bump=False)
    return aside.snapshot_folder


def put_in_place(source, target):
    """Segments first, the manifest last and in one step, as the writer does."""
    for segment in (source / "segments").iterdir():
        shutil.copy(segment, target / "segments" / segment.name)
    shutil.copy(source / "previous.json", target / "previous.json")
    shutil.copy(source / "manifest.json", target / "coming.json")
    (target / "coming.json").rename(target / "manifest.json")


def fleet_segment(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    return folder / "segments" / manifest["segments"][0]["digest"]


def cut_short(folder):
    segment = fleet_segment(folder)
    segment.write_bytes(segment.read_bytes()[:-7])


def flip_a_bit(folder):
    segment = fleet_segment(folder)
    content = bytearray(segment.read_bytes())
    content[len(content) // 2] ^= 4
    segment.write_bytes(content)


def garble_the_manifest(folder):
    (folder / "manifest.json").write_text("{")


BAD = {
    "a segment cut short": (cut_short, "bytes instead of"),
    "a flipped bit": (flip_a_bit, "its bytes have another digest"),
    "a garbled manifest": (garble_the_manifest, "manifest"),
}


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with stack(tmp_path_factory.mktemp("served"), workers=6) as made:
        yield made


def assert_refused_once(running, folder, place, reason):
    """The snapshot that `place` puts there is refused, told and counted once; all else goes on."""
    good = running.envoy.status()["version"]
    hand = running.hand("acme")
    with running.counted("snapshots_refused") as refused:
        place()
        eventually(lambda: refused() > 0, "the snapshot is refused")
        status = running.envoy.status()
        assert reason in status["last_refused"]
        assert status["version"] == good
        assert running.get("acme").worker in hand == running.hand("acme")
        # The next good one is taken, and none was refused twice on the way.
        put_in_place(staged(running, folder / "next"), running.fleet.snapshot_folder)
        running.envoy.wait_version(running.fleet.document["version"])
        assert refused() == 1
        assert running.envoy.status()["last_refused"] == ""
    assert running.envoy.log_text().count(f"snapshot refused: {status['last_refused']}") == 1


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_snapshot_is_refused_and_the_last_good_one_serves(running, tmp_path, kind):
    spoil, reason = BAD[kind]
    bad = staged(running, tmp_path / "bad")
    spoil(bad)
    target = running.fleet.snapshot_folder
    assert_refused_once(running, tmp_path, lambda: put_in_place(bad, target), reason)


def test_a_snapshot_of_another_key_is_refused(running, tmp_path):
    other = staged(running, tmp_path / "bad", key=b"another key under the same id")
    target = running.fleet.snapshot_folder
    assert_refused_once(running, tmp_path, lambda: put_in_place(other, target), "check value")


def test_an_older_version_is_refused(running, tmp_path):
    older = tmp_path / "older"
    shutil.copytree(running.fleet.snapshot_folder, older)
    (older / "previous.json").write_text("{}")
    target = running.fleet.snapshot_folder
    put_in_place(staged(running, tmp_path / "newer"), target)
    running.envoy.wait_version(running.fleet.document["version"])
    assert_refused_once(
        running, tmp_path, lambda: put_in_place(older, target), "cannot follow version"
    )


def test_after_a_restart_the_previous_snapshot_serves_for_a_bad_newest(tmp_path):
    with stack(tmp_path, workers=6) as running:
        hand = running.hand("acme")
        change_something(running.fleet.document)
        running.fleet.snapshot(bump=False)
        running.envoy.wait_version(2)
        cut_short(running.fleet.snapshot_folder)
        restart(running)
        status = running.envoy.status()
        assert (status["version"], status["from_previous"]) == (1, True)
        assert "bytes instead of" in status["last_refused"]
        assert status["snapshots_refused"] == 1
        assert running.envoy.metrics()["snapshot_from_previous"] == 1
        assert running.hand("acme") == hand
        assert running.get("acme").worker in hand
        # A good one ends it.
        change_something(running.fleet.document)
        running.fleet.snapshot(bump=False)
        running.envoy.wait_version(3)
        status = running.envoy.status()
        assert (status["from_previous"], status["last_refused"]) == (False, "")
