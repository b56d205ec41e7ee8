// The queriers that the query scheduler of Mimir, Loki and Cortex gives a tenant. Specified in
// docs/policies/mimir-queriers.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"

namespace croupier::copies {

inline constexpr std::uint32_t kMaxQueriers = 65'536;  // per scheduler

// Working memory of one thread's hands, so that dealing does not allocate once it is warm.
struct QuerierScratch {
  std::vector<std::uint32_t> order;
};

// A scheduler's list of queriers. Immutable: one object serves all threads, each with a scratch of
// its own.
class MimirQueriers {
 public:
  // The list, in any order. Errors (kInvalidArgument): no or more than kMaxQueriers ids, one that
  // breaks check_id or stands twice. Cost: O(n log n).
  static Result<MimirQueriers> make(std::vector<std::string> ids);

  // Sorted as bytes: "querier-10" is before "querier-2".
  const std::vector<std::string>& ids() const { return ids_; }

  // Whether the limit leaves any querier out: 1 <= max_queriers < ids().size(). Otherwise every
  // tenant has all of them, also those that come later.
  bool shards(std::uint32_t max_queriers) const {
    return max_queriers != 0 && max_queriers < ids_.size();
  }

  // The tenant's queriers: distinct positions in ids(), valid until the scratch is used again. If
  // shards(max_queriers), that many in dealt order, where hand(k) is a prefix of hand(k+1); else
  // all of them, ascending. `tenant` may be any bytes. Does not allocate with a warm scratch.
  // Cost: one MD5 compression or two, O(ids().size()) to lay them out, one draw per member.
  std::span<const std::uint32_t> hand(std::string_view tenant, std::uint32_t max_queriers,
                                      QuerierScratch& scratch) const;

 private:
  MimirQueriers() = default;

  std::vector<std::string> ids_;
};

}  // namespace croupier::copies
