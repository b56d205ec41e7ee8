"""A program that deals, started once and asked in lines.

    hands COUNT CASE    COUNT lines: the hands of tenant-0, tenant-1, ... as worker numbers
    time COUNT CASE     deals COUNT hands, going round 4,096 tenants from where it was; one line:
                        nanoseconds of its CPU time per hand

CASE is a policy, a number of workers or the path of a ring file, a hand size and options. What it
needs is made when it is first named, and kept. A ring file has a line for each instance: its zone,
or "-", and its tokens. A program ends when its input does; a request that it does not understand
ends it with a message.
"""

import subprocess


class Rival:
    def __init__(self, name, command, environment=None):
        self.name = name
        self.process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def _ask(self, verb, count, case):
        self.process.stdin.write(f"{verb} {count} {case}\n")
        self.process.stdin.flush()

    def _line(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name} ended with status {self.process.wait()}")
        return line

    def hands(self, case, count):
        self._ask("hands", count, case)
        return [tuple(map(int, self._line().split())) for _ in range(count)]

    def time(self, case, count):
        self._ask("time", count, case)
        return float(self._line())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=60)
