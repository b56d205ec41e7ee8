// A keyed permutation of the numbers below any n: looks random to whoever lacks the key.
#pragma once

#include <cstdint>

#include "croupier/key.h"

namespace croupier::placement {

// Alternating Feistel network of 12 rounds of SipHash-2-4 on pairs (left, right), left below a,
// right below b, where a is the least number with a*a >= n, and b the least with a*b >= n. What
// comes out at or above n is sent through again (a*b is at most n + 2*sqrt(n), so that is rare).
// docs/policies/bounded.md, "Keyed order". Immutable.
// Cost: 12 SipHash a call.
class Permutation {
 public:
  // `size`: 1 to 2^63 - 1.
  Permutation(const SipKey& key, std::uint64_t size);

  // `tweak` selects one of 2^64 unrelated permutations. `x` must be below the size.
  std::uint64_t apply(std::uint64_t tweak, std::uint64_t x) const;
  std::uint64_t invert(std::uint64_t tweak, std::uint64_t y) const;

  std::uint64_t size() const { return size_; }

 private:
  std::uint64_t k0_;
  std::uint64_t k1_;
  std::uint64_t size_;
  std::uint64_t a_;
  std::uint64_t b_;
};

// SipHash-2-4 of 16 bytes, two little-endian words; the key's words likewise.
std::uint64_t siphash_words(std::uint64_t k0, std::uint64_t k1, std::uint64_t word0,
                            std::uint64_t word1);

}  // namespace croupier::placement
