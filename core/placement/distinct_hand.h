// A hand being filled with numbers that must differ.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace croupier::placement {

// Small hands are searched; larger ones keep an open-addressing table at most half full in `table`,
// working memory that lives with the caller.
template <typename Number>
class DistinctHand {
 public:
  static constexpr std::size_t kSearched = 64;

  DistinctHand(std::span<Number> hand, std::vector<std::uint64_t>& table)
      : hand_(hand), table_(table) {
    if (hand_.size() > kSearched) table_.assign(std::bit_ceil(hand_.size() * 2), 0);
  }

  bool full() const { return filled_ == hand_.size(); }

  // Appends `number`, unless the hand holds it. Precondition: not full, number < 2^64-1.
  void offer(Number number) {
    if (hand_.size() > kSearched ? !enter(number) : holds(number)) return;
    hand_[filled_++] = number;
  }

 private:
  bool holds(Number number) const {
    for (std::size_t i = 0; i < filled_; ++i) {
      if (hand_[i] == number) return true;
    }
    return false;
  }

  bool enter(Number number) {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;   // 2^64 / golden ratio
    const std::uint64_t entry = std::uint64_t{number} + 1;  // 0 marks a free place
    const std::size_t mask = table_.size() - 1;
    for (std::size_t i = (entry * kGolden) >> 32 & mask;; i = (i + 1) & mask) {
      if (table_[i] == entry) return false;
      if (table_[i] != 0) continue;
      table_[i] = entry;
      return true;
    }
  }

  std::span<Number> hand_;
  std::vector<std::uint64_t>& table_;
  std::size_t filled_ = 0;
};

}  // namespace croupier::placement
