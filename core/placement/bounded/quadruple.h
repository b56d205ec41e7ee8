// The quadruple deal: hands of four out of 2^w workers, every two share at most two, and there are
// as many of them as can be.
#pragma once

#include "core/placement/bounded/construction.h"

namespace croupier::placement {

// The hands are {a, b, c, a^b^c}: every three workers lie in exactly one. A hand is a coset of a
// plane {0, v, U, U^v}; ordinal = plane * 2^(w-2) + coset, and the cosets of one plane use every
// worker once. docs/policies/bounded.md numbers the planes.
// Source: the Steiner quadruple system of the affine geometry over GF(2) (Boole, Kirkman).
class QuadrupleDeal final : public Construction {
 public:
  explicit QuadrupleDeal(std::uint32_t bits) : bits_(bits) {}  // w: 3 to 16

  void deal(std::uint64_t ordinal, std::span<std::uint32_t> hand) const override;
  std::optional<std::uint64_t> ordinal_of(std::span<const std::uint32_t> hand) const override;
  std::uint64_t capacity() const override;
  std::uint32_t block() const override { return 1U << (bits_ - 2); }
  std::uint32_t workers() const override { return 1U << bits_; }

 private:
  std::uint32_t bits_;
};

}  // namespace croupier::placement
