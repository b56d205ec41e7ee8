"""`croupier audit` on plain files, against a count that compares every tenant with every other."""

import collections
import itertools
import json
import random
import resource
import subprocess

import pytest

from command_line import CROUPIER, ROOT, croupier

HANDS = "acme,w1,w2\nglobex,w2,w3\nhooli,w1,w4\ninitech,w2,w1\n"
WORKERS = "w1,a\nw2,a\nw3,b\nw4,b\nw5,b\n"


def audit(folder, *arguments, hands=HANDS, **files):
    """The parsed answer; a keyword is the content of a file of that option."""
    options = []
    for name, content in {"hands": hands, **files}.items():
        as_bytes = content if isinstance(content, bytes) else content.encode()
        (folder / f"{name}.csv").write_bytes(as_bytes)
        options += [f"--{name}", f"{name}.csv"]
    result = croupier("audit", *options, *arguments, "--json", cwd=folder)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def refusal(folder, *arguments, status=1):
    result = croupier("audit", *arguments, cwd=folder)
    assert (result.returncode, result.stdout) == (status, b"")
    return result.stderr.decode()


def test_every_key(tmp_path):
    """The contract of docs/formats/audit.md, key by key."""
    found = audit(
        tmp_path, "--fail", "a", "--poison", "acme", "--fail", "db,w5",
        workers=WORKERS, weights="acme,3\n", depends="db,w1,w3\n",
    )
    assert found == {
        "tenants": 4,
        "overlap_pairs": {"0": 1, "1": 4, "2": 1},
        "largest_overlap": 2,
        "twin_groups": [["acme", "initech"]],
        "worst_attacker": {
            "most_down": 1, "most_down_by": "acme", "most_touched": 3, "most_touched_by": "acme",
        },
        "load": {
            "tenants": {"w1": 3, "w2": 3, "w3": 1, "w4": 1, "w5": 0},
            "weight": {"w1": 2.5, "w2": 2.5, "w3": 0.5, "w4": 0.5, "w5": 0},
            "max_over_mean": pytest.approx(2.5 / (6 / 5)),
            "idle": ["w5"],
        },
        "failures": [
            {
                "failed": ["w1", "w2"], "untouched": 0, "touched": 4, "degraded": 2, "down": 2,
                "by_workers_lost": {"0": 0, "1": 2, "2": 2}, "down_tenants": ["acme", "initech"],
            },
            {
                "failed": ["w1", "w3", "w5"],
                "untouched": 0, "touched": 4, "degraded": 4, "down": 0,
                "by_workers_lost": {"0": 0, "1": 4, "2": 0}, "down_tenants": [],
            },
        ],
        "poison": [
            {
                "failed": ["w1", "w2"], "untouched": 0, "touched": 3, "degraded": 2, "down": 1,
                "by_workers_lost": {"0": 0, "1": 2, "2": 1}, "down_tenants": ["initech"],
            },
        ],
    }


def test_who_has_what(tmp_path):
    """Keys of questions come only when they are asked."""
    asked = ("--who-shares", "acme", "--tenants-of", "w1", "--tenants-of", "w5")
    found = audit(tmp_path, *asked, "--overlap", "hooli,acme", workers=WORKERS)
    assert found["who_shares"] == [
        {"tenant": "acme", "by_workers_shared": {"1": ["globex", "hooli"], "2": ["initech"]}},
    ]
    assert found["tenants_of"] == [
        {"worker": "w1", "tenants": ["acme", "hooli", "initech"]},
        {"worker": "w5", "tenants": []},
    ]
    assert found["overlap"] == [{"tenants": ["hooli", "acme"], "workers": ["w1"]}]


def test_one_tenant(tmp_path):
    found = audit(tmp_path, hands="acme,w1\n")
    assert found["overlap_pairs"] == {"0": 0, "1": 0}
    assert found["worst_attacker"]["most_touched"] == 0
    assert found["failures"] == found["poison"] == found["twin_groups"] == []


def counted(hands, failed, poison=()):
    lost = {t: len(hand & failed) for t, hand in hands.items() if t not in poison}
    down = [t for t, count in lost.items() if count == len(hands[t])]
    untouched = sum(count == 0 for count in lost.values())
    largest = max(map(len, hands.values()))
    by_lost = collections.Counter(lost.values())
    return {
        "untouched": untouched,
        "touched": len(lost) - untouched,
        "degraded": len(lost) - untouched - len(down),
        "down": len(down),
        "by_workers_lost": {str(i): by_lost[i] for i in range(largest + 1)},
        "down_tenants": down,
    }


