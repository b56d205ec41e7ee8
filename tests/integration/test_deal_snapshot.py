"""What `snapshot` makes of deal files: nothing is dealt anew in silence."""

import pytest

from deals import DECKS, Deals


@pytest.fixture
def fleet(tmp_path):
    deals = Deals(tmp_path / "fleet")
    deals.assign()
    return deals


def bump(fleet):
    fleet.document["version"] += 1
    fleet.write()


def add(fleet, tenant):
    fleet.tenants.append(tenant)
    bump(fleet)
    fleet.assign()


@pytest.fixture
def published(fleet):
    """Its snapshot was made with version 2 of the deal files."""
    fleet.old = {deck: fleet.file(deck).read_bytes() for deck in DECKS}
    fleet.tenants.append("late")
    fleet.snapshot()
    return fleet


def test_files_that_changed_often_since_are_admitted(published):
    for number in range(5):
        add(published, f"newcomer-{number}")
    published.snapshot()


@pytest.mark.parametrize("deck", DECKS)
def test_an_older_deal_file_is_refused_and_admitted_on_demand(published, deck):
    published.file(deck).write_bytes(published.old[deck])
    published.tenants.remove("late")
    bump(published)
    said = published.refused()
    assert f'deck "{deck}"' in said and "old copy" in said and "--new-deals" in said
    published.run("snapshot", published.path, "-o", published.snapshot_folder, "--new-deals")


@pytest.mark.parametrize("deck", DECKS)
def test_an_older_deal_file_is_refused_however_much_came_since(published, deck):
    published.file(deck).write_bytes(published.old[deck])
    for number in range(3):  # past the version that the snapshot was made with
        add(published, f"newcomer-{number}")
    assert f'deck "{deck}"' in published.refused()


@pytest.mark.parametrize("deck", DECKS)
def test_a_lost_deal_file_is_refused_and_one_dealt_anew_too(published, deck):
    bump(published)
    published.file(deck).unlink()
    assert f"{deck}.jsonl" in published.refused()
    for number in range(3):
        add(published, f"newcomer-{number}")
    said = published.refused()
    assert f'deck "{deck}"' in said and "--new-deals" in said


@pytest.mark.parametrize("deck", DECKS)
def test_an_edited_deal_file_is_refused_by_every_command(published, deck):
    bump(published)
    text = published.file(deck).read_bytes()
    published.file(deck).write_bytes(text.replace(b'"t1"', b'"t9"', 1))
    assert f"{deck}.jsonl" in published.refused()
    for command in (
        ("check", published.path),
        ("deal", "--fleet", published.path, "t0"),
        ("deal", "--fleet", published.path, "--assign"),
        ("explain", published.path, "--tenant", "t0"),
    ):
        done = published.run(*command, status=1)
        assert "digest" in done.stdout + done.stderr, command
