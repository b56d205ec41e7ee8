// The hands that hold any of several workers, and how many of them each holds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "croupier/placement.h"

namespace croupier::analysis {

// Calls visit(hand, held), hands ascending, with 1 <= held <= workers.size(); the workers are
// distinct. Cost: the hands that hold each worker, times the workers.
template <typename Visit>
void merge_holders(const Placement& placement, std::span<const std::uint32_t> workers,
                   const Visit& visit) {
  constexpr std::size_t kAhead = 16;  // hands of a list that memory is asked for ahead
  std::vector<std::span<const std::uint32_t>> lists;
  for (const std::uint32_t worker : workers) {
    if (!placement.hands_of(worker).empty()) lists.push_back(placement.hands_of(worker));
  }
  while (!lists.empty()) {
    std::uint32_t next = UINT32_MAX;
    for (const auto& list : lists) next = std::min(next, list.front());
    std::uint32_t held = 0;
    bool ended = false;
    for (auto& list : lists) {
      if (list.front() != next) continue;
      ++held;
      placement.prefetch_place(list[std::min(kAhead, list.size() - 1)]);
      list = list.subspan(1);
      ended = ended || list.empty();
    }
    visit(next, held);
    if (ended) std::erase_if(lists, [](const auto& list) { return list.empty(); });
  }
}

}  // namespace croupier::analysis
