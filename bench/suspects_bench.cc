// Suspects among a million tenants: n=2,048, k=4, random hands; eight sick workers.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "croupier/suspects.h"

namespace croupier {
namespace {

constexpr std::uint32_t kTenants = 1'000'000;
constexpr std::uint32_t kWorkers = 2'048;
constexpr std::uint32_t kHand = 4;
constexpr std::size_t kSick = 8;
constexpr std::size_t kSets = 64;  // that take turns

using Numbers = std::vector<std::uint32_t>;

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "suspects_bench: %s\n", what);
  std::exit(1);
}

std::uint32_t any_below(std::mt19937_64& random, std::uint32_t below) {
  return static_cast<std::uint32_t>(random() % below);
}

const Placement& placement() {
  static const Placement placed = [] {
    std::mt19937_64 random(1);
    PlacementBuilder builder;
    for (std::uint32_t tenant = 0; tenant < kTenants; ++tenant) {
      Numbers hand(kHand);
      do {
        for (std::uint32_t& worker : hand) worker = any_below(random, kWorkers);
      } while (!builder.add(hand));
    }
    return builder.build(kWorkers).value();
  }();
  return placed;
}

// The workers of `culprits` tenants, and others up to eight.
std::vector<Numbers> sick_sets(std::uint32_t culprits) {
  std::mt19937_64 random(2);
  std::vector<Numbers> sets(kSets);
  for (Numbers& sick : sets) {
    const auto add = [&sick](std::uint32_t worker) {
      if (std::ranges::find(sick, worker) == sick.end()) sick.push_back(worker);
    };
    for (std::uint32_t i = 0; i < culprits; ++i) {
      const std::uint32_t hand = placement().hand_of(any_below(random, kTenants));
      for (const std::uint32_t worker : placement().members(hand)) add(worker);
    }
    while (sick.size() < kSick) add(any_below(random, kWorkers));
  }
  return sets;
}

// Every suspect's evidence, counted tenant by tenant.
void check(const Numbers& sick, const Suspects& found) {
  std::size_t hands = 0;
  for (const SuspectGroup& group : found.ranked) {
    hands += group.hands.size();
    for (const std::uint32_t hand : group.hands) {
      const auto hit = std::ranges::count_if(placement().members(hand), [&](std::uint32_t worker) {
        return std::ranges::find(sick, worker) != sick.end();
      });
      if (hit != group.hit || group.hit + group.outside != kHand) give_up("wrong evidence");
    }
  }
  for (std::uint32_t hand = 0; hand < placement().hands(); ++hand) {
    const auto held = placement().members(hand);
    hands -= std::ranges::find_first_of(held, sick) != held.end() ? 1 : 0;
  }
  if (hands != 0) give_up("not every suspect is ranked");
}

void suspects(benchmark::State& state, std::uint32_t culprits, std::uint32_t asked) {
  const auto sets = sick_sets(culprits);
  const SuspectOptions options{.culprits = asked};
  check(sets[0], find_suspects(placement(), sets[0], options).value());
  std::size_t next = 0;
  std::size_t certain = 0;
  for (auto _ : state) {
    certain += find_suspects(placement(), sets[next++ % kSets], options).value().certain;
  }
  state.counters["certain"] = static_cast<double>(certain) / static_cast<double>(next);
}

BENCHMARK_CAPTURE(suspects, one_culprit_four_extra, 1, 1);
BENCHMARK_CAPTURE(suspects, two_culprits, 2, 2);
BENCHMARK_CAPTURE(suspects, eight_workers_at_random, 0, 1);
BENCHMARK_CAPTURE(suspects, eight_workers_at_random_two_asked, 0, 2);

}  // namespace
}  // namespace croupier

BENCHMARK_MAIN();
