#include "croupier/failures.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/analysis/merge_holders.h"

namespace croupier {
namespace {

class Tally {
 public:
  explicit Tally(const Placement& placement)
      : placement_(placement),
        smallest_(placement.smallest_hand()),
        row_(placement.largest_hand() + 1U),
        lanes_(std::size_t{kLanes} * row_) {}

  // Inlined by force: a call would take half of a hand's time.
  [[gnu::always_inline]] void add(std::uint32_t hand, std::uint32_t lost) {
    const std::uint32_t tenants = placement_.count(hand);
    lanes_[hand % kLanes * row_ + lost] += tenants;
    if (lost >= smallest_) check_down(hand, lost);
  }

  // Hands that no call of add() named have lost nothing.
  void add_untouched() {
    const auto named = std::accumulate(lanes_.begin(), lanes_.end(), std::uint64_t{0});
    lanes_[0] += placement_.tenants() - named;
  }

  void leave_out(std::uint32_t lost, std::uint32_t size) {
    --lanes_[lost];  // may pass below zero: the sum of the lanes does not
    if (lost == size) --counts_.down;
  }

  FailureCounts finish() {
    counts_.by_workers_lost.resize(row_);
    for (std::size_t i = 0; i < lanes_.size(); ++i) counts_.by_workers_lost[i % row_] += lanes_[i];
    const auto tenants = std::accumulate(lanes_.begin(), lanes_.end(), std::uint64_t{0});
    counts_.untouched = counts_.by_workers_lost[0];
    counts_.touched = tenants - counts_.untouched;
    counts_.degraded = counts_.touched - counts_.down;
    return std::move(counts_);
  }

 private:
  [[gnu::noinline]] void check_down(std::uint32_t hand, std::uint32_t lost) {
    if (lost < placement_.size(hand)) return;
    counts_.down += placement_.count(hand);
    counts_.down_hands.push_back(hand);
  }

  // Neighbouring hands mostly lose alike; each adds to a lane of its own, and waits for no other.
  static constexpr std::uint32_t kLanes = 4;

  const Placement& placement_;
  const std::uint32_t smallest_;
  const std::uint32_t row_;
  std::vector<std::uint64_t> lanes_;  // tenants by workers lost, one row after the other
  FailureCounts counts_;
};

std::uint32_t lost_of(const Placement& placement, std::uint32_t hand,
                      const std::vector<std::uint8_t>& failed) {
  std::uint32_t lost = 0;
  for (const std::uint32_t worker : placement.members(hand)) lost += failed[worker];
  return lost;
}

// All hands, which have the same size: known to the compiler, it takes half the time.
template <std::size_t... kMember>
void tally_equal(const Placement& placement, const std::vector<std::uint8_t>& failed, Tally& tally,
                 std::index_sequence<kMember...> /*size*/) {
  const std::uint32_t* members = placement.all_members().data();
  for (std::uint32_t hand = 0; hand < placement.hands(); ++hand) {
    tally.add(hand, (std::uint32_t{failed[members[kMember]]} + ...));
    members += sizeof...(kMember);
  }
}

void tally_all(const Placement& placement, const std::vector<std::uint8_t>& failed, Tally& tally) {
  const bool equal = placement.smallest_hand() == placement.largest_hand();
  switch (equal ? placement.largest_hand() : 0) {
    case 2:
      return tally_equal(placement, failed, tally, std::make_index_sequence<2>());
    case 3:
      return tally_equal(placement, failed, tally, std::make_index_sequence<3>());
    case 4:
      return tally_equal(placement, failed, tally, std::make_index_sequence<4>());
    case 5:
      return tally_equal(placement, failed, tally, std::make_index_sequence<5>());
    case 6:
      return tally_equal(placement, failed, tally, std::make_index_sequence<6>());
    case 8:
      return tally_equal(placement, failed, tally, std::make_index_sequence<8>());
    default:
      for (std::uint32_t hand = 0; hand < placement.hands(); ++hand) {
        tally.add(hand, lost_of(placement, hand, failed));
      }
  }
}

}  // namespace

FailureCounts count_failed(const Placement& placement, std::span<const std::uint32_t> workers,
                           std::span<const std::uint32_t> left_out) {
  std::vector<std::uint8_t> failed(placement.workers());
  std::size_t holders = 0;
  for (const std::uint32_t worker : workers) {
    failed[worker] = 1;
    holders += placement.hands_of(worker).size();
  }
  Tally tally(placement);
  if (holders * workers.size() < placement.all_members().size()) {
    analysis::merge_holders(placement, workers, [&tally](std::uint32_t hand, std::uint32_t lost) {
      tally.add(hand, lost);
    });
    tally.add_untouched();
  } else {
    tally_all(placement, failed, tally);
  }
  for (const std::uint32_t tenant : left_out) {
    const std::uint32_t hand = placement.hand_of(tenant);
    tally.leave_out(lost_of(placement, hand, failed), placement.size(hand));
  }
  return tally.finish();
}

}  // namespace croupier
