// Compares hands that have too many subsets with every other hand.
#pragma once

#include <cstdint>
#include <vector>

#include "croupier/placement.h"

namespace croupier::analysis {

class LargeHands {
 public:
  // Hands of more than `limit` members are large.
  LargeHands(const Placement& placement, std::uint32_t limit);

  // Members to look at, over all parts.
  std::uint64_t cost() const;

  // Compares a part of the large hands, one for each number below the number of workers.
  void compare(std::uint32_t part);

  // Row by row as in Overlaps, pairs with a large hand alone, without tenants of the same hand.
  // Empty without large hands.
  std::vector<std::uint32_t>& rows() { return rows_; }
  // Of each hand: tenants of others that lie inside it. Empty likewise.
  std::vector<std::uint32_t>& inside() { return inside_; }

 private:
  void compare_hand(std::uint32_t hand);

  const Placement& placement_;
  const std::uint32_t limit_;
  std::vector<std::uint32_t> large_;
  std::vector<std::uint32_t> rows_, inside_;
  std::vector<std::uint8_t> held_;  // by worker: in the hand at work; zero between hands
};

}  // namespace croupier::analysis
