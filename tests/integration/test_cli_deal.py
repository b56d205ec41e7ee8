"""`croupier deal` from outside: output, messages, exit statuses."""

import json
import os
import pathlib
import re
import subprocess

import pytest
import yaml

from command_line import BOUNDED, CROUPIER, HMAC, PUBLIC_KEY, SEARCH, croupier, hands


# ---- deal, over numbers ----


def test_deal_prints_a_table_for_people() -> None:
    result = croupier(*HMAC, *PUBLIC_KEY, "acme", "tenant-with-a-long-name")
    lines = result.stdout.decode().splitlines()
    assert lines[0] == "TENANT                   HAND"
    assert lines[1] == "acme                     10, 11, 3"
    assert result.stderr == b""


def test_deal_prints_json_in_the_documented_form() -> None:
    result = croupier(*HMAC, *PUBLIC_KEY, "--json", "acme")
    assert result.stdout == b'{"tenant": "acme", "hand": [10, 11, 3]}\n'


def test_default_key_is_the_published_one_and_is_called_public() -> None:
    result = croupier(*HMAC, "--json", "acme")
    assert hands(result.stdout) == [("acme", [10, 11, 3])]
    assert b'published key "shuffle-shard-v1"' in result.stderr


@pytest.mark.parametrize("key", ["--key-text=", "--key-text"])
def test_empty_key_is_a_key_and_called_public(key: str) -> None:
    arguments = [key] if key.endswith("=") else [key, ""]
    result = croupier(*HMAC, "--json", *arguments, "acme")
    assert [tenant for tenant, _ in hands(result.stdout)] == ["acme"]
    assert b"the key is empty" in result.stderr


def test_rendezvous_needs_a_key() -> None:
    arguments = ["deal", "--policy", "rendezvous", "--workers", "20", "--hand", "4", "--json"]
    result = croupier(*arguments, "acme")
    assert result.returncode == 2
    assert b"secret key" in result.stderr
    dealt = hands(croupier(*arguments, *PUBLIC_KEY, "acme").stdout)
    assert sorted(set(dealt[0][1])) == sorted(dealt[0][1])
    assert len(dealt[0][1]) == 4


def test_all_policies_deal_distinct_workers() -> None:
    for policy in ("hmac", "rendezvous", "java-demo", "python-sample"):
        key = PUBLIC_KEY if policy in ("hmac", "rendezvous") else []
        result = croupier(
            "deal", "--policy", policy, "--workers", "7", "--hand", "7", "--json", *key, "a", "b"
        )
        assert result.returncode == 0, result.stderr
        for _, hand in hands(result.stdout):
            assert sorted(hand) == list(range(7))


def test_java_demo_takes_a_seed() -> None:
    arguments = ["deal", "--policy", "java-demo", "--workers", "20", "--hand", "4", "--json"]
    published = hands(croupier(*arguments, "tenant-31415").stdout)
    assert sorted(published[0][1]) == [5, 9, 11, 15]
    assert published == hands(croupier(*arguments, "--seed", "0x5EEDC0DE", "tenant-31415").stdout)
    assert published != hands(croupier(*arguments, "--seed", "7", "tenant-31415").stdout)


def test_hmac_deals_from_any_number_of_workers() -> None:
    largest = str(2**64 - 1)
    result = croupier(
        "deal", "--policy", "hmac", "--workers", largest, "--hand", "3", "--json", "acme"
    )
    hand = hands(result.stdout)[0][1]
    assert len(set(hand)) == 3
    assert max(hand) > 2**32


@pytest.mark.parametrize(
    ("workers", "hand", "message"),
    [
        ("64", "0", "hand size 0 is below 1"),
        ("64", "65", "hand size 65 is above 64"),
        ("0", "1", "the deck has no workers"),
        ("18446744073709551615", "18446744073709551615", "the largest hand that is printed"),
    ],
)
def test_limits_of_the_deal(workers: str, hand: str, message: str) -> None:
    result = croupier("deal", "--policy", "hmac", "--workers", workers, "--hand", hand, "acme")
    assert result.returncode == 1
    assert result.stdout == b""
    assert message in result.stderr.decode()


