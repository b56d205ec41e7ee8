// The choice of one attempt inside a hand, with all members healthy and with the first tries spent.
#include <benchmark/benchmark.h>

#include <numeric>
#include <vector>

#include "croupier/router.h"

namespace {

using namespace croupier;

struct Workers {
  std::vector<WorkerLoad> loads;
  WorkerHealth health(std::uint32_t) const { return WorkerHealth::kHealthy; }
  const WorkerLoad& load(std::uint32_t worker) const { return loads[worker]; }
};

void BM_Choose(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const auto tried = static_cast<std::uint32_t>(state.range(1));
  const Workers workers{std::vector<WorkerLoad>(size)};
  std::vector<std::uint32_t> hand(size);
  std::iota(hand.begin(), hand.end(), 0);
  AttemptLog log;
  for (std::uint32_t i = 0; i < tried; ++i) log.add(i);
  ChoiceInput input{.hand = hand, .spill = {}, .rules = {}, .now_ms = 1'000'000, .rotation = 0};
  if (choose(input, log, workers).outcome != Outcome::kMember) state.SkipWithError("no member");
  for (auto _ : state) {
    ++input.rotation;
    benchmark::DoNotOptimize(choose(input, log, workers));
  }
}

BENCHMARK(BM_Choose)->Args({4, 0})->Args({4, 3})->Args({8, 0})->Args({16, 0});

}  // namespace

BENCHMARK_MAIN();
