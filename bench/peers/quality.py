"""How good hands are: what two share, how even the load is, what a change of the deck moves."""

import collections
import itertools


def overlaps(hands):
    """Share of all pairs of hands by how many workers both hold: a list from 0 on."""
    masks = [sum(1 << worker for worker in hand) for hand in hands]
    counts = collections.Counter(
        map(int.bit_count, itertools.starmap(int.__and__, itertools.combinations(masks, 2)))
    )
    pairs = len(hands) * (len(hands) - 1) // 2
    return [counts[shared] / pairs for shared in range(max(counts) + 1)]


def balance(hands, workers):
    """Load of the worker that most hands hold, over the mean of all workers."""
    loads = collections.Counter(itertools.chain.from_iterable(hands))
    return max(loads.values()) * workers / loads.total()


def moved(before, after):
    """Members that a tenant's hand lost, on average."""
    lost = sum(len(set(old) - set(new)) for old, new in zip(before, after, strict=True))
    return lost / len(before)
