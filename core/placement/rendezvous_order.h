// The order in which rendezvous takes workers: smallest cost per weight first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/uint128.h"
#include "croupier/deal.h"

namespace croupier::placement {

// `worker` numbers the workers by the bytes of their ids, so that the smaller id wins a tie.
using Candidate = DealScratch::Candidate;

// With equal weights the cheaper worker is the one with the larger hash, for a larger hash never
// costs more: no logarithm is needed. Agrees with CostOrder (a test holds them together).
struct HashOrder {
  bool operator()(const Candidate& a, const Candidate& b) const {
    return a.hash != b.hash ? a.hash > b.hash : a.worker < b.worker;
  }
};

struct CostOrder {
  std::span<const std::uint32_t> weights;  // by Candidate::worker

  bool operator()(const Candidate& a, const Candidate& b) const {
    const Uint128 a_cost = multiply_wide(a.cost, weights[b.worker]);
    const Uint128 b_cost = multiply_wide(b.cost, weights[a.worker]);
    return a_cost != b_cost ? a_cost < b_cost : HashOrder{}(a, b);
  }
};

// Brings the first `count` candidates of `order` to the front, in order. Small counts use a bounded
// heap, O(n + count log n) on average; counts above half sort all.
template <typename Order>
void order_first(std::span<Candidate> candidates, std::size_t count, Order order) {
  if (count > candidates.size() / 2) {
    std::sort(candidates.begin(), candidates.end(), order);
  } else {
    const auto middle = candidates.begin() + static_cast<std::ptrdiff_t>(count);
    std::partial_sort(candidates.begin(), middle, candidates.end(), order);
  }
}

}  // namespace croupier::placement
