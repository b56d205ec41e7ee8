// Deals per second of every policy at the sizes of docs/benchmarks.md. Hands are checked before the
// clock starts. Time per item is time per hand.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "croupier/deal.h"

namespace croupier {
namespace {

constexpr std::size_t kTenants = 4'096;  // dealt in turn, so that no branch learns one tenant

enum class Variety : std::int64_t { kPlain, kWeights, kSpread, kWeightsAndSpread };

const std::vector<std::string>& tenants() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> made;
    for (std::size_t i = 0; i < kTenants; ++i) made.push_back("tenant-" + std::to_string(i));
    return made;
  }();
  return ids;
}

DeckSpec make_deck(Policy policy, std::int64_t workers, Variety variety) {
  const bool weights = variety == Variety::kWeights || variety == Variety::kWeightsAndSpread;
  const bool spread = variety == Variety::kSpread || variety == Variety::kWeightsAndSpread;
  DeckSpec deck;
  deck.policy = policy;
  if (spread) deck.spread = Spread::kBalanced;
  for (std::int64_t i = 0; i < workers; ++i) {
    deck.workers.push_back({"worker-" + std::to_string(i),
                            weights ? static_cast<std::uint32_t>(1 + i % 5) : 1U,
                            {"zone-" + std::to_string(i % 3)}});
  }
  return deck;
}

// Hands must be distinct workers, and the same from a second dealer. Fewer tenants on large decks,
// as google-benchmark calls a benchmark several times.
void check_answers(const DeckSpec& deck, const Dealer& dealer, const Key& key, std::uint32_t k) {
  const auto other = make_dealer(deck, key).value();
  DealScratch scratch;
  std::vector<std::uint32_t> hand, again;
  const std::size_t checked =
      std::clamp<std::size_t>((1U << 20) / deck.workers.size(), 16, kTenants);
  for (const std::string& tenant : std::span(tenants()).first(checked)) {
    const bool dealt = dealer.deal({tenant}, k, hand, scratch) &&
                       other->deal({tenant}, k, again, scratch) && hand == again;
    std::sort(hand.begin(), hand.end());
    if (!dealt || std::adjacent_find(hand.begin(), hand.end()) != hand.end()) {
      std::fprintf(stderr, "wrong hand for %s\n", tenant.c_str());
      std::exit(1);
    }
  }
}

void bench_deal(benchmark::State& state, Policy policy, Variety variety) {
  const Key key("shuffle-shard-v1");
  const DeckSpec deck = make_deck(policy, state.range(0), variety);
  const auto dealer = make_dealer(deck, key).value();
  const auto k = static_cast<std::uint32_t>(state.range(1));
  std::vector<std::uint32_t> hand;
  check_answers(deck, *dealer, key, k);
  DealScratch scratch;
  std::size_t next = 0;
  for (auto _ : state) {
    auto dealt = dealer->deal({tenants()[next++ % kTenants]}, k, hand, scratch);
    benchmark::DoNotOptimize(dealt);
    benchmark::DoNotOptimize(hand.data());
  }
  state.SetItemsProcessed(state.iterations());
}

void small_sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"n", "k"})->Args({20, 4})->Args({64, 3})->Args({2'048, 4});
}

void all_sizes(benchmark::internal::Benchmark* bench) {
  small_sizes(bench);
  bench->Args({65'536, 4})->Args({2'048, 1'024});
}

BENCHMARK_CAPTURE(bench_deal, hmac, Policy::kHmac, Variety::kPlain)->Apply(all_sizes);
BENCHMARK_CAPTURE(bench_deal, rendezvous, Policy::kRendezvous, Variety::kPlain)->Apply(all_sizes);
BENCHMARK_CAPTURE(bench_deal, rendezvous_weights, Policy::kRendezvous, Variety::kWeights)
    ->Apply(small_sizes);
BENCHMARK_CAPTURE(bench_deal, rendezvous_zones, Policy::kRendezvous, Variety::kSpread)
    ->Apply(small_sizes);
BENCHMARK_CAPTURE(bench_deal, rendezvous_weights_zones, Policy::kRendezvous,
                  Variety::kWeightsAndSpread)
    ->Apply(small_sizes);
BENCHMARK_CAPTURE(bench_deal, java_demo, Policy::kJavaDemo, Variety::kPlain)->Apply(small_sizes);
BENCHMARK_CAPTURE(bench_deal, python_sample, Policy::kPythonSample, Variety::kPlain)
    ->Apply(small_sizes);

}  // namespace
}  // namespace croupier

BENCHMARK_MAIN();
