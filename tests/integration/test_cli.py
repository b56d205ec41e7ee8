"""Every command of the command line, from outside: output, messages, exit statuses.

CROUPIER_BIN_DIR names the folder with the built programs.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ["CROUPIER_BIN_DIR"])
CROUPIER = BIN / "croupier"
FLEETS = ROOT / "tests" / "fleets" / "good"
HMAC = ["deal", "--policy", "hmac", "--workers", "64", "--hand", "3"]
PUBLIC_KEY = ["--key-text", "shuffle-shard-v1"]
NINE_LINES = """\
workers=20, shardSize=4, tenants=100000
poisonedWorkers=[5, 9, 11, 15]
fixedUnavailable=20001
shuffleUnavailable=26
overlap=0 tenants=37331 percentage=37.3310%
overlap=1 tenants=46540 percentage=46.5400%
overlap=2 tenants=14730 percentage=14.7300%
overlap=3 tenants=1373 percentage=1.3730%
overlap=4 tenants=26 percentage=0.0260%
"""


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    """The good fleets and their key; fleet.yaml is small.yaml."""
    for path in FLEETS.iterdir():
        shutil.copy(path, tmp_path)
    shutil.copy(FLEETS / "small.yaml", tmp_path / "fleet.yaml")
    (tmp_path / "fleet.key").write_bytes(b"a key for tests")
    (tmp_path / "fleet.key").chmod(0o600)
    return tmp_path


def croupier(
    *arguments: str | bytes | pathlib.Path, stdin: bytes = b"", cwd: pathlib.Path | None = None
) -> subprocess.CompletedProcess:
    return subprocess.run(
        [CROUPIER, *arguments], input=stdin, capture_output=True, timeout=60, cwd=cwd
    )


def hands(output: bytes) -> list[tuple[str, list]]:
    rows = [json.loads(line) for line in output.decode().splitlines()]
    return [(row["tenant"], row["hand"]) for row in rows]


# ---- the program ----


def test_help_and_version() -> None:
    result = croupier("--help")
    assert result.returncode == 0
    for command in (b"deal", b"check", b"explain", b"snapshot", b"envoy-config", b"simulate"):
        assert command in result.stdout
    assert re.fullmatch(rb"\d+\.\d+\.\d+\n", croupier("--version").stdout)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nonsense",),
        ("deal",),
        ("deal", "--policy", "hmac", "--hand", "3", "acme"),
        ("deal", "--policy", "hmac", "--workers", "64", "acme"),
        ("deal", "--policy", "md5", "--workers", "64", "--hand", "3", "acme"),
        (*HMAC, "--fleet", "fleet.yaml", "acme"),
        (*HMAC, "--deck", "api", "acme"),
        (*HMAC, "--seed", "1", "acme"),
        (*HMAC, "--key-text", "a", "--key-file", "b", "acme"),
        (*HMAC, "--no-such-option", "acme"),
        ("deal", "--policy", "hmac", "--workers", "18446744073709551616", "--hand", "3", "acme"),
        ("deal", "--policy", "hmac", "--workers", "-1", "--hand", "3", "acme"),
        ("deal", "--policy", "hmac", "--workers", "64", "--hand", "three", "acme"),
        ("deal", "--policy", "java-demo", "--workers", "9", "--hand", "3", "--key-text", "a", "b"),
        ("check",),
        ("explain", "fleet.yaml"),
        ("snapshot", "fleet.yaml"),
        ("simulate",),
        ("simulate", "--preset", "nonsense"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_2(arguments: tuple[str, ...], folder: pathlib.Path) -> None:
    result = croupier(*arguments, cwd=folder)
    assert result.returncode == 2
    assert result.stdout == b""
    assert result.stderr


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


def test_output_that_cannot_be_written_is_2() -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [CROUPIER, *HMAC, *PUBLIC_KEY, "acme"],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert result.returncode == 2
    assert b"cannot write the output" in result.stderr


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


def test_deal_out_of_a_bad_fleet_is_refused(folder: pathlib.Path) -> None:
    (folder / "fleet.key").chmod(0o644)
    result = croupier("deal", "--fleet", "fleet.yaml", "acme", cwd=folder)
    assert result.returncode == 1
    assert result.stdout == b""
    assert b"fleet.yaml:4:" in result.stderr


# ---- check ----


def test_check_prints_the_risk_of_a_good_fleet(folder: pathlib.Path) -> None:
    result = croupier("check", "fleet.yaml", cwd=folder)
    assert result.returncode == 0
    text = result.stdout.decode()
    assert "deck api: policy rendezvous, 8 workers, 8 dealt, hand size 4, 5 listed" in text
    for fault in ("1 failed worker", "2 failed workers", "1 poison tenant"):
        assert fault in text


def test_check_as_json(folder: pathlib.Path) -> None:
    report = json.loads(croupier("check", "everything.yaml", "--json", cwd=folder).stdout)
    assert report["ok"] is True
    assert {problem["severity"] for problem in report["problems"]} == {"warning"}
    assert [deck["name"] for deck in report["decks"]] == ["api", "reports", "ssd", "python"]
    figures = report["decks"][0]["risk"]
    assert [(figure["fault"], figure["count"]) for figure in figures] == [
        ("workers_failed", 1),
        ("workers_failed", 2),
        ("poison_tenants", 1),
    ]
    for figure in figures:
        for measure in ("touched", "degraded", "down"):
            assert 0 <= figure[measure]["mean"] <= figure[measure]["worst"] <= 1


def change(folder: pathlib.Path, old: str, new: str) -> pathlib.Path:
    path = folder / "changed.yaml"
    text = (folder / "fleet.yaml").read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


def test_c25_hand_size_zero_is_refused_and_the_words_are_listed(folder: pathlib.Path) -> None:
    path = change(folder, "hand_size: 4", "hand_size: 0")
    result = croupier("check", path.name, cwd=folder)
    assert result.returncode == 1
    line = result.stdout.decode()
    assert line.startswith("changed.yaml:18:16: error: ")
    for word in ("inherit", "all", "dedicated", "at least 1"):
        assert word in line


def test_check_prints_all_problems(folder: pathlib.Path) -> None:
    path = change(folder, "hand_size: 4", "hand_size: 0\n    colour: red")
    path.write_text(path.read_text().replace("version: 7", "version: 0"))
    result = croupier("check", path.name, cwd=folder)
    assert result.returncode == 1
    assert result.stdout.count(b": error: ") == 3
    report = json.loads(croupier("check", path.name, "--json", cwd=folder).stdout)
    assert report["ok"] is False
    assert [problem["line"] for problem in report["problems"]] == [2, 18, 19]


def test_broken_risk_budget_is_a_problem_beside_the_figures(folder: pathlib.Path) -> None:
    rule = "risk_budget: [{when: {workers_failed: 1}, touched: 10%}]\nversion: 7"
    path = change(folder, "version: 7", rule)
    result = croupier("check", path.name, cwd=folder)
    assert result.returncode == 1
    assert b"changed.yaml:2:" in result.stdout
    assert b"risk budget" in result.stdout
    assert b"1 failed worker" in result.stdout


def test_warnings_alone_are_fine(folder: pathlib.Path) -> None:
    result = croupier("check", "minimal.yaml", cwd=folder)
    assert result.returncode == 0
    assert b": warning: " in result.stdout


def test_missing_fleet_is_2(folder: pathlib.Path) -> None:
    for command, *rest in (
        ["check"],
        ["explain", "--tenant", "a"],
        ["envoy-config"],
        ["snapshot", "-o", "s"],
    ):
        result = croupier(command, "nothing.yaml", *rest, cwd=folder)
        assert result.returncode == 2
        assert b"nothing.yaml" in result.stderr


def test_unreadable_fleet_is_2(folder: pathlib.Path) -> None:
    (folder / "loop.yaml").symlink_to("loop.yaml")  # not even root can follow it
    result = croupier("check", "loop.yaml", cwd=folder)
    assert result.returncode == 2
    assert b'cannot read "loop.yaml"' in result.stderr


def test_a_file_of_100_megabytes_is_refused_unread(folder: pathlib.Path) -> None:
    with (folder / "large.yaml").open("wb") as file:
        file.truncate(100_000_000)
    result = croupier("check", "large.yaml", cwd=folder)
    assert result.returncode == 1
    assert b"100000000 bytes, more than 16777216" in result.stderr


def test_check_warns_of_a_foreign_envoy(folder: pathlib.Path) -> None:
    config = json.loads(croupier("envoy-config", "fleet.yaml", cwd=folder).stdout)
    envoy = folder / "envoy.yaml"
    check = ["check", "fleet.yaml", "--envoy", "envoy.yaml"]

    envoy.write_text(yaml.safe_dump(config))
    clean = croupier(*check, cwd=folder)
    assert clean.returncode == 0
    assert b"envoy.yaml" not in clean.stdout

    config["static_resources"]["clusters"][0]["outlier_detection"] = {"max_ejection_percent": 20}
    envoy.write_text(yaml.safe_dump(config))
    warned = croupier(*check, cwd=folder)
    assert warned.returncode == 0
    assert b"a zone's loss cannot be ejected" in warned.stdout
    line = int(re.search(rb"envoy.yaml:(\d+):\d+: warning: .*a zone's loss", warned.stdout)[1])
    assert "max_ejection_percent" in envoy.read_text().splitlines()[line - 1]

    envoy.write_text("clusters: [")
    assert croupier(*check, cwd=folder).returncode == 1
    envoy.unlink()
    assert croupier(*check, cwd=folder).returncode == 2


# ---- explain ----


def explain(folder: pathlib.Path, *arguments: str) -> list[dict]:
    result = croupier("explain", *arguments, "--json", cwd=folder)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_c26_fields_are_inherited_one_by_one_and_explained(folder: pathlib.Path) -> None:
    [initech] = explain(folder, "fleet.yaml", "--tenant", "initech")
    values = initech["values"]
    assert values["hand_size"] == {
        "value": "2",
        "from": "tenant initech",
        "file": "fleet.yaml",
        "line": 25,
    }
    assert values["max_attempts"]["value"] == "3"
    assert values["max_attempts"]["from"] == "deck api"
    assert values["repeat"] == {"value": "idempotent", "from": "default"}
    text = croupier("explain", "fleet.yaml", "--tenant", "initech", cwd=folder).stdout.decode()
    assert re.search(r"repeat +idempotent +from default\n", text)


def test_explain_agrees_with_deal(folder: pathlib.Path) -> None:
    for tenant in ("acme", "hooli", "nobody"):
        [explained] = explain(folder, "fleet.yaml", "--tenant", tenant)
        [(_, dealt)] = hands(
            croupier("deal", "--fleet", "fleet.yaml", "--json", tenant, cwd=folder).stdout
        )
        assert [member["worker"] for member in explained["hand"]] == dealt
        shared = [len(neighbour["shared"]) for neighbour in explained["neighbours"]]
        assert shared == sorted(shared, reverse=True)
        for neighbour in explained["neighbours"]:
            assert set(neighbour["shared"]) <= set(dealt)


def test_explain_of_guests_groups_and_refused(folder: pathlib.Path) -> None:
    fleet = "everything.yaml"
    [guest] = explain(folder, fleet, "--tenant", "nobody", "--deck", "api")
    assert (guest["guest"], guest["dealt_as"]) == (True, "visitors")
    [member] = explain(folder, fleet, "--tenant", "sub-1", "--deck", "api")
    assert (member["listed"], member["dealt_as"]) == (True, "conglomerate")
    assert member["values"]["hand"]["from"] == "group conglomerate"
    assert member["values"]["all_down"]["from"] == "tenant sub-1"
    [refused] = explain(folder, fleet, "--tenant", "nobody", "--deck", "reports")
    assert refused["refused"] is True
    assert "hand" not in refused
    assert len(explain(folder, fleet, "--tenant", "acme")) == 4


def test_explain_of_an_invalid_id(folder: pathlib.Path) -> None:
    result = croupier("explain", "fleet.yaml", "--tenant", b"a\xff", cwd=folder)
    assert result.returncode == 1
    assert b"not valid UTF-8" in result.stderr


# ---- snapshot, envoy-config, simulate ----


def test_snapshot_is_written_and_inspected(folder: pathlib.Path) -> None:
    assert croupier("snapshot", "fleet.yaml", "-o", "snapshot", cwd=folder).returncode == 0
    seen = json.loads(croupier("snapshot", "--inspect", "snapshot", cwd=folder).stdout)
    assert (seen["version"], seen["stored_tenants"], seen["workers"]) == (7, 5, 8)
    assert croupier("snapshot", "--inspect", "nothing", cwd=folder).returncode != 0


def test_envoy_config_is_json(folder: pathlib.Path) -> None:
    config = json.loads(croupier("envoy-config", "fleet.yaml", cwd=folder).stdout)
    assert config["static_resources"]["clusters"][0]["name"] == "croupier_api"
    parts = json.loads(croupier("envoy-config", "fleet.yaml", "--fragments", cwd=folder).stdout)
    assert "bootstrap_extension" in parts


def test_simulate_prints_the_published_lines() -> None:
    result = croupier("simulate", "--preset", "java-demo")
    assert result.returncode == 0
    assert result.stdout.decode() == NINE_LINES


def test_simulate_prints_the_innocents_after_them() -> None:
    text = croupier("simulate", "--preset", "java-demo", "--innocents").stdout.decode()
    assert text.startswith(NINE_LINES)
    rest = text.removeprefix(NINE_LINES).splitlines()
    assert rest[:3] == ["innocents=99999", "fixedUnavailable=20000", "shuffleUnavailable=25"]


def test_simulate_options_change_the_experiment() -> None:
    options = ["--workers", "10", "--hand", "2", "--tenants", "500", "--seed", "7"]
    text = croupier("simulate", "--preset", "java-demo", *options, "--attacker", "x").stdout
    lines = text.decode().splitlines()
    assert lines[0] == "workers=10, shardSize=2, tenants=500"
    assert len(lines) == 7
    too_large = croupier("simulate", "--preset", "java-demo", "--hand", "21")
    assert too_large.returncode == 1
    assert b"hand 21 is not between 1 and 20" in too_large.stderr


# ---- the page about the command line ----


def examples() -> list[tuple[str, str]]:
    """Command and expected output of every example of docs/cli.md, in order."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", (ROOT / "docs/cli.md").read_text(), re.S):
        for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = example.partition("\n")
            found.append((command, output))
    return found


def test_every_example_of_the_page_is_true(folder: pathlib.Path) -> None:
    environment = os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}"}
    assert len(examples()) >= 10
    for command, expected in examples():
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert result.stderr == "", command
        pattern = re.escape(expected).replace(re.escape("..."), ".*")
        assert re.fullmatch(pattern, result.stdout, re.S), f"{command}\n{result.stdout}"
