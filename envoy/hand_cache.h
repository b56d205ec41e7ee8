// The hands that one thread dealt lately, so that a tenant's next request costs no deal.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "snapshot/snapshot.h"

namespace croupier::envoy {

// A direct-mapped table of fixed size: two tenants that fall on one entry take turns in it, which
// costs them deals and nothing else. At most 6 MiB. One thread.
class HandCache {
 public:
  // What snapshot.deal() gives. `generation` tells snapshots apart: each has another one than all
  // before it. Cost: a hash of the tenant's id, and a deal only where the entry is another's.
  snapshot::Admission deal(const snapshot::Snapshot& snapshot, std::uint64_t generation,
                           std::uint32_t deck, const snapshot::Caller& caller,
                           snapshot::Hand& hand);

  std::uint64_t deals() const { return deals_; }  // that were really dealt

 private:
  static constexpr std::size_t kEntries = 8'192;
  static constexpr std::size_t kMaxMembers = 16;  // larger hands are not kept

  struct Entry {
    std::uint64_t generation = 0;  // 0: empty
    std::uint32_t deck = 0;
    bool listed_only = false;
    snapshot::Admission admission = snapshot::Admission::kRefused;
    std::string tenant;
    snapshot::Hand hand;
  };

  std::vector<Entry> entries_;  // made by the first deal
  snapshot::DealMemory memory_;
  const std::uint64_t seed_ = std::random_device{}();  // so that nobody can aim at an entry
  std::uint64_t deals_ = 0;
};

}  // namespace croupier::envoy
