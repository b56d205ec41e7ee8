// The parity deal: even hands, any stripe size, every two hands share at most k-2 workers.
#pragma once

#include <vector>

#include "core/placement/bounded/construction.h"
#include "croupier/divisor.h"

namespace croupier::placement {

// k stripes of m workers, one of each in a hand; worker i*m + v is slot v of stripe i. With k even,
// the hands are those whose slots satisfy v0 - v1 + v2 - ... = 0 mod m: all but one slot decide the
// last, so two different hands differ in two slots. With `sum_rule` off every choice of slots is a
// hand, for any k: two different hands differ in one slot.
//
// Ordinal: base-m digits s, b1, b2, ... from the lowest; v0 = s, vi = s + bi, and the last by the
// rule. s alone moves all slots, so that each m ordinals use every worker once.
// Source: the single parity check code.
class ParityDeal final : public Construction {
 public:
  // m^(k-1), with the rule, or m^k must fit into 63 bits.
  ParityDeal(std::uint32_t hand, std::uint32_t stripe, bool sum_rule);

  void deal(std::uint64_t ordinal, std::span<std::uint32_t> hand) const override;
  std::optional<std::uint64_t> ordinal_of(std::span<const std::uint32_t> hand) const override;
  std::uint64_t capacity() const override { return capacity_; }
  std::uint32_t block() const override { return stripe_; }
  std::uint32_t workers() const override { return hand_ * stripe_; }

 private:
  std::uint32_t hand_;
  std::uint32_t stripe_;
  std::uint32_t free_;  // slots that the ordinal decides
  // By m, m^2, ...: no digit of an ordinal waits for another's quotient.
  std::vector<ShortDivisor> powers_;
  std::uint64_t capacity_ = 1;
};

}  // namespace croupier::placement
