// The algorithm is specified in docs/policies/mimir-queriers.md.
#include "croupier/mimir_queriers.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/copies/go_rand.h"
#include "core/copies/shard_seed.h"
#include "croupier/ids.h"
#include "croupier/quote.h"

namespace croupier::copies {

Result<MimirQueriers> MimirQueriers::make(std::vector<std::string> ids) {
  if (ids.empty()) return error(Code::kInvalidArgument, "there are no queriers");
  if (ids.size() > kMaxQueriers) {
    return error(Code::kInvalidArgument, std::to_string(ids.size()) +
                                             " queriers are above the limit of " +
                                             std::to_string(kMaxQueriers));
  }
  for (const std::string& id : ids) {
    if (auto checked = check_id(id); !checked) {  // may not be fit to print: say where it is
      checked.error().message.insert(
          0, "querier at position " + std::to_string(&id - ids.data()) + ": ");
      return tl::make_unexpected(std::move(checked.error()));
    }
  }
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice != ids.end()) {
    return error(Code::kInvalidArgument, "querier " + quote(*twice) + " stands twice in the list");
  }
  go_table();  // so that no hand has to wait for it
  MimirQueriers queriers;
  queriers.ids_ = std::move(ids);
  return queriers;
}

std::span<const std::uint32_t> MimirQueriers::hand(std::string_view tenant,
                                                   std::uint32_t max_queriers,
                                                   QuerierScratch& scratch) const {
  std::vector<std::uint32_t>& order = scratch.order;
  order.resize(ids_.size());
  std::iota(order.begin(), order.end(), 0U);
  if (!shards(max_queriers)) return order;

  // A Fisher-Yates shuffle from the back: the hand is its last places, the first draw hindmost.
  GoRand random(shard_seed(tenant));
  auto left = static_cast<std::uint32_t>(order.size());
  for (std::uint32_t i = 0; i < max_queriers; ++i) {
    const std::uint32_t drawn = random.below(left);
    std::swap(order[drawn], order[--left]);
  }
  std::reverse(order.begin() + left, order.end());
  return std::span(order).subspan(left);
}

}  // namespace croupier::copies
