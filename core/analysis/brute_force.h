// What analysis must find, by comparing every tenant with every other one. For tests: it shares no
// code with what it checks. A hand is a set of bits, one for each worker.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <vector>

namespace croupier::brute_force {

using Hand = std::uint64_t;
using Hands = std::vector<Hand>;  // by tenant
using Row = std::vector<std::uint64_t>;

inline std::size_t size_of(Hand hand) {
  return static_cast<std::size_t>(std::popcount(hand));
}

inline std::size_t largest_hand(const Hands& hands) {
  std::size_t largest = 0;
  for (const Hand hand : hands) largest = std::max(largest, size_of(hand));
  return largest;
}

// How many others share exactly 0, 1, ... workers with the tenant, up to its hand's size.
inline Row exactly(const Hands& hands, std::size_t tenant) {
  Row row(size_of(hands[tenant]) + 1);
  for (std::size_t other = 0; other < hands.size(); ++other) {
    if (other != tenant) ++row[size_of(hands[tenant] & hands[other])];
  }
  return row;
}

inline Row pairs(const Hands& hands) {
  Row row(largest_hand(hands) + 1);
  for (std::size_t a = 0; a < hands.size(); ++a) {
    for (std::size_t b = a + 1; b < hands.size(); ++b) ++row[size_of(hands[a] & hands[b])];
  }
  return row;
}

struct Harm {
  std::uint64_t untouched = 0, touched = 0, degraded = 0, down = 0;
  Row by_workers_lost;
  std::vector<std::uint32_t> down_tenants;
};

inline Harm harm(const Hands& hands, Hand failed, const std::set<std::uint32_t>& left_out = {}) {
  Harm harm;
  harm.by_workers_lost.resize(largest_hand(hands) + 1);
  for (std::uint32_t tenant = 0; tenant < hands.size(); ++tenant) {
    if (left_out.contains(tenant)) continue;
    const Hand left = hands[tenant] & ~failed;
    ++harm.by_workers_lost[size_of(hands[tenant]) - size_of(left)];
    if (left == hands[tenant]) ++harm.untouched;
    if (left != hands[tenant]) ++harm.touched;
    if (left != hands[tenant] && left != 0) ++harm.degraded;
    if (left != 0) continue;
    ++harm.down;
    harm.down_tenants.push_back(tenant);
  }
  return harm;
}

}  // namespace croupier::brute_force
