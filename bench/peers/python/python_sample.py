"""Python's own random sample of a tenant, over the protocol that bench/peers/rival.py describes.

One generator is seeded anew for each tenant: random.Random(tenant), which gives the same hands,
would seed twice.
"""

import random
import sys
import time

TENANTS = [f"tenant-{i}" for i in range(4096)]  # the same in every program


class Case:
    def __init__(self, text):
        policy, workers, size = text.split(" ")
        if policy != "python-sample":
            raise ValueError(f"no case {text!r}")
        self.workers, self.size = range(int(workers)), int(size)
        self.random = random.Random()
        self.next = 0

    def hand(self, tenant):
        self.random.seed(TENANTS[tenant])
        return self.random.sample(self.workers, self.size)

    def run(self, hands):
        seed, sample, workers, size = self.random.seed, self.random.sample, self.workers, self.size
        following = self.next
        for _ in range(hands):
            seed(TENANTS[following])
            sample(workers, size)
            following = (following + 1) % len(TENANTS)
        self.next = following


def answer(case, verb, hands):
    if verb == "hands":
        for tenant in range(hands):
            print(*case.hand(tenant))
    elif verb == "time":
        start = time.process_time_ns()
        case.run(hands)
        print((time.process_time_ns() - start) / hands)
    else:
        raise ValueError(f"neither 'hands' nor 'time': {verb!r}")
    sys.stdout.flush()


def main():
    cases = {}
    for line in sys.stdin:
        verb, hands, text = line.rstrip("\n").split(" ", 2)
        if text not in cases:
            cases[text] = Case(text)
        answer(cases[text], verb, int(hands))


if __name__ == "__main__":
    main()
