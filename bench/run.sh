#!/usr/bin/env bash
# `make bench`: deals, look-ups, choice, suspects, how many hands `search` finds, exact analysis, the
# snapshot of a million tenants, and the CPU time of a request inside Envoy beside ROUND_ROBIN and
# RING_HASH.
# Prints everything; keeps nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=build/release/bin
grep -m1 'model name' /proc/cpuinfo
nproc

for bench in deal_bench overlap_bench choice_bench lookup_bench suspects_bench; do
  echo "== $bench"
  "$bin/$bench" --benchmark_repetitions=5 --benchmark_enable_random_interleaving=true \
    --benchmark_report_aggregates_only=true --benchmark_min_time=0.1 2>/dev/null |
    grep -E '_median|^Benchmark|^---' || true
done

echo "== hands that search finds"
"$bin/search_ends"

echo "== exact analysis of ten million tenants"
"$bin/audit_bench"

echo "== a million tenants"
.venv/bin/python bench/million.py

echo "== CPU time per request in Envoy"
.venv/bin/python bench/envoy_cpu.py "$@"
