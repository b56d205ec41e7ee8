#!/usr/bin/env bash
# `make check`: format, includes, docs links, clang-tidy, all unit tests under ASan+UBSan, the
# module's threads under TSan, and a minute of each fuzz target. Stops at the first failure.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
fuzz_seconds=${FUZZ_SECONDS:-60}

step() { printf '\n== %s (%(%H:%M:%S)T)\n' "$1" -1; }

step format
git ls-files '*.cc' '*.h' | xargs clang-format-19 --dry-run --Werror

step "includes and sizes"
python3 tools/check_includes.py

step "docs links"
python3 tools/check_docs.py

step clang-tidy
cmake --preset release >/dev/null
git ls-files '*.cc' | grep -v -e '_test\.cc$' -e '^fuzz/' -e '^bench/' |
  xargs -P "$jobs" -n 4 clang-tidy-19 --quiet -p build/release \
    --extra-arg=-Wno-unknown-warning-option 2>&1 |
  { grep -v -e 'warnings generated' -e 'Suppressed' -e 'Use -header-filter' || true; }

step "tests under ASan and UBSan"
cmake --preset asan >/dev/null
cmake --build --preset asan -j "$jobs"
ctest --preset asan -j "$jobs" --no-tests=error

step "the module's threads under TSan"
cmake --preset tsan >/dev/null
cmake --build --preset tsan -j "$jobs" --target module_threads_test
ctest --preset tsan -R '^module_threads_test$' --no-tests=error --quiet

step "fuzzing, $fuzz_seconds s each"
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -j "$jobs" --target fleet_fuzz deals_fuzz snapshot_fuzz module_fuzz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for target in fleet deals snapshot module; do
  mkdir -p "$work/$target"
  # The module's fuzzer runs a fake Envoy: short programs, and room for what it keeps.
  limits=(-max_len=65536 -rss_limit_mb=512)
  [ "$target" = module ] && limits=(-max_len=1024 -rss_limit_mb=1024)
  (build/fuzz/bin/${target}_fuzz -max_total_time="$fuzz_seconds" -timeout=10 "${limits[@]}" \
    -print_final_stats=1 -artifact_prefix="$work/$target-" \
    "$work/$target" "fuzz/corpus/$target" >"$work/$target.log" 2>&1 ||
    { tail -40 "$work/$target.log"; exit 1; }) &
done
for job in $(jobs -p); do wait "$job"; done
grep -H -e 'stat::number_of_executed_units' -e 'stat::peak_rss_mb' "$work"/*.log | sed 's|.*/||'
step done
