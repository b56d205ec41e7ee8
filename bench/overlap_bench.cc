// Hands with a largest overlap: `bounded` by ordinal, plain and keyed, and `search` hand by hand.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "croupier/bounded.h"
#include "croupier/search.h"

namespace croupier {
namespace {

constexpr std::size_t kOrdinals = 1 << 16;  // dealt in turn, in no order

const Key& key() {
  static const Key one(std::string_view("a key for benchmarks"));
  return one;
}

std::vector<std::uint64_t> random_ordinals(std::uint64_t capacity) {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> ordinals(kOrdinals);
  for (std::uint64_t& ordinal : ordinals) ordinal = random() % capacity;
  return ordinals;
}

// Every hand leads back to its ordinal.
void check(const BoundedDeck& deck, const std::vector<std::uint64_t>& ordinals, std::uint32_t k) {
  std::vector<std::uint32_t> hand(k);
  for (std::size_t i = 0; i < 1'000; ++i) {
    if (deck.deal(ordinals[i], hand) && deck.ordinal_of(hand) == ordinals[i]) continue;
    std::fprintf(stderr, "ordinal %llu comes back as another\n",
                 static_cast<unsigned long long>(ordinals[i]));
    std::exit(1);
  }
}

void bench_bounded(benchmark::State& state, const BoundedSpec& spec, bool keyed) {
  const auto deck =
      keyed ? BoundedDeck::make(spec, key()).value() : BoundedDeck::make(spec).value();
  const auto ordinals = random_ordinals(deck.shape().capacity);
  check(deck, ordinals, spec.hand);
  std::vector<std::uint32_t> hand(spec.hand);
  std::size_t next = 0;
  for (auto _ : state) {
    auto dealt = deck.deal(ordinals[next++ % kOrdinals], hand);
    benchmark::DoNotOptimize(dealt);
    benchmark::DoNotOptimize(hand.data());
  }
  state.SetItemsProcessed(state.iterations());
}

// The first 10,000,000 hands out of 2,048; time is of all of them.
void bench_search(benchmark::State& state) {
  constexpr std::uint64_t kHands = 10'000'000;
  for (auto _ : state) {
    auto deck = SearchDeck::make({2'048, 4, 2}, key()).value();
    std::vector<std::uint32_t> hand(4);
    while (deck.size() < kHands) {
      if (deck.next(hand)) continue;
      std::fprintf(stderr, "no further hand after %llu\n",
                   static_cast<unsigned long long>(deck.size()));
      std::exit(1);
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kHands) * state.iterations());
}

BENCHMARK_CAPTURE(bench_bounded, quadruple_2048, BoundedSpec{2'048, 4, 2}, false);
BENCHMARK_CAPTURE(bench_bounded, parity_512x4, BoundedSpec{2'048, 4, 2, true}, false);
BENCHMARK_CAPTURE(bench_bounded, polynomial_512x4, BoundedSpec{2'048, 4, 1}, false);
BENCHMARK_CAPTURE(bench_bounded, polynomial_500x4, BoundedSpec{2'000, 4, 1, true, 500}, false);
BENCHMARK_CAPTURE(bench_bounded, polynomial_256x8, BoundedSpec{2'048, 8, 2}, false);
BENCHMARK_CAPTURE(bench_bounded, quadruple_2048_keyed, BoundedSpec{2'048, 4, 2}, true);
BENCHMARK_CAPTURE(bench_bounded, parity_512x4_keyed, BoundedSpec{2'048, 4, 2, true}, true);
BENCHMARK(bench_search)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
}  // namespace croupier

BENCHMARK_MAIN();
