#include "core/placement/bounded/parity.h"

namespace croupier::placement {

ParityDeal::ParityDeal(std::uint32_t hand, std::uint32_t stripe, bool sum_rule)
    : hand_(hand), stripe_(stripe), free_(sum_rule ? hand - 1 : hand) {
  for (std::uint32_t i = 0; i < free_; ++i) {
    capacity_ *= stripe_;
    powers_.emplace_back(capacity_);
  }
}

void ParityDeal::deal(std::uint64_t ordinal, std::span<std::uint32_t> hand) const {
  const std::uint32_t m = stripe_;
  std::uint64_t quotient = ordinal;
  const auto next_digit = [&](std::uint32_t i) {
    const std::uint64_t higher = powers_[i].quotient(ordinal);
    const auto digit = static_cast<std::uint32_t>(quotient - higher * m);
    quotient = higher;
    return digit;
  };
  const std::uint32_t shift = next_digit(0);
  hand[0] = shift;
  std::uint32_t last = shift;  // shift - b1 + b2 - ...: what the rule leaves for the last slot
  for (std::uint32_t i = 1; i < free_; ++i) {
    const std::uint32_t digit = next_digit(i);
    const std::uint32_t slot = shift + digit;
    hand[i] = i * m + (slot >= m ? slot - m : slot);
    last += i % 2 == 1 ? m - digit : digit;
    if (last >= m) last -= m;
  }
  if (free_ < hand_) hand[free_] = free_ * m + last;
}

std::optional<std::uint64_t> ParityDeal::ordinal_of(std::span<const std::uint32_t> hand) const {
  const std::uint32_t m = stripe_;
  if (hand.size() != hand_) return std::nullopt;
  std::uint64_t alternating = 0;
  for (std::uint32_t i = 0; i < hand_; ++i) {
    if (hand[i] / m != i) return std::nullopt;
    const std::uint32_t slot = hand[i] % m;
    alternating += i % 2 == 0 ? slot : m - slot;
  }
  if (free_ < hand_ && alternating % m != 0) return std::nullopt;
  std::uint64_t ordinal = 0;
  for (std::uint32_t i = free_; i-- > 1;) {
    ordinal = ordinal * m + (hand[i] % m + m - hand[0]) % m;
  }
  return ordinal * m + hand[0];
}

}  // namespace croupier::placement
