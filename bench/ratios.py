"""Ratios of costs that were measured in pairs."""

import math
import statistics

STUDENT_95 = 2.06  # two-sided, 24 degrees of freedom or more


def interval(ratios):
    """Geometric mean of the ratios and its 95 % interval."""
    logs = [math.log(r) for r in ratios]
    mean, half = statistics.mean(logs), STUDENT_95 * statistics.stdev(logs) / math.sqrt(len(logs))
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def verdict(low, high, target):
    """Whether a ratio with this interval reaches `target`."""
    if low >= target:
        return "met"
    return "missed" if high < target else "undecided"
