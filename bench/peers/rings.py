"""Rings to deal from, in the files that bench/peers/rival.py describes."""

import itertools
import pathlib
import random

SEED = 1


def instances(count, tokens_each, zones):
    """Lines of a ring file. A ring of more instances, otherwise the same, begins with these."""
    drawn = random.Random(SEED)
    fresh = unused(iter(lambda: drawn.getrandbits(32), None))
    for i in range(count):
        zone = f"zone-{i % zones}" if zones > 1 else "-"
        yield " ".join([zone, *map(str, itertools.islice(fresh, tokens_each))])


def unused(numbers):
    """The numbers without repetitions."""
    seen = set()
    for number in numbers:
        if number not in seen:
            seen.add(number)
            yield number


def write(folder, count, tokens_each, zones=1):
    """Gives the path."""
    path = pathlib.Path(folder) / f"ring-{count}x{tokens_each}-{zones}"
    path.write_text("".join(f"{line}\n" for line in instances(count, tokens_each, zones)))
    return path
