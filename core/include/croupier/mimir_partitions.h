// The shuffle shard of Grafana dskit's partition ring: which partitions of the ingest storage
// (Kafka) Mimir gives a tenant. Specified in docs/policies/mimir-ring.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "croupier/result.h"
#include "croupier/token_ring.h"

namespace croupier::copies {

struct RingWindow;

enum class PartitionState { kPending, kActive, kInactive };

struct RingPartition {
  std::int32_t id = 0;  // 0 or more, unique in the ring
  PartitionState state = PartitionState::kPending;
  std::chrono::sys_seconds state_changed{};  // the epoch: not known
  std::vector<std::uint32_t> tokens{};       // in any order; may be none
};

// Immutable: one object serves all threads, each with a scratch of its own. Partitions are
// positions in the order given to make().
class MimirPartitions {
 public:
  // Errors (kInvalidArgument): no or more than kMaxRingMembers partitions; a negative id, or one
  // that stands twice; a token that stands twice; more than kMaxRingTokens tokens.
  // Cost: O(tokens log tokens); keeps 8 bytes per token, and uses as many again meanwhile.
  static Result<MimirPartitions> make(std::span<const RingPartition> partitions);

  // The tenant's active partitions: positions in dealt order, distinct, valid until the scratch is
  // used again; hand(k) is a prefix of hand(k+1). `size` 0 means all; the hand is smaller than
  // `size` where active partitions that own tokens run out. `tenant` may be any bytes.
  // Does not allocate with a warm scratch. Cost: one MD5 compression or two, then O(log tokens) per
  // member.
  std::span<const std::uint32_t> shard(std::string_view tenant, std::uint32_t size,
                                       RingScratch& scratch) const;

  // The same for reads: also holds inactive partitions that were the tenant's when the look-back
  // began or later, so it may be larger than `size`; never pending ones. A look-back of 0 s gives
  // shard(). kInvalidArgument where the look-back is out of its range.
  Result<std::span<const std::uint32_t>> shard_with_lookback(std::string_view tenant,
                                                             std::uint32_t size,
                                                             const Lookback& lookback,
                                                             RingScratch& scratch) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }

 private:
  struct Member {
    std::chrono::sys_seconds state_changed;
    PartitionState state;

    bool held_in(const RingWindow& window) const;
    bool extends(const RingWindow& window) const;
  };

  MimirPartitions() = default;

  std::span<const std::uint32_t> select(std::string_view tenant, std::uint32_t size,
                                        const RingWindow& window, RingScratch& scratch) const;

  TokenRing ring_;
  std::vector<Member> members_;                 // in the order given
  std::vector<std::uint32_t> inactive_owners_;  // the inactive ones that own tokens
  std::uint32_t active_owners_ = 0;             // how many active ones own tokens
};

}  // namespace croupier::copies
