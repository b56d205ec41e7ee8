"""`croupier deal --assign` and the deal files it keeps."""

import hashlib
import itertools
import json
import re
import subprocess

import pytest

from command_line import CROUPIER
from deals import DECKS, Deals


@pytest.fixture
def fleet(tmp_path):
    deals = Deals(tmp_path / "fleet")
    deals.assign()
    return deals


# The guest has a record too.
def only(version, records, **changes):
    nothing = {"added": 0, "released": 0, "replaced": 0, "redealt": 0}
    return {"version": version, "records": records, **nothing, **changes}


def test_assign_tells_what_it_did_and_does_nothing_twice(tmp_path):
    fleet = Deals(tmp_path)
    assert fleet.done() == {deck: only(1, 9, added=9) for deck in DECKS}
    files = [fleet.file(deck).read_bytes() for deck in DECKS]
    assert fleet.done() == {deck: only(1, 9) for deck in DECKS}
    assert [fleet.file(deck).read_bytes() for deck in DECKS] == files
    assert fleet.assign().stdout.splitlines() == [
        f"deck {deck}: deal file {deck}.jsonl version 1, 9 records: 0 added, 0 released, "
        f"0 {of} given to other workers, 0 hands dealt anew"
        for deck, of in (("bounded", "slots"), ("search", "members of hands"))
    ]


def test_hands_share_at_most_what_the_decks_say(fleet):
    for hands in fleet.all_hands().values():
        assert all(len(set(hand)) == 4 for hand in hands.values())
        for one, other in itertools.combinations(hands.values(), 2):
            assert len(set(one) & set(other)) <= 2


def test_a_tenant_without_a_record_is_told_how_to_get_one(fleet):
    fleet.tenants.append("late")
    fleet.write()
    said = fleet.run("check", fleet.path, status=1)
    for deck in DECKS:
        assert (
            f'tenant "late" of deck "{deck}" has no record in deal file "{deck}.jsonl"; '
            "`croupier deal --fleet FILE --assign` adds what is missing" in said.stderr + said.stdout
        )
    assert 'tenant "late"' in fleet.refused()
    assert fleet.done() == {deck: only(2, 10, added=1) for deck in DECKS}


def test_new_tenants_leave_old_hands_alone(fleet):
    before = fleet.all_hands()
    fleet.tenants[:0] = ["first", "second"]
    fleet.write()
    fleet.assign()
    after = fleet.all_hands()
    for deck in DECKS:
        assert {tenant: after[deck][tenant] for tenant in before[deck]} == before[deck]
        assert len(after[deck]) == 10


def test_records_stay_until_they_are_released(fleet):
    hands = fleet.all_hands()
    fleet.tenants.remove("t3")
    fleet.write()
    assert fleet.done() == {deck: only(1, 9) for deck in DECKS}
    fleet.tenants.append("t3")  # who comes back finds the old hand
    fleet.write()
    assert fleet.all_hands() == hands
    fleet.tenants.remove("t3")
    fleet.write()
    assert fleet.done("--release") == {deck: only(2, 8, released=1) for deck in DECKS}
    assert all(b'"t3"' not in fleet.file(deck).read_bytes() for deck in DECKS)


def test_a_worker_that_leaves_is_replaced_and_nobody_else_moves(fleet):
    fleet.document["decks"][0]["workers"] = [f"w{i}" for i in range(15)]
    fleet.document["decks"][1]["workers"] = [f"w{i}" for i in range(15)]
    fleet.write()
    fleet.assign("--anew")
    before = fleet.all_hands()
    others = [f"w{i}" for i in range(1, 16)]  # w0 leaves, w15 comes
    fleet.document["decks"][0]["workers"] = fleet.document["decks"][1]["workers"] = others
    fleet.write()
    done = fleet.done()
    assert done["bounded"]["redealt"] == 0
    for deck, hands in fleet.all_hands().items():
        for tenant, hand in hands.items():
            old = before[deck][tenant]
            assert "w0" not in hand
            if deck == "bounded" or done["search"]["redealt"] == 0:
                assert [w for w, was in zip(hand, old) if was != "w0"] == [
                    was for was in old if was != "w0"
                ]