def test_bounded_deals_ordinals(tmp_path: pathlib.Path) -> None:
    deck = [*BOUNDED, "--max-overlap", "2", "--stripes", "4"]
    plain = croupier(*deck, "--ordinals", "0-124", "--json").stdout.decode().splitlines()
    rows = [json.loads(line) for line in plain]
    assert [row["ordinal"] for row in rows] == list(range(125))
    assert rows[0]["hand"] == [0, 5, 10, 15]
    (tmp_path / "key").write_bytes(b"secret")
    (tmp_path / "key").chmod(0o600)
    keyed = [*deck, "--ordinals", "0-124", "--json", "--key-file", tmp_path / "key"]
    other = [json.loads(line) for line in croupier(*keyed).stdout.decode().splitlines()]
    assert other != rows
    assert sorted(row["hand"] for row in other) == sorted(row["hand"] for row in rows)


def test_bounded_tells_where_the_hands_end() -> None:
    result = croupier(*BOUNDED, "--max-overlap", "2", "--stripes", "4", "--ordinals", "124-125")
    assert result.returncode == 1
    assert result.stdout == b"ORDINAL  HAND\n124      4, 8, 13, 19\n"
    assert b"ordinal 125 is not below 125, the number of hands" in result.stderr


def test_search_deals_until_the_deck_is_full() -> None:
    result = croupier(*SEARCH, "--max-overlap", "2", "--count", "1000", "--json", "--key-text", "k")
    assert result.returncode == 1
    assert b"the deck is full" in result.stderr
    dealt = [set(json.loads(line)["hand"]) for line in result.stdout.decode().splitlines()]
    assert len(dealt) > 200
    assert max(len(a & b) for i, a in enumerate(dealt) for b in dealt[:i]) == 2


def test_bounded_names_the_nearest_shape_that_works() -> None:
    deck = ["deal", "--policy", "bounded", "--workers", "28", "--hand", "4", "--max-overlap", "1"]
    result = croupier(*deck, "--stripe-size", "6", "--ordinals", "0")
    assert result.returncode == 1
    assert b"the nearest stripes that can: 5 and 7" in result.stderr


@pytest.mark.parametrize("policy", ["rendezvous", "java-demo", "python-sample"])
def test_too_many_workers_for_the_policy(policy: str) -> None:
    key = PUBLIC_KEY if policy == "rendezvous" else []
    result = croupier(
        "deal", "--policy", policy, "--workers", "5000000000", "--hand", "3", *key, "acme"
    )
    assert result.returncode == 1
    assert f"the most that {policy} deals from" in result.stderr.decode()


