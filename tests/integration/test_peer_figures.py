"""What bench/peers computes, and the protocol of its programs. Go and Java are not needed here."""

import random
import statistics
import sys

import pytest

from harness import BIN, ROOT

sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "bench/peers")]

import quality  # noqa: E402
import rings  # noqa: E402
from ratios import interval, verdict  # noqa: E402
from rival import Rival  # noqa: E402
from run import Pair, compare  # noqa: E402

PYTHON = ROOT / "bench/peers/python/python_sample.py"


@pytest.fixture
def ours():
    with Rival("ours", [BIN / "peers_ours"]) as rival:
        yield rival


@pytest.fixture
def python():
    with Rival("python", [sys.executable, PYTHON]) as rival:
        yield rival


def test_overlaps_are_shares_of_all_pairs():
    hands = [(0, 1), (1, 2), (2, 3), (1, 0)]  # in common: 1, 0, 2, 1, 1, 0
    assert quality.overlaps(hands) == pytest.approx([2 / 6, 3 / 6, 1 / 6])
    assert quality.overlaps([(0, 1), (2, 3)]) == [1]


def test_balance_counts_workers_that_nobody_holds():
    assert quality.balance([(0, 1), (2, 3)], 4) == 1
    assert quality.balance([(0, 1), (0, 2)], 4) == 2
    assert quality.balance([(0, 1)], 8) == 4


def test_moved_members_are_those_that_a_hand_lost_in_any_order():
    assert quality.moved([(0, 1), (2, 3)], [(1, 0), (2, 4)]) == 0.5
    assert quality.moved([(0, 1)], [(2, 3)]) == 2
    with pytest.raises(ValueError):
        quality.moved([(0, 1)], [])


def test_intervals_hold_the_true_ratio_about_19_times_in_20():
    drawn = random.Random(1)
    held = 0
    for _ in range(1000):
        mean, low, high = interval([2 * drawn.lognormvariate(0, 0.1) for _ in range(25)])
        assert low < mean < high
        held += low <= 2 <= high
    assert 920 <= held <= 975  # 950 expected, standard deviation 7


def test_the_mean_of_ratios_is_geometric():
    assert interval([1, 4])[0] == pytest.approx(statistics.geometric_mean([1, 4]))
    mean, low, high = interval([3.0] * 5)
    assert mean == pytest.approx(3) and low == pytest.approx(3) and high == pytest.approx(3)


@pytest.mark.parametrize(
    ("low", "high", "said"), [(3.0, 4, "met"), (2, 2.9, "missed"), (2.9, 3.0, "undecided")]
)
def test_a_target_is_met_only_by_the_whole_interval(low, high, said):
    assert verdict(low, high, 3) == said


def test_a_ring_begins_with_the_smaller_one_and_no_token_stands_twice():
    smaller, larger = (list(rings.instances(count, 5, 3)) for count in (6, 9))
    assert larger[:6] == smaller
    assert [line.split()[0] for line in smaller] == ["zone-0", "zone-1", "zone-2"] * 2
    tokens = [token for line in larger for token in line.split()[1:]]
    assert len(tokens) == len(set(tokens)) == 45
    assert list(rings.unused([3, 1, 3, 2, 1])) == [3, 1, 2]


class Dealt:
    def __init__(self, *hands):
        self.dealt = hands

    def hands(self, case, count):
        return list(self.dealt[:count])


@pytest.mark.parametrize("rival", ["java", "dskit"])
def test_a_hand_that_differs_ends_the_run(rival, capsys):
    ours, same = Dealt((1, 2), (4, 3)), Dealt((1, 2), (4, 3), (9, 9))
    pair = Pair("label", "case", rival, "case", same=2)
    sorted_same = Dealt((1, 2), (3, 4))
    compare([pair], {"ours": ours, rival: sorted_same if rival == "dskit" else same})
    assert "2 hands" in capsys.readouterr().out
    with pytest.raises(SystemExit, match=f"tenant-1 has .* of {rival}"):
        compare([pair], {"ours": ours, rival: Dealt((1, 2), (3, 5))})


@pytest.mark.parametrize("deck", ["64 4", "20 4"])
def test_ours_and_python_deal_the_same_and_give_times(ours, python, deck):
    case = f"python-sample {deck}"
    assert ours.hands(case, 200) == python.hands(case, 200)
    assert ours.time(case, 100) > 0 and python.time(case, 100) > 0


def test_a_recorded_hand_is_the_one_that_was_dealt(ours):
    for case in ("bounded 64 4 keyed", "bounded 64 4 striped", "search 64 4"):
        assert ours.hands(f"{case} recorded", 4096) == ours.hands(case, 4096)


def test_a_bounded_deal_keeps_its_overlap(ours):
    assert len(quality.overlaps(ours.hands("bounded 64 4", 300))) <= 3


def test_a_ring_file_is_dealt_zone_by_zone(ours, tmp_path):
    path = rings.write(tmp_path, 12, 16, zones=3)
    for hand in ours.hands(f"mimir-ring {path} 6", 50):
        assert sorted(worker % 3 for worker in hand) == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("program", ["ours", "python"])
def test_an_unknown_case_ends_the_program(program, request, capfd):
    rival = request.getfixturevalue(program)
    with pytest.raises(RuntimeError, match=f"{program} ended with status 1"):
        rival.hands("no-such-policy 64 4", 1)
    assert "no-such-policy" in capfd.readouterr().err
