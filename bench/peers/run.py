"""Our deals beside those of Kubernetes' dealer, dskit's ring, Python's random.sample and Java.

Every program is started once and deals to the same tenants. First all hands are compared: a
difference ends the run. Then all cases of all programs take turns of about 20 ms of CPU time, in a
new random order each round, after warm-up turns that do not count. A ratio is that of the two turns
of a round; its mean over the rounds and 95 % interval are printed, and the medians of the turns'
times. Last comes the quality of each policy's hands. Times vary with the machine; ratios count.

What the rivals are given: prepared decks and rings; hashes that were computed before, and a hand
that is reused (Kubernetes); the cache of subrings off, and once on and full (dskit); a garbage
collector that runs a fourth as often as by default (both); one generator, list and digest for all
tenants (Python, Java).
"""

import argparse
import contextlib
import itertools
import math
import os
import pathlib
import random
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import quality  # noqa: E402
import rings  # noqa: E402
from ratios import interval, verdict  # noqa: E402
from rival import Rival  # noqa: E402

SEED = 1
TENANTS = 4096
RING_TENANTS = 500  # compared on each ring
TURN_NS = 20e6
WARM_TURNS = 10
DECKS = ["64 6", "512 6", "2048 4"]  # of apf
PLAIN_DECKS = ["64 4", "20 4"]  # of Python and Java
RING_SHAPES = [(60, 128, 3), (60, 512, 1), (300, 128, 1), (300, 512, 3)]
SHARDS = [3, 9, 30]

# At 64 workers and hands of 4; what each is called, and what it is asked for.
POLICIES = [
    ("apf, by hash", "apf 64 4"),
    ("apf, by flow", "apf-flow 64 4"),
    ("bounded, quadruple", "bounded 64 4 random"),
    ("bounded, quadruple, keyed", "bounded 64 4 keyed random"),
    ("bounded, quadruple, recorded", "bounded 64 4 recorded"),
    ("bounded, quadruple, keyed, recorded", "bounded 64 4 keyed recorded"),
    ("bounded, parity", "bounded 64 4 striped random"),
    ("bounded, parity, keyed", "bounded 64 4 striped keyed random"),
    ("bounded, parity, recorded", "bounded 64 4 striped recorded"),
    ("bounded, parity, keyed, recorded", "bounded 64 4 striped keyed recorded"),
    ("search, found", "search 64 4"),
    ("search, recorded", "search 64 4 recorded"),
    ("hmac", "hmac 64 4"),
    ("rendezvous", "rendezvous 64 4"),
    ("mimir-ring, 128 tokens", "mimir-ring {ring64} 4"),
    ("java-demo", "java-demo 64 4"),
    ("python-sample", "python-sample 64 4"),
]

# Hands of 4 for their quality: name, case with a place for the number of workers.
QUALITY = [
    ("bounded, quadruple", "bounded {} 4"),
    ("bounded, quadruple, keyed", "bounded {} 4 keyed"),
    ("bounded, parity", "bounded {} 4 striped"),
    ("bounded, parity, keyed", "bounded {} 4 striped keyed"),
    ("search", "search {} 4"),
    ("rendezvous", "rendezvous {} 4"),
    ("hmac", "hmac {} 4"),
    ("apf", "apf {} 4"),
    ("java-demo", "java-demo {} 4"),
    ("python-sample", "python-sample {} 4"),
    ("mimir-ring, 128 tokens", "mimir-ring {} 4"),
]
GROWTH = [65, 68, 128]  # from 64 workers


class Pair:
    """A case of ours beside one of a rival; the first `same` hands of both are compared."""

    def __init__(self, label, ours, rival, theirs, same=0, target=None):
        self.label, self.ours, self.rival, self.theirs = label, ours, rival, theirs
        self.same, self.target = same, target


def all_pairs(folder):
    pairs = []
    for deck in DECKS:
        hashes, flows = f"apf {deck}", f"apf-flow {deck}"
        shape = "n={}, k={}".format(*deck.split())
        pairs += [
            Pair(f"Kubernetes / apf, {shape}", hashes, "kubernetes", hashes, TENANTS, 1),
            Pair("  the same with the flow's hash", flows, "kubernetes", flows, TENANTS),
            Pair(f"Kubernetes / bounded, {shape}", f"bounded {deck} random", "kubernetes", hashes,
                 target=3),
        ]
    for count, tokens, zones in RING_SHAPES:
        path = rings.write(folder, count, tokens, zones)
        for size in SHARDS:
            case = f"mimir-ring {path} {size}"
            label = f"dskit / mimir-ring, {size} of {count} x {tokens}, zones: {zones}"
            pairs.append(Pair(label, case, "dskit", case, RING_TENANTS, 20))
    cached = f"mimir-ring {path} 9"
    label = f"dskit's full cache / mimir-ring, 9 of {count} x {tokens}, zones: {zones}"
    pairs.append(Pair(label, cached, "dskit", f"{cached} cached", RING_TENANTS))
    for deck in PLAIN_DECKS:
        case, shape = f"java-demo {deck}", "n={}, k={}".format(*deck.split())
        pairs.append(Pair(f"Java / java-demo, {shape}", case, "java", case, TENANTS))
    case = "python-sample 20 4"
    pairs.append(Pair("Python / python-sample, n=20, k=4", case, "python", case, TENANTS, 100))
    ring64 = rings.write(folder, 64, 128)
    case = "python-sample 64 4"
    for label, ours in POLICIES:
        ours = ours.format(ring64=ring64)
        same = TENANTS if ours == case else 0
        pairs.append(Pair(f"Python / {label}, n=64, k=4", ours, "python", case, same, 100))
    return pairs