@pytest.mark.parametrize("seed", range(6))
def test_against_comparing_all_pairs(tmp_path, seed):
    drawn = random.Random(seed)
    workers = [f"w{i}" for i in range(drawn.choice([6, 12, 40]))]
    largest = drawn.randint(1, 6) if seed % 2 else len(workers)
    sizes = [drawn.randint(1, largest) if seed % 3 else min(largest, 4) for _ in range(300)]
    hands = {f"t{i}": set(drawn.sample(workers, size)) for i, size in enumerate(sizes)}
    poison = drawn.sample(list(hands), 3)
    failed = drawn.sample(workers, 3)
    found = audit(
        tmp_path, "--poison", ",".join(poison), "--fail", ",".join(failed), "--per-tenant", "rows",
        "--threads", str(1 + seed % 3),
        hands="".join(f"{t},{','.join(hand)}\n" for t, hand in hands.items()),
    )
    shared = {t: collections.Counter() for t in hands}
    for (t, a), (u, b) in itertools.combinations(hands.items(), 2):
        shared[t][len(a & b)] += 1
        shared[u][len(a & b)] += 1
    pairs = sum(shared.values(), collections.Counter())
    assert {int(j): n for j, n in found["overlap_pairs"].items() if n} == {
        j: n // 2 for j, n in pairs.items()
    }
    rows = [line.split(",") for line in (tmp_path / "rows").read_text().splitlines()]
    assert rows == [
        [t, *(str(shared[t][j]) for j in range(len(hand) + 1))] for t, hand in hands.items()
    ]
    harm = {t: counted(hands, hand, {t}) for t, hand in hands.items()}
    worst = found["worst_attacker"]
    for kind in ("down", "touched"):
        most = max(one[kind] for one in harm.values())
        assert worst[f"most_{kind}"] == most
        assert worst[f"most_{kind}_by"] == next(t for t in hands if harm[t][kind] == most)
    union = set().union(*(hands[t] for t in poison))
    (of_poison,), (of_failure,) = found["poison"], found["failures"]
    assert set(of_poison.pop("failed")) == union
    assert of_poison == counted(hands, union, set(poison))
    assert set(of_failure.pop("failed")) == set(failed)
    assert of_failure == counted(hands, set(failed))


def test_ids_are_bytes(tmp_path):
    hands = b'[a\xff],w\xe9\n"q" \\,w\xe9\n'
    found = audit(tmp_path, "--poison", b"[a\xff]", "--per-tenant", "rows", hands=hands)
    assert found["twin_groups"] == [['"[a\\xFF]"', '"q" \\']]
    assert found["poison"][0]["down_tenants"] == ['"q" \\']
    assert (tmp_path / "rows").read_bytes() == b'[a\xff],0,1\n"q" \\,0,1\n'


def test_page_for_people(tmp_path):
    (tmp_path / "hands.csv").write_text(HANDS)
    result = croupier("audit", "--hands", "hands.csv", "--fail", "w1,w2", cwd=tmp_path)
    page = result.stdout.decode()
    asked = ("--who-shares", "acme", "--tenants-of", "w1", "--overlap", "hooli,acme")
    page += croupier("audit", "--hands", "hands.csv", *asked, cwd=tmp_path).stdout.decode()
    assert page.startswith("4 tenants, 4 workers, 3 different hands, 2 workers each\n")
    for line in (
        "  1                           4   66.6667%",
        "  2 tenants with another's whole hand, in 1 group",
        '  takes down                  1   33.3333%  "acme"',
        'failure of "w1,w2": 2 failed workers, 4 tenants counted',
        '  down: "acme", "initech"',
        '  1 worker            2 tenants  "globex", "hooli"',
        '3 tenants of "w1": "acme", "hooli", "initech"',
        '"hooli" and "acme" share 1 worker: "w1"',
    ):
        assert line in page.splitlines()


def test_refusals(tmp_path):
    (tmp_path / "hands.csv").write_text(HANDS + "acme,w3\n")
    assert refusal(tmp_path, "--hands", "hands.csv") == (
        'croupier: hands.csv:5: tenant "acme" stands twice, first on line 1\n'
    )
    (tmp_path / "hands.csv").write_text(HANDS)
    hands = ("--hands", "hands.csv")
    assert '--fail "w9": "w9" is no worker' in refusal(tmp_path, *hands, "--fail", "w9")
    assert '--overlap "acme": names 1 tenants' in refusal(tmp_path, *hands, "--overlap", "acme")
    assert '--poison "": nothing is named' in refusal(tmp_path, *hands, "--poison", "")
    assert "cannot write" in refusal(tmp_path, *hands, "--per-tenant", "no/such", status=2)
    assert "No such file" in refusal(tmp_path, "--hands", "none.csv", status=2)
    assert "--hands is required" in refusal(tmp_path, status=2)
    assert "not expected" in refusal(tmp_path, *hands, "--fail", "w1", "w2", status=2)
    assert "--threads" in refusal(tmp_path, *hands, "--threads", "0", status=2)


def test_what_does_not_fit_into_memory_is_refused(tmp_path):
    """A file larger than its limit, without a byte on disk; one too large for the machine."""
    with open(tmp_path / "hands.csv", "wb") as file:
        file.truncate((4 << 30) + 1)
    assert "more than 4294967296" in refusal(tmp_path, "--hands", "hands.csv")
    lines = (f"t{i},w{i % 9},x{i % 7}\n" for i in range(500_000))
    (tmp_path / "hands.csv").write_text("".join(lines))
    result = subprocess.run(
        [CROUPIER, "audit", "--hands", "hands.csv", "--threads", "1"],
        cwd=tmp_path, capture_output=True, timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (48 << 20, 48 << 20)),
    )
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr == b"croupier: not enough memory for so many tenants and workers\n"


def test_the_page_names_every_key(tmp_path):
    """docs/formats/audit.md names every key that is printed."""
    page = (ROOT / "docs/formats/audit.md").read_text()
    asked = ("--who-shares", "acme", "--tenants-of", "w1", "--overlap", "hooli,acme")
    found = audit(tmp_path, "--fail", "w1", *asked, workers=WORKERS)
    answers = [found[name][0] for name in ("failures", "who_shares", "tenants_of", "overlap")]
    for value in (found, found["load"], found["worst_attacker"], *answers):
        for key in value:
            assert f"`{key}" in page or f".{key}" in page, key
