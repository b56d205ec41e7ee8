// Hands with a largest overlap: `bounded` by ordinal, plain and keyed.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "croupier/bounded.h"

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

// A fleet of a million tenants, met in no order. Warm: each was met before, and is remembered.
// Cold: the cache is full of other tenants.
void bench_cached(benchmark::State& state, const BoundedSpec& spec, bool warm) {
  constexpr std::uint64_t kTenants = 1'000'000;
  const auto deck = BoundedDeck::make(spec, key()).value();
  BoundedCache cache(deck);
  std::vector<std::uint32_t> hand(spec.hand);
  std::vector<std::uint32_t> again(spec.hand);
  const auto deal = [&](std::uint64_t ordinal) { return deck.deal(ordinal, hand, cache); };
  for (std::uint64_t u = 0; warm && u < kTenants; ++u) {
    if (deal(u) && deck.deal(u, again) && hand == again) continue;
    std::fprintf(stderr, "ordinal %llu has another hand from the cache\n",
                 static_cast<unsigned long long>(u));
    std::exit(1);
  }
  const auto ordinals = random_ordinals(warm ? kTenants : deck.shape().capacity);
  std::uint64_t next = 0;
  for (auto _ : state) {
    const std::uint64_t turn = next / kOrdinals * kOrdinals;  // so that cold ones never come again
    const std::uint64_t shift = warm ? 0 : turn;
    const auto dealt = deal((ordinals[next++ % kOrdinals] + shift) % deck.shape().capacity);
    benchmark::DoNotOptimize(dealt);
    benchmark::DoNotOptimize(hand.data());
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["cache_bytes"] = static_cast<double>(cache.size_bytes());
}

BENCHMARK_CAPTURE(bench_bounded, quadruple_2048, BoundedSpec{2'048, 4, 2}, false);
BENCHMARK_CAPTURE(bench_bounded, parity_512x4, BoundedSpec{2'048, 4, 2, 4}, false);
BENCHMARK_CAPTURE(bench_bounded, polynomial_512x4, BoundedSpec{2'048, 4, 1}, false);
BENCHMARK_CAPTURE(bench_bounded, polynomial_500x4, BoundedSpec{2'000, 4, 1, 4, 500}, false);
BENCHMARK_CAPTURE(bench_bounded, polynomial_256x8, BoundedSpec{2'048, 8, 2}, false);
BENCHMARK_CAPTURE(bench_bounded, quadruple_2048_keyed, BoundedSpec{2'048, 4, 2}, true);
BENCHMARK_CAPTURE(bench_bounded, parity_512x4_keyed, BoundedSpec{2'048, 4, 2, 4}, true);
BENCHMARK_CAPTURE(bench_cached, quadruple_2048_cold, BoundedSpec{2'048, 4, 2}, false);
BENCHMARK_CAPTURE(bench_cached, quadruple_2048_warm, BoundedSpec{2'048, 4, 2}, true);
BENCHMARK_CAPTURE(bench_cached, parity_512x4_cold, BoundedSpec{2'048, 4, 2, 4}, false);
BENCHMARK_CAPTURE(bench_cached, parity_512x4_warm, BoundedSpec{2'048, 4, 2, 4}, true);

}  // namespace
}  // namespace croupier

BENCHMARK_MAIN();