def compare(pairs, rivals):
    """Ends the program at the first hand that differs. Rings deal sets; all else is in order."""
    compared = 0
    for pair in (pair for pair in pairs if pair.same):
        ours = rivals["ours"].hands(pair.ours, pair.same)
        theirs = rivals[pair.rival].hands(pair.theirs, pair.same)
        if pair.rival == "dskit":
            ours = [tuple(sorted(hand)) for hand in ours]
        for tenant, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            if one != other:
                sys.exit(f"{pair.label}: tenant-{tenant} has {one} of us, {other} of {pair.rival}")
        compared += pair.same
    print(f"{compared:,} hands of ours are those of the rivals")


def hands_a_turn(rival, case):
    """So many that a turn takes about TURN_NS."""
    count = 1
    while (taken := rival.time(case, count) * count) < TURN_NS / 4:
        count *= 2
    return max(1, math.ceil(count * TURN_NS / taken))


def take_turns(pairs, rivals, rounds):
    """Times per hand of each (program, case): a list with one for every round."""
    both = ((("ours", pair.ours), (pair.rival, pair.theirs)) for pair in pairs)
    turns = list(dict.fromkeys(itertools.chain.from_iterable(both)))
    counts = {}
    for name, case in turns:
        for _ in range(WARM_TURNS):
            counts[name, case] = hands_a_turn(rivals[name], case)
    times = {turn: [] for turn in turns}
    order = random.Random(SEED)
    for _ in range(rounds):
        order.shuffle(turns)
        for name, case in turns:
            times[name, case].append(rivals[name].time(case, counts[name, case]))
    return times


def print_pairs(pairs, times):
    print(f"\n{'rival / ours':64} {'rival, ns':>11} {'ours, ns':>9}  ratio (95 % interval)")
    for pair in pairs:
        ours, theirs = times["ours", pair.ours], times[pair.rival, pair.theirs]
        mean, low, high = interval([b / a for a, b in zip(ours, theirs, strict=True)])
        goal = f"  target {pair.target}: {verdict(low, high, pair.target)}" if pair.target else ""
        print(f"{pair.label:64} {statistics.median(theirs):11,.1f} {statistics.median(ours):9,.1f}"
              f"  {mean:.2f} ({low:.2f} to {high:.2f}){goal}")


def print_quality(ours, folder):
    print(f"\n{TENANTS:,} hands of 4 of 64: pairs of tenants by workers in common, in %; largest "
          "load\nover mean; members that a hand loses on average when the deck grows")
    print(f"{'':28} {'0':>7} {'1':>7} {'2':>7} {'3':>7} {'4':>7} {'load':>6}"
          + "".join(f" {f'to {workers}':>6}" for workers in GROWTH))
    for label, case in QUALITY:
        ring = case.startswith("mimir-ring")
        by_deck = [
            ours.hands(case.format(rings.write(folder, n, 128) if ring else n), TENANTS)
            for n in (64, *GROWTH)
        ]
        shares = [100 * share for share in quality.overlaps(by_deck[0])]
        shares = [f"{share:7.4f}" for share in shares] + ["      -"] * (5 - len(shares))
        moves = [quality.moved(by_deck[0], hands) for hands in by_deck[1:]]
        if label == "search":
            moves = [0] * len(GROWTH)  # what was dealt is on record, and stays when workers come
        print(f"{label:28} {' '.join(shares)} {quality.balance(by_deck[0], 64):6.2f}"
              + "".join(f" {move:6.2f}" for move in moves))


def programs(build):
    """How each is started."""
    go = os.environ | {"GOGC": "400"}
    return {
        "ours": Rival("ours", [build / "release/bin/peers_ours"]),
        "kubernetes": Rival("kubernetes", [build / "peers/kubernetes"], go),
        "dskit": Rival("dskit", [build / "peers/dskit"], go),
        "java": Rival("java", ["java", "-cp", build / "peers", "JavaDemo"]),
        "python": Rival("python", [sys.executable, ROOT / "bench/peers/python/python_sample.py"]),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=25)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        rivals = programs(ROOT / "build")
        for rival in rivals.values():
            stack.enter_context(rival)
        pairs = all_pairs(folder)
        compare(pairs, rivals)
        print_pairs(pairs, take_turns(pairs, rivals, options.rounds))
        print_quality(rivals["ours"], folder)


if __name__ == "__main__":
    main()
