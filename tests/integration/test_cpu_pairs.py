"""bench/envoy_cpu.py runs to its end and gives its pairs; what they say is for docs/benchmarks.md."""

import re
import subprocess
import sys

import pytest

from harness import ROOT

PAIRS = ("croupier / ROUND_ROBIN", "croupier / RING_HASH", "A/A, ROUND_ROBIN / itself")


@pytest.mark.parametrize("known", [200, 100_000])
def test_cpu_pairs_at_known_tenants(known):
    script = ROOT / "bench/envoy_cpu.py"
    done = subprocess.run(
        [sys.executable, script, "--tenants", str(known), "--rounds", "3", "--seconds", "0.05"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"{known} known tenants:" in done.stdout
    for pair in PAIRS:
        (ratio,) = re.findall(rf"{re.escape(pair)} +ratio (\S+), 95 % interval", done.stdout)
        assert 0.1 < float(ratio) < 10  # a broken measurement, not a slow machine