def test_key_file_counts_every_byte_and_must_be_private(tmp_path: pathlib.Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(b"shuffle-shard-v1")
    key.chmod(0o640)
    arguments = [*HMAC, "--json", "--key-file", key, "acme"]
    assert hands(croupier(*arguments).stdout) == [("acme", [10, 11, 3])]
    key.write_bytes(b"shuffle-shard-v1\n")
    assert hands(croupier(*arguments).stdout) != [("acme", [10, 11, 3])]
    key.chmod(0o644)
    result = croupier(*arguments)
    assert result.returncode == 1
    assert b"0644" in result.stderr
    key.unlink()
    assert croupier(*arguments).returncode == 2


# ---- deal, tenants ----

ODD_IDS = ['"', "\\", "[a,b]", "++", "check", "ümlaut 日本", "a b", " ", "{}", "'", "😀", "x" * 255]


def test_odd_ids_survive_as_arguments_and_as_lines() -> None:
    by_argument = croupier(*HMAC, *PUBLIC_KEY, "--json", *ODD_IDS)
    by_line = croupier(*HMAC, *PUBLIC_KEY, "--json", stdin="\n".join(ODD_IDS).encode())
    assert by_argument.returncode == by_line.returncode == 0
    assert by_argument.stdout == by_line.stdout
    assert [tenant for tenant, _ in hands(by_line.stdout)] == ODD_IDS


def test_ids_that_begin_with_a_dash_follow_two_dashes() -> None:
    result = croupier(*HMAC, *PUBLIC_KEY, "--json", "--", "-x", "--json")
    assert [tenant for tenant, _ in hands(result.stdout)] == ["-x", "--json"]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_last_line_counts_with_and_without_newline(end: bytes) -> None:
    result = croupier(*HMAC, *PUBLIC_KEY, "--json", stdin=b"a\nb" + end)
    assert [tenant for tenant, _ in hands(result.stdout)] == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "id is empty"),
        (b"b\xff", "not valid UTF-8 at byte offset 1"),
        (b"b\r", "control character U+000D at byte offset 1"),
        (b"x" * 256, "longer than 255 bytes"),
        (b"x" * 1_000_000, "longer than 65536 bytes"),
    ],
    ids=["empty", "utf-8", "carriage-return", "long", "very-long"],
)
def test_bad_line_is_told_and_the_others_are_dealt(line: bytes, message: str) -> None:
    result = croupier(*HMAC, *PUBLIC_KEY, "--json", stdin=b"a\n" + line + b"\nc\n")
    assert result.returncode == 1
    assert [tenant for tenant, _ in hands(result.stdout)] == ["a", "c"]
    assert result.stderr.decode().startswith("croupier: line 2: ")
    assert message in result.stderr.decode()
    assert result.stderr.count(b"\n") == 1


@pytest.mark.parametrize("argument", [b"", b"b\xff", b"b\x01"])
def test_bad_argument_is_told_and_the_others_are_dealt(argument: bytes) -> None:
    result = croupier(*HMAC, *PUBLIC_KEY, "--json", "a", argument, "c")
    assert result.returncode == 1
    assert [tenant for tenant, _ in hands(result.stdout)] == ["a", "c"]
    assert result.stderr.decode().startswith("croupier: tenant 2: ")


def test_no_tenant_at_all() -> None:
    assert croupier(*HMAC, *PUBLIC_KEY, "--json").stdout == b""
    assert croupier(*HMAC, *PUBLIC_KEY).stdout == b"TENANT  HAND\n"


def test_a_million_tenants_from_standard_input() -> None:
    tenants = b"".join(b"tenant-%d\n" % i for i in range(1_000_000))
    result = croupier(*HMAC, *PUBLIC_KEY, "--json", stdin=tenants)
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert len(lines) == 1_000_000
    assert json.loads(lines[-1])["tenant"] == "tenant-999999"