def test_anew_deals_everybody_another_hand_and_says_so(fleet):
    before = fleet.all_hands()
    (fleet.folder / "main.key").write_bytes(b"another key for tests")
    said = fleet.run("check", fleet.path, status=1)
    assert "--assign --anew" in said.stdout + said.stderr
    refused = fleet.assign(status=1)
    assert "--anew" in refused.stderr
    assert fleet.done("--anew")["bounded"] == only(2, 9, added=9)
    assert fleet.all_hands()["bounded"] != before["bounded"]


@pytest.mark.parametrize("deck", DECKS)
def test_anew_with_the_same_key_deals_other_hands_too(fleet, deck):
    before = fleet.hands(fleet.tenants, deck)
    fleet.assign("--anew")
    after = fleet.hands(fleet.tenants, deck)
    assert all(sorted(before[tenant]) != sorted(after[tenant]) for tenant in before)


def test_imported_hands_are_kept_and_others_dealt_around_them(fleet):
    hands = {"t0": ["w0", "w1", "w2", "w3"], "t1": ["w2", "w3", "w4", "w5"]}
    lines = [json.dumps({"tenant": tenant, "hand": hand}) for tenant, hand in hands.items()]
    path = fleet.folder / "hands.jsonl"
    path.write_text("\n".join(lines) + "\n")
    fleet.file("search").unlink()
    done = fleet.run(
        *("deal", "--fleet", fleet.path, "--deck", "search", "--assign", "--import", path)
    )
    assert "9 added" in done.stdout
    dealt = fleet.hands(fleet.tenants, "search")
    assert {tenant: dealt[tenant] for tenant in hands} == hands
    for one, other in itertools.combinations(dealt.values(), 2):
        assert len(set(one) & set(other)) <= 2


@pytest.mark.parametrize(
    "text, why",
    [
        ('{"tenant": "t0"', "line 1: no JSON"),
        ('{"tenant": "t0", "hand": ["w0", "w1", "w2", 3]}', "a list of worker ids"),
        ('{"tenant": "t0", "hand": ["w0", "w1", "w2"]}', "t0"),
        ('{"tenant": "t0", "hand": ["w0", "w1", "w2", "w2"]}', "w2"),
        ('{"tenant": "t0", "hand": ["w0", "w1", "w2", "w99"]}', "w99"),
        ('{"tenant": "nobody", "hand": ["w0", "w1", "w2", "w3"]}', "nobody"),
        (
            '{"tenant": "t0", "hand": ["w0", "w1", "w2", "w3"]}\n'
            '{"tenant": "t1", "hand": ["w0", "w1", "w2", "w4"]}',
            "t1",
        ),
    ],
)
def test_imports_that_cannot_be_kept_are_refused_and_change_nothing(fleet, text, why):
    fleet.file("search").unlink()
    path = fleet.folder / "hands.jsonl"
    path.write_text(text)
    done = fleet.assign("--deck", "search", "--import", path, status=1)
    assert why in done.stderr
    assert not fleet.file("search").exists()


def test_an_import_does_not_take_the_place_of_a_record(fleet):
    before = fleet.file("search").read_bytes()
    path = fleet.folder / "hands.jsonl"
    path.write_text('{"tenant": "t0", "hand": ["w0", "w1", "w2", "w3"]}')
    done = fleet.assign("--deck", "search", "--import", path, status=1)
    assert '"t0"' in done.stderr and "--anew" in done.stderr
    assert fleet.file("search").read_bytes() == before


def test_an_import_names_its_deck(fleet):
    path = fleet.folder / "hands.jsonl"
    path.write_text("")
    assert "--import needs --deck" in fleet.assign("--import", path, status=1).stderr


def test_imports_may_be_the_lines_of_several_decks(fleet):
    lines = fleet.run("deal", "--fleet", fleet.path, "--json", *fleet.tenants).stdout
    path = fleet.folder / "hands.jsonl"
    path.write_text(lines)
    before = fleet.all_hands()
    for deck in DECKS:
        fleet.assign("--deck", deck, "--anew")
        fleet.file(deck).unlink()
        fleet.assign("--deck", deck, "--import", path)
    assert fleet.all_hands() == before


