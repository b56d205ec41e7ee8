// The algorithm is specified in docs/policies/mimir-ring.md.
#include "croupier/mimir_partitions.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "core/copies/deal_tokens.h"
#include "core/copies/owned_tokens.h"
#include "core/copies/ring_window.h"
#include "core/copies/shard_seed.h"

namespace croupier::copies {
namespace {

std::string name_of(const RingPartition& partition) {
  return "partition " + std::to_string(partition.id);
}

Result<void> check_partitions(std::span<const RingPartition> partitions) {
  if (partitions.empty()) return error(Code::kInvalidArgument, "the ring has no partitions");
  if (partitions.size() > kMaxRingMembers) {
    return error(Code::kInvalidArgument, "the ring has " + std::to_string(partitions.size()) +
                                             " partitions, above the limit of " +
                                             std::to_string(kMaxRingMembers));
  }
  std::unordered_set<std::int32_t> ids;
  for (const RingPartition& partition : partitions) {
    if (partition.id < 0) {
      return error(Code::kInvalidArgument,
                   "partition id " + std::to_string(partition.id) + " is below 0");
    }
    if (!ids.insert(partition.id).second) {
      return error(Code::kInvalidArgument, name_of(partition) + " stands twice in the ring");
    }
  }
  return {};
}

}  // namespace

bool MimirPartitions::Member::held_in(const RingWindow& window) const {
  return state == PartitionState::kActive || extends(window);
}

// One that changed its state since the look-back began had the tenant's data before, or took it
// over from the next partition on the circle, which is therefore needed too.
bool MimirPartitions::Member::extends(const RingWindow& window) const {
  return state != PartitionState::kPending && window.covers(state_changed);
}

Result<MimirPartitions> MimirPartitions::make(std::span<const RingPartition> partitions) {
  if (auto checked = check_partitions(partitions); !checked) {
    return tl::make_unexpected(std::move(checked.error()));
  }
  MimirPartitions ring;
  std::vector<OwnedToken> tokens;
  for (const RingPartition& partition : partitions) {
    const std::uint32_t member = ring.size();
    ring.members_.push_back({partition.state_changed, partition.state});
    for (const std::uint32_t token : partition.tokens) tokens.push_back({token, member});
    if (partition.tokens.empty()) continue;
    if (partition.state == PartitionState::kActive) ++ring.active_owners_;
    if (partition.state == PartitionState::kInactive) ring.inactive_owners_.push_back(member);
  }
  const auto name = [&](std::uint32_t member) { return name_of(partitions[member]); };
  return sort_tokens(tokens, name).map([&] {
    ring.ring_.reserve(tokens.size());
    for (const auto& [token, owner] : tokens) ring.ring_.append(token, owner);
    go_table();  // so that no shard has to wait for it
    return std::move(ring);
  });
}

std::span<const std::uint32_t> MimirPartitions::shard(std::string_view tenant, std::uint32_t size,
                                                      RingScratch& scratch) const {
  return select(tenant, size, RingWindow{}, scratch);
}

Result<std::span<const std::uint32_t>> MimirPartitions::shard_with_lookback(
    std::string_view tenant, std::uint32_t size, const Lookback& lookback,
    RingScratch& scratch) const {
  return ring_window(lookback).map(
      [&](const RingWindow& window) { return select(tenant, size, window, scratch); });
}

std::span<const std::uint32_t> MimirPartitions::select(std::string_view tenant, std::uint32_t size,
                                                       const RingWindow& window,
                                                       RingScratch& scratch) const {
  scratch.start(members_.size());
  const auto held = [&](std::uint32_t member) { return members_[member].held_in(window); };
  const auto extends = [&](std::uint32_t member) { return members_[member].extends(window); };
  const auto inactive = static_cast<std::size_t>(
      std::count_if(inactive_owners_.begin(), inactive_owners_.end(), held));
  const std::size_t draws = size == 0 ? members_.size() : size;
  deal_tokens(ring_, shard_seed(tenant), draws, active_owners_ + inactive, held, extends, scratch);
  return scratch.hand();
}

}  // namespace croupier::copies
