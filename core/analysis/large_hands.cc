#include "core/analysis/large_hands.h"

namespace croupier::analysis {

LargeHands::LargeHands(const Placement& placement, std::uint32_t limit)
    : placement_(placement), limit_(limit) {
  for (std::uint32_t hand = 0; hand < placement.hands(); ++hand) {
    if (placement.size(hand) > limit) large_.push_back(hand);
  }
}

std::uint64_t LargeHands::cost() const {
  return large_.size() * placement_.all_members().size();
}

void LargeHands::compare(std::uint32_t part) {
  for (std::size_t i = part; i < large_.size(); i += placement_.workers()) {
    if (rows_.empty()) {  // only now, so that a counter without any pays nothing
      rows_.resize(placement_.all_members().size() + placement_.hands());
      inside_.resize(placement_.hands());
      held_.resize(placement_.workers());
    }
    compare_hand(large_[i]);
  }
}

void LargeHands::compare_hand(std::uint32_t hand) {
  const auto row = [this](std::uint32_t of) { return &rows_[placement_.begin(of) + of]; };
  const std::uint32_t size = placement_.size(hand);
  for (const std::uint32_t worker : placement_.members(hand)) held_[worker] = 1;
  for (std::uint32_t other = 0; other < placement_.hands(); ++other) {
    const std::uint32_t other_size = placement_.size(other);
    if (other_size > limit_ && other <= hand) continue;  // the other one compares the two
    std::uint32_t shared = 0;
    for (const std::uint32_t worker : placement_.members(other)) shared += held_[worker];
    row(hand)[shared] += placement_.count(other);
    row(other)[shared] += placement_.count(hand);
    if (shared == other_size) inside_[hand] += placement_.count(other);
    if (shared == size) inside_[other] += placement_.count(hand);
  }
  for (const std::uint32_t worker : placement_.members(hand)) held_[worker] = 0;
}

}  // namespace croupier::analysis