def test_anew_overwrites_deal_files_alone(fleet):
    document = fleet.document["decks"][0]["bounded"]
    for path in ("fleet.yaml", "main.key"):
        document["deal_file"] = path
        fleet.write()
        before = (fleet.folder / path).read_bytes()
        fleet.assign("--deck", "bounded", "--anew", status=1)
        assert (fleet.folder / path).read_bytes() == before
    document["deal_file"] = "bounded.jsonl"
    fleet.write()
    damaged = fleet.file("bounded").read_bytes()[:-5]
    fleet.file("bounded").write_bytes(damaged)
    fleet.assign("--deck", "bounded", status=1)
    assert fleet.file("bounded").read_bytes() == damaged
    fleet.assign("--deck", "bounded", "--anew")
    assert "t0" in fleet.hands(["t0"], "bounded")


def test_a_fleet_that_is_not_there_is_not_made(fleet):
    missing = fleet.folder / "typo.yaml"
    fleet.run("deal", "--fleet", missing, "--assign", status=2)
    assert not missing.exists()


def test_permissions_and_links_of_deal_files_stay(fleet):
    fleet.file("search").chmod(0o600)
    real = fleet.folder / "real.jsonl"
    fleet.file("bounded").rename(real)
    fleet.file("bounded").symlink_to("real.jsonl")
    fleet.tenants.append("late")
    fleet.write()
    fleet.assign()
    assert fleet.file("search").stat().st_mode & 0o777 == 0o600
    assert fleet.file("bounded").is_symlink()
    assert b'"late"' in real.read_bytes()


def test_two_fleets_with_one_deal_file_lose_nothing(fleet, tmp_path):
    path = fleet.folder / "other.yaml"
    document = fleet.document
    for round_ in range(5):
        document["tenants"] = [*document["tenants"], f"left-{round_}"]
        fleet.write()
        path.write_bytes(fleet.path.read_bytes().replace(b"left", b"right"))
        runs = [
            subprocess.Popen([CROUPIER, "deal", "--fleet", of, "--assign"], stdout=subprocess.PIPE)
            for of in (fleet.path, path)
        ]
        for run in runs:
            run.communicate(timeout=60)
            assert run.returncode == 0
        for deck in DECKS:
            text = fleet.file(deck).read_text()
            assert f'"left-{round_}"' in text and f'"right-{round_}"' in text


@pytest.mark.parametrize("deck", DECKS)
def test_workers_that_become_somebodys_own_leave_the_hands_of_others(fleet, deck):
    decks = fleet.document["decks"]
    for one in decks:
        one["workers"] = [f"w{i}" for i in range(16)]
    taken = fleet.hands(["t0"], deck)["t0"][0]
    whale = {"id": "whale", "decks": {deck: {"hand_size": "dedicated", "hand": [taken]}}}
    fleet.tenants.append(whale)
    fleet.write()
    said = fleet.run("check", fleet.path, status=1)
    assert f'worker "{taken}" is dedicated or spill' in said.stdout + said.stderr
    if deck == "bounded":  # all sixteen are in slots
        assert "no spare can take its slot" in fleet.assign(status=1).stderr
        fleet.document["workers"].append({"id": "w16", "address": "127.0.0.1:9100"})
        for one in decks:
            one["workers"].append("w16")
        fleet.write()
    fleet.assign("--deck", deck)
    (other,) = set(DECKS) - {deck}
    fleet.assign("--deck", other, *(["--anew"] if other == "bounded" else []))
    others = fleet.tenants[:8]
    for hand in fleet.hands(others, deck).values():
        assert taken not in hand


@pytest.mark.parametrize("deck", DECKS)
def test_pins_are_kept_clear_of(tmp_path, deck):
    fleet = Deals(tmp_path)
    pinned = ["w0", "w1", "w2", "w3", "w4", "w5"]
    fleet.tenants.append({"id": "pinned", "decks": {deck: {"hand": pinned}}})
    fleet.tenants.extend(f"more-{i}" for i in range(12))
    fleet.write()
    fleet.assign()
    hands = fleet.hands([t for t in fleet.tenants if isinstance(t, str)], deck)
    assert all(len(set(hand) & set(pinned)) <= 2 for hand in hands.values())
    fleet.run("check", fleet.path)


@pytest.mark.parametrize("deck", DECKS)
def test_a_pin_near_the_hand_of_the_guest_is_refused(fleet, deck):
    for one in fleet.document["decks"]:
        one["unknown"] = "guest"
    fleet.write()
    guest = fleet.hands(["whoever"], deck)["whoever"]
    fleet.tenants.append({"id": "pinned", "decks": {deck: {"hand": guest}}})
    fleet.write()
    said = fleet.run("check", fleet.path, status=1)
    assert "shares 4 workers with the guest" in said.stdout + said.stderr