def test_unreadable_standard_input_is_2(tmp_path: pathlib.Path) -> None:
    descriptor = os.open(tmp_path, os.O_RDONLY)
    try:
        result = subprocess.run(
            [CROUPIER, *HMAC, *PUBLIC_KEY], stdin=descriptor, capture_output=True, timeout=60
        )
    finally:
        os.close(descriptor)
    assert result.returncode == 2
    assert b"cannot read the input" in result.stderr


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_reader_that_leaves_ends_the_deal(form: list[str], tmp_path: pathlib.Path) -> None:
    tenants = tmp_path / "tenants"
    tenants.write_text("".join(f"tenant-{i}\n" for i in range(1_000_000)))
    with tenants.open("rb") as lines:
        process = subprocess.Popen(
            [CROUPIER, *HMAC, *PUBLIC_KEY, *form],
            stdin=lines,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""
        process.stderr.close()


# ---- deal, out of a fleet ----


def test_deal_out_of_a_fleet_names_workers(folder: pathlib.Path) -> None:
    result = croupier("deal", "--fleet", "fleet.yaml", "--json", "hooli", "initech", cwd=folder)
    (hooli, pinned), (initech, dealt) = hands(result.stdout)
    assert (hooli, pinned) == ("hooli", ["w1", "w5"])
    assert initech == "initech"
    assert len(dealt) == 2


def test_every_deck_has_a_row_and_one_may_be_picked(folder: pathlib.Path) -> None:
    deal = ["deal", "--fleet", "everything.yaml", "--json"]
    rows = [json.loads(line) for line in croupier(*deal, "acme", cwd=folder).stdout.splitlines()]
    assert [row["deck"] for row in rows] == ["api", "reports", "ssd", "python"]
    assert all(list(row) == ["tenant", "deck", "hand"] for row in rows)
    one = croupier(*deal, "--deck", "reports", "acme", cwd=folder)
    assert json.loads(one.stdout) == {"tenant": "acme", "hand": rows[1]["hand"]}
    table = croupier("deal", "--fleet", "everything.yaml", "acme", cwd=folder).stdout.decode()
    assert table.splitlines()[0].split() == ["TENANT", "DECK", "HAND"]


def test_unknown_deck_is_told_with_those_there_are(folder: pathlib.Path) -> None:
    result = croupier("deal", "--fleet", "fleet.yaml", "--deck", "nope", "acme", cwd=folder)
    assert result.returncode == 1
    assert b'no deck "nope"; it has api' in result.stderr


def test_unknown_tenants_follow_the_deck(folder: pathlib.Path) -> None:
    deal = ["deal", "--fleet", "everything.yaml", "--json", "--deck"]
    guests = hands(croupier(*deal, "api", "nobody", "somebody", cwd=folder).stdout)
    assert guests[0][1] == guests[1][1]
    refused = croupier(*deal, "reports", "nobody", "acme", cwd=folder)
    assert refused.returncode == 1
    assert [tenant for tenant, _ in hands(refused.stdout)] == ["acme"]
    assert b'croupier: tenant 1: "nobody" is not listed' in refused.stderr
    dealt = hands(croupier("deal", "--fleet", "fleet.yaml", "--json", "x", "y", cwd=folder).stdout)
    assert dealt[0][1] != dealt[1][1]


def test_tenants_that_clients_choose_are_guests(folder: pathlib.Path) -> None:
    """SNI and path name listed tenants only, whatever the deck says of unknown ones."""
    fleet = yaml.safe_load((folder / "fleet.yaml").read_text())
    fleet["identity"] = {"sources": [{"path_segment": 0}]}
    (folder / "path.yaml").write_text(yaml.safe_dump(fleet))
    deal = ("deal", "--fleet", "path.yaml", "--json", "nobody", "somebody", "guest")
    (_, nobody), (_, somebody), (_, guest) = hands(croupier(*deal, cwd=folder).stdout)
    assert nobody == somebody == guest
    fleet["identity"]["sources"].append({"header": "x-tenant", "trusted": ["10.0.0.0/8"]})
    (folder / "path.yaml").write_text(yaml.safe_dump(fleet))
    (_, nobody), (_, somebody), (_, guest) = hands(croupier(*deal, cwd=folder).stdout)
    assert len({tuple(hand) for hand in (nobody, somebody, guest)}) == 3
    explained = croupier("explain", "path.yaml", "--tenant", "nobody", cwd=folder).stdout
    assert b"not listed (where SNI or path name it: the guest hand)" in explained


def test_deal_out_of_a_bad_fleet_is_refused(folder: pathlib.Path) -> None:
    (folder / "fleet.key").chmod(0o644)
    result = croupier("deal", "--fleet", "fleet.yaml", "acme", cwd=folder)
    assert result.returncode == 1
    assert result.stdout == b""
    assert b"fleet.yaml:4:" in result.stderr


@pytest.mark.parametrize("policy", ["apf", "infima", "mimir-ring", "mimir-queriers", "thanos"])
def test_policies_that_need_more_than_numbers_deal_out_of_fleets_alone(policy: str) -> None:
    done = croupier("deal", "--policy", policy, "--workers", "20", "--hand", "4", "acme")
    assert done.returncode == 2 and done.stdout == b""
    assert b"it deals out of fleet files alone (--fleet)" in done.stderr


def test_assign_takes_no_tenants(folder: pathlib.Path) -> None:
    done = croupier("deal", "--fleet", "deals.yaml", "--assign", "acme", cwd=folder)
    assert done.returncode == 2
    assert b"--assign deals to the tenants of the fleet file" in done.stderr
