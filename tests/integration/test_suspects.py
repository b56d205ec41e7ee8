"""`croupier suspects` on plain files, against a search that tries every set of tenants."""

import itertools
import json
import math
import random

import pytest

from command_line import ROOT, croupier

HANDS = "acme,w1,w2,w3\nglobex,w2,w3,w4\nhooli,w4,w5,w6\ninitech,w6,w1,w5\numbrella,w4,w5,w6\n"


def suspects(folder, sick, *arguments, hands=HANDS):
    """The parsed answer."""
    as_bytes = hands if isinstance(hands, bytes) else hands.encode()
    (folder / "hands.csv").write_bytes(as_bytes)
    result = croupier(
        "suspects", "--hands", "hands.csv", "--sick", sick, *arguments, "--json", cwd=folder
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def refusal(folder, *arguments, status=1):
    result = croupier("suspects", *arguments, cwd=folder)
    assert (result.returncode, result.stdout) == (status, b"")
    return result.stderr.decode()


def test_every_key(tmp_path):
    """The contract of docs/formats/suspects.md, key by key."""
    score = pytest.approx(math.log(9))
    assert suspects(tmp_path, "w2,w1") == {
        "sick": ["w2", "w1"],
        "ranked": [
            {"hit": 2, "outside": 1, "score": score, "tenants": ["acme"]},
            {
                "hit": 1, "outside": 2, "score": pytest.approx(-math.log(9)),
                "tenants": ["globex", "initech"],
            },
        ],
        "certain": True,
        "explanations": [{"culprits": [["acme"]], "missing": ["w3"], "extra": []}],
        "more_explanations": False,
    }
    twins = suspects(tmp_path, "w4,w6,w1,w5")
    assert [group["tenants"] for group in twins["ranked"]] == [
        ["hooli", "initech", "umbrella"], ["acme", "globex"],
    ]
    assert not twins["certain"]
    assert twins["explanations"] == [
        {"culprits": [["hooli", "umbrella"]], "missing": [], "extra": ["w1"]},
        {"culprits": [["initech"]], "missing": [], "extra": ["w4"]},
    ]


def test_several_culprits_and_limits(tmp_path):
    found = suspects(tmp_path, "w1,w2,w3,w4", "--culprits", "2")
    assert found["certain"]
    assert found["explanations"] == [
        {"culprits": [["acme"], ["globex"]], "missing": [], "extra": []}
    ]
    assert suspects(tmp_path, "w1,w2", "--missing", "0")["explanations"] == []
    assert suspects(tmp_path, "w1,w2", "--extra", "1")["explanations"] == []
    loose = suspects(tmp_path, "w1,w2", "--missing", "2", "--extra", "1")
    assert [one["culprits"] for one in loose["explanations"]] == [
        [["acme"]], [["globex"]], [["initech"]],
    ]
    assert not loose["certain"]


def test_rates_change_the_ranking_alone(tmp_path):
    hands = "acme,w1,w2\nglobex,w1,w2,w3,w4,w5\n"
    usual = suspects(tmp_path, "w1,w2,w3", hands=hands)
    rates = ("--missing-rate", "0.4", "--background-rate", "0.001")
    rare = suspects(tmp_path, "w1,w2,w3", *rates, hands=hands)
    assert [group["tenants"] for group in usual["ranked"]] == [["acme"], ["globex"]]
    assert [group["tenants"] for group in rare["ranked"]] == [["globex"], ["acme"]]
    assert rare["ranked"][0]["score"] == pytest.approx(
        3 * math.log(0.6 / 0.001) + 2 * math.log(0.4 / 0.999)
    )
    assert usual["explanations"] == rare["explanations"]


def left(hands, sick, culprits, limits):
    """All sets that are left, each as (tenants, missing, extra)."""
    having = [t for t, hand in hands.items() if hand & sick]
    sets = []
    for size in range(1, culprits + 1):
        for tenants in itertools.combinations(having, size):
            held = set().union(*(hands[t] for t in tenants))
            sets.append((tenants, held - sick, sick - held))
    if limits:
        sets = [s for s in sets if len(s[1]) <= limits[0] and len(s[2]) <= limits[1]]
    elif sets:
        fewest = min(len(s[1]) + len(s[2]) for s in sets)
        sets = [s for s in sets if len(s[1]) + len(s[2]) == fewest]
        if fewest >= max(map(len, hands.values())):
            return []
    smallest = min((len(s[0]) for s in sets), default=0)
    return [s for s in sets if len(s[0]) == smallest]


@pytest.mark.parametrize("seed", range(24))
def test_against_trying_every_set(tmp_path, seed):
    drawn = random.Random(seed)
    workers = [f"w{i}" for i in range(drawn.choice([8, 12, 20]))]
    sizes = [drawn.randint(1, 5) if seed % 2 else 4 for _ in range(drawn.choice([6, 30]))]
    hands = {f"t{i}": set(drawn.sample(workers, size)) for i, size in enumerate(sizes)}
    culprits = 1 + seed % 3
    behind = drawn.sample(list(hands), culprits)
    sick = set().union(*(hands[t] for t in behind))
    known = set().union(*hands.values())
    sick ^= set(drawn.sample(sorted(known), drawn.randint(0, 2)))
    sick = sick or {min(known)}
    limits = (drawn.randint(0, 3), drawn.randint(0, 2)) if drawn.random() < 0.5 else None
    asked = ("--missing", str(limits[0]), "--extra", str(limits[1])) if limits else ()
    found = suspects(
        tmp_path, ",".join(sorted(sick)), "--culprits", str(culprits), *asked,
        hands="".join(f"{t},{','.join(hand)}\n" for t, hand in hands.items()),
    )
    groups = {}
    for tenant, hand in hands.items():
        if hand & sick:
            groups.setdefault((len(hand & sick), len(hand - sick)), []).append(tenant)
    order = sorted(groups, key=lambda group: (group[1] - group[0], -group[0]))
    assert [(g["hit"], g["outside"], g["tenants"]) for g in found["ranked"]] == [
        (*group, groups[group]) for group in order
    ]
    sets = left(hands, sick, culprits, limits)
    assert not found["more_explanations"]
    told = {
        (frozenset(chosen), frozenset(one["missing"]), frozenset(one["extra"]))
        for one in found["explanations"]
        for chosen in itertools.product(*one["culprits"])
    }
    assert told == {(frozenset(t), frozenset(m), frozenset(x)) for t, m, x in sets}
    strong = limits or all(
        len(m) + len(x) < len(hands[t]) for tenants, m, x in sets for t in tenants
    )
    assert found["certain"] == bool(len(sets) == 1 and strong)


def test_one_missing_worker_of_a_bounded_deal_is_certain(tmp_path):
    """Any two hands share two workers at most: 1 < 4 - 1 * 2."""
    deck = ("--workers", "64", "--hand", "4", "--max-overlap", "2", "--stripes", "4")
    dealt = croupier("deal", "--policy", "bounded", *deck, "--ordinals", "0-4095", "--json").stdout
    rows = [json.loads(line) for line in dealt.splitlines()]
    hands = {f"t{row['ordinal']}": [f"w{worker}" for worker in row["hand"]] for row in rows}
    assert len(hands) == 4096
    lines = "".join(f"{t},{','.join(hand)}\n" for t, hand in hands.items())
    for tenant in random.Random(20).sample(list(hands), 12):
        found = suspects(tmp_path, ",".join(hands[tenant][1:]), hands=lines)
        assert found["certain"]
        assert found["ranked"][0]["tenants"] == [tenant]


def test_ids_are_bytes(tmp_path):
    found = suspects(tmp_path, b"[w\xe9]", hands=b'[a\xff],[w\xe9]\n"q" \\,w1\n')
    assert found["sick"] == ['"[w\\xE9]"']
    assert found["ranked"][0]["tenants"] == ['"[a\\xFF]"']


def test_page_for_people(tmp_path):
    (tmp_path / "hands.csv").write_text(HANDS)
    ask = ("suspects", "--hands", "hands.csv", "--sick")
    certain = croupier(*ask, "w1,w2,w3,w4", "--culprits", "2", cwd=tmp_path).stdout.decode()
    assert certain.endswith(
        "\n\ncertain: no other explanation is left\n"
        '  "acme" and "globex"; missing: none; extra: none\n'
    )
    twins = croupier(*ask, "w4,w6,w1,w5", cwd=tmp_path).stdout.decode()
    assert '      3        0      6.59         3  "hooli", "initech", "umbrella"\n' in twins
    assert twins.endswith(
        "\n\nnot certain: 2 explanations left\n"
        '  one of "hooli", "umbrella"; missing: none; extra: "w1"\n'
        '  "initech"; missing: none; extra: "w4"\n'
    )
    (tmp_path / "workers.csv").write_text("".join(f"w{i},a\n" for i in range(1, 9)))
    nobody = croupier(*ask, "w7,w8", "--workers", "workers.csv", cwd=tmp_path).stdout.decode()
    assert nobody.endswith("not certain: no explanation is left\n")


def test_refusals(tmp_path):
    (tmp_path / "hands.csv").write_text(HANDS)
    hands = ("--hands", "hands.csv")
    assert refusal(tmp_path, *hands, "--sick", "w1,w9") == (
        'croupier: --sick "w1,w9": "w9" is no worker\n'
    )
    assert '"w1" stands twice' in refusal(tmp_path, *hands, "--sick", "w1,w2,w1")
    assert "nothing is named" in refusal(tmp_path, *hands, "--sick", "")
    assert "field 2 is empty" in refusal(tmp_path, *hands, "--sick", "w1,,w2")
    one = (*hands, "--sick", "w1")
    assert "--sick is required" in refusal(tmp_path, *hands, status=2)
    assert "--hands is required" in refusal(tmp_path, "--sick", "w1", status=2)
    for culprits in ("0", "9", "-1", "two"):
        assert "--culprits" in refusal(tmp_path, *one, "--culprits", culprits, status=2)
    for rate in ("0", "0.9", "-1", "nan", "inf"):
        assert "below 1" in refusal(tmp_path, *one, "--missing-rate", rate)
    assert "--missing-rate" in refusal(tmp_path, *one, "--missing-rate", "x", status=2)
    assert "No such file" in refusal(tmp_path, "--hands", "none.csv", "--sick", "w1", status=2)
    (tmp_path / "hands.csv").write_text(HANDS + "acme,w3\n")
    assert "hands.csv:6: tenant" in refusal(tmp_path, *one)


def test_the_page_names_every_key(tmp_path):
    page = (ROOT / "docs/formats/suspects.md").read_text()
    found = suspects(tmp_path, "w1")
    for name, value in (("", found), ("ranked[].", found["ranked"][0]),
                        ("explanations[].", found["explanations"][0])):
        for key in value:
            assert f"`{name}{key}" in page, key
