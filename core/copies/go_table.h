// The fixed words that Go's math/rand mixes into every seed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace croupier::copies {

// The generator's recurrence is x[n] = x[n - 607] + x[n - 273] mod 2^64.
inline constexpr std::size_t kGoLag = 607;
inline constexpr std::size_t kGoTap = 273;

// Multiplier and modulus of the small generator that spreads a seed over the 607 words.
inline constexpr std::uint32_t kGoMultiplier = 48'271;
inline constexpr std::uint32_t kGoModulus = 0x7FFF'FFFF;

// a * b mod 2^31 - 1, for a and b below 2^31 - 1.
constexpr std::uint32_t go_multiply(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t product = std::uint64_t{a} * b;
  const std::uint64_t folded = (product & kGoModulus) + (product >> 31);  // 2^31 = 1 here
  return static_cast<std::uint32_t>(folded >= kGoModulus ? folded - kGoModulus : folded);
}

struct GoTable {
  // Word i of a seeded state is what the seed gives, XOR fixed[i].
  std::array<std::uint64_t, kGoLag> fixed;
  // 48271^(21 + 3i): the step of the small generator at which word i begins.
  std::array<std::uint32_t, kGoLag> powers;
};

// Computed by the first caller, in about 10 ms, then the same object for all threads. What is built
// ahead of serving (a ring, a set of queriers) calls it, so that no request pays for it.
const GoTable& go_table();

}  // namespace croupier::copies
