// All hands of many tenants at once, packed for exact analysis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "croupier/result.h"

namespace croupier {

// A hand is a set of workers here. Tenants are numbered from 0 in the order they were added,
// workers from 0 by the caller; equal hands are kept once and numbered from 0 in the order of the
// first tenant that has each. Immutable: safe to share between threads.
//
// Memory: 8 bytes for each member of a distinct hand, 12 for the hand, 4 for each tenant.
class Placement {
 public:
  Placement() = default;  // of nobody, on no worker

  std::uint32_t workers() const { return static_cast<std::uint32_t>(holder_begins_.size() - 1); }
  std::uint32_t tenants() const { return static_cast<std::uint32_t>(hand_of_.size()); }
  std::uint32_t hands() const { return static_cast<std::uint32_t>(counts_.size()); }

  std::uint32_t hand_of(std::uint32_t tenant) const { return hand_of_[tenant]; }

  // The members of a hand, ascending.
  std::span<const std::uint32_t> members(std::uint32_t hand) const {
    return std::span(members_).subspan(begins_[hand], size(hand));
  }
  std::uint32_t size(std::uint32_t hand) const { return begins_[hand + 1] - begins_[hand]; }
  std::uint32_t count(std::uint32_t hand) const { return counts_[hand]; }  // tenants that have it
  std::uint32_t first_tenant(std::uint32_t hand) const { return first_tenants_[hand]; }

  // Hints, one after the other, that a hand in no order is looked at soon: where it is, then
  // itself.
  void prefetch_place(std::uint32_t hand) const {
    __builtin_prefetch(&begins_[hand]);
    __builtin_prefetch(&counts_[hand]);
  }
  void prefetch_members(std::uint32_t hand) const {
    __builtin_prefetch(members_.data() + begins_[hand]);
  }

  // Where a hand's members begin among those of all hands, one after the other; for hands(), where
  // they end.
  std::size_t begin(std::uint32_t hand) const { return begins_[hand]; }
  std::span<const std::uint32_t> all_members() const { return members_; }

  // The hands that hold a worker, ascending.
  std::span<const std::uint32_t> hands_of(std::uint32_t worker) const {
    return std::span(holders_).subspan(holder_begins_[worker],
                                       holder_begins_[worker + 1] - holder_begins_[worker]);
  }

  std::uint32_t smallest_hand() const { return smallest_hand_; }  // members; 0 without hands
  std::uint32_t largest_hand() const { return largest_hand_; }

 private:
  friend class PlacementBuilder;

  void index_holders(std::uint32_t workers);

  std::vector<std::uint32_t> hand_of_;
  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> begins_ = {0};
  std::vector<std::uint32_t> counts_, first_tenants_;
  std::vector<std::uint32_t> holder_begins_ = {0};
  std::vector<std::uint32_t> holders_;
  std::uint32_t smallest_hand_ = 0;
  std::uint32_t largest_hand_ = 0;
};

// Takes the hands of tenants, one after the other.
class PlacementBuilder {
 public:
  // Tenants, and members of all their hands together, are below this.
  static constexpr std::uint64_t kMost = UINT32_MAX;

  // The next tenant's hand, in any order. kInvalidArgument: it has no member, or one twice;
  // kResourceExhausted: kMost is reached. Nothing was added then.
  Result<void> add(std::span<const std::uint32_t> hand);

  // Packs what was added, and leaves nothing. kInvalidArgument: `workers` is above kMaxWorkers, or
  // no more than the number of a member. Cost: O(members); 13 to 26 bytes a tenant for a while.
  Result<Placement> build(std::uint32_t workers);

 private:
  void merge_equal_hands(Placement& placement);

  std::vector<std::uint32_t> members_;  // of each tenant, ascending
  std::vector<std::uint32_t> begins_ = {0};
  std::uint32_t largest_member_ = 0;
};

}  // namespace croupier
