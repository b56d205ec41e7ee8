#include "croupier/placement.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "croupier/deal.h"
#include "croupier/position_index.h"
#include "croupier/xxh64.h"

namespace croupier {
namespace {

// How many hands ahead the table is asked for: about as many reads as memory has under way.
constexpr std::size_t kAhead = 16;

std::uint64_t hash_of(std::span<const std::uint32_t> members) {
  return xxh64({reinterpret_cast<const char*>(members.data()), members.size_bytes()});
}

}  // namespace

Result<void> PlacementBuilder::add(std::span<const std::uint32_t> hand) {
  if (hand.empty()) return error(Code::kInvalidArgument, "a hand without a worker");
  if (begins_.size() >= kMost || members_.size() + hand.size() >= kMost) {
    return error(Code::kResourceExhausted, "more than " + std::to_string(kMost - 1) +
                                               " tenants, or members of all hands together");
  }
  const std::size_t begin = members_.size();
  members_.insert(members_.end(), hand.begin(), hand.end());
  const std::span<std::uint32_t> members = std::span(members_).subspan(begin);
  std::sort(members.begin(), members.end());
  const auto twice = std::adjacent_find(members.begin(), members.end());
  if (twice != members.end()) {
    const std::uint32_t worker = *twice;
    members_.resize(begin);
    return error(Code::kInvalidArgument,
                 "worker number " + std::to_string(worker) + " is twice in a hand");
  }
  largest_member_ = std::max(largest_member_, members.back());
  begins_.push_back(static_cast<std::uint32_t>(members_.size()));
  return {};
}

Result<Placement> PlacementBuilder::build(std::uint32_t workers) {
  if (workers > kMaxWorkers) {
    return error(Code::kInvalidArgument,
                 std::to_string(workers) + " workers, more than " + std::to_string(kMaxWorkers));
  }
  if (!members_.empty() && largest_member_ >= workers) {
    return error(Code::kInvalidArgument, "worker number " + std::to_string(largest_member_) +
                                             " is not below " + std::to_string(workers));
  }
  Placement placement;
  merge_equal_hands(placement);
  placement.index_holders(workers);
  *this = PlacementBuilder();
  return placement;
}

// Distinct hands move to the front of what was added: a hand's number and place never exceed those
// of its first tenant, so nothing is overwritten before it is read.
void PlacementBuilder::merge_equal_hands(Placement& placement) {
  const std::size_t tenants = begins_.size() - 1;
  const auto added = [this](std::size_t tenant) {
    return std::span(members_).subspan(begins_[tenant], begins_[tenant + 1] - begins_[tenant]);
  };
  placement.hand_of_.reserve(tenants);
  placement.counts_.reserve(tenants);
  placement.first_tenants_.reserve(tenants);
  PositionIndex index(tenants);
  std::array<std::uint64_t, kAhead> hashes{};
  std::size_t kept_members = 0;
  for (std::size_t step = 0; step < tenants + kAhead; ++step) {
    const std::uint64_t hash = hashes[step % kAhead];
    if (step < tenants) {
      hashes[step % kAhead] = hash_of(added(step));
      index.prefetch(hashes[step % kAhead]);
    }
    if (step < kAhead) continue;
    const auto tenant = static_cast<std::uint32_t>(step - kAhead);
    const auto members = added(tenant);
    const std::uint32_t next = placement.hands();
    const std::uint32_t hand = index.find_or_add(
        hash, next, [&](std::uint32_t other) { return std::ranges::equal(added(other), members); });
    placement.hand_of_.push_back(hand);
    if (hand != next) {
      ++placement.counts_[hand];
      continue;
    }
    placement.counts_.push_back(1);
    placement.first_tenants_.push_back(tenant);
    std::copy(members.begin(), members.end(), members_.begin() + kept_members);
    kept_members += members.size();
    begins_[next + 1] = static_cast<std::uint32_t>(kept_members);
  }
  members_.resize(kept_members);
  begins_.resize(std::size_t{placement.hands()} + 1);
  placement.members_ = std::move(members_);
  placement.begins_ = std::move(begins_);
}

void Placement::index_holders(std::uint32_t workers) {
  holder_begins_.assign(std::size_t{workers} + 1, 0);
  for (const std::uint32_t member : members_) ++holder_begins_[member + 1];
  for (std::size_t i = 1; i <= workers; ++i) holder_begins_[i] += holder_begins_[i - 1];
  holders_.resize(members_.size());
  std::vector<std::uint32_t> next(holder_begins_.begin(), holder_begins_.end() - 1);
  for (std::uint32_t hand = 0; hand < hands(); ++hand) {
    for (const std::uint32_t member : members(hand)) holders_[next[member]++] = hand;
    largest_hand_ = std::max(largest_hand_, size(hand));
    smallest_hand_ = hand == 0 ? size(hand) : std::min(smallest_hand_, size(hand));
  }
}

}  // namespace croupier