def test_an_import_that_meets_a_pin_is_refused(fleet):
    fleet.tenants.append({"id": "p", "decks": {"search": {"hand": ["w0", "w1", "w2", "w3"]}}})
    fleet.write()
    fleet.file("search").unlink()
    path = fleet.folder / "hands.jsonl"
    path.write_text('{"tenant": "t0", "hand": ["w0", "w1", "w2", "w9"]}')
    done = fleet.assign("--deck", "search", "--import", path, status=1)
    assert 'pinned to tenant "p"' in done.stderr


def resealed(text, change):
    """The file with one part changed and its digest put right."""
    body = change(text[: text.rindex('{"digest"')])
    return body + json.dumps({"digest": hashlib.sha256(body.encode()).hexdigest()}).replace(" ", "") + "\n"


@pytest.mark.parametrize(
    "deck, old, new, why",
    [
        ("bounded", r'"next":\d+', '"next":1000000', "ordinal 1000000 is next"),
        ("bounded", r'"ordinal":8\b', '"ordinal":1000000', "ordinal 1000000"),
        ("bounded", r'"version":1', f'"version":{2**64 - 1}', "version"),
        ("bounded", r'"count":9', '"count": 9', "no writer"),
        ("search", r'"id":"t1"', '"id":"t1","id":"t1"', "no writer"),
    ],
)
def test_files_that_no_writer_made_are_refused_by_all(fleet, deck, old, new, why):
    changed = resealed(fleet.file(deck).read_text(), lambda body: re.sub(old, new, body, count=1))
    fleet.file(deck).write_text(changed)
    fleet.tenants.append("late")
    fleet.write()
    for command in (("check", fleet.path), ("deal", "--fleet", fleet.path, "--assign")):
        said = fleet.run(*command, status=1)
        assert why in said.stdout + said.stderr, command


def test_recorded_hands_that_break_the_bound_are_refused_by_all(fleet):
    hand = json.dumps(fleet.hands(["t0"], "search")["t0"]).replace(" ", "")
    text = fleet.file("search").read_text()
    changed = resealed(text, lambda body: re.sub(r'\[[^]]*\](?=,"id":"t5")', hand, body))
    fleet.file("search").write_text(changed)
    for command in (("check", fleet.path), ("deal", "--fleet", fleet.path, "--assign")):
        said = fleet.run(*command, status=1)
        assert '"t5"' in said.stdout + said.stderr and "shares" in said.stdout + said.stderr


def test_a_full_deck_says_what_is_left_to_do(tmp_path):
    fleet = Deals(tmp_path)
    del fleet.document["decks"][1], fleet.document["routes"][1]
    fleet.document["decks"][0]["bounded"]["max_overlap"] = 0
    fleet.document["tenants"] = ["a", "b", "c"]
    fleet.write()
    fleet.assign()  # with the guest four hands of four
    fleet.document["tenants"] = ["a", "b", "d"]
    fleet.write()
    said = fleet.assign(status=1).stderr
    assert "4 of 4 hands are dealt" in said and "--release frees the 1" in said
    fleet.assign("--release")
    fleet.document["tenants"] = ["a", "b", "c", "d"]
    fleet.write()
    said = fleet.assign("--release", status=1).stderr
    assert said.startswith(f"croupier: {fleet.path}:") and "with --anew 20 workers have 5 hands" in said


def test_anew_deals_a_deck_that_shrank(fleet):
    fleet.document["tenants"] = [f"t{i}" for i in range(40)]
    fleet.write()
    fleet.assign()
    fleet.document["workers"] = fleet.document["workers"][:9]
    fleet.document["tenants"] = ["t0", "t1"]
    fleet.write()
    assert fleet.done("--anew")["bounded"]["records"] == 3
    fleet.run("check", fleet.path)


def test_check_tells_of_a_shape_that_cannot_be_before_anything_is_dealt(tmp_path):
    fleet = Deals(tmp_path)
    for i, worker in enumerate(fleet.document["workers"]):
        worker["zone"] = "abc"[i % 3]
    fleet.document["decks"][0]["bounded"]["attribute"] = "zone"
    fleet.write()
    said = fleet.run("check", fleet.path, status=1)
    told = said.stdout + said.stderr
    assert "is not there" in told and "4 stripes cannot be shared evenly by the 3 values" in told
