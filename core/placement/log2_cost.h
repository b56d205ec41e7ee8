// -log2 of a hash in integers, so that weighted hands are byte-exact on every machine.
// Specified in docs/formats/rendezvous.md, section 4.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/base/uint128.h"

namespace croupier::placement {

inline constexpr int kCostFractionBits = 40;
inline constexpr std::uint64_t kCostOne = std::uint64_t{1} << kCostFractionBits;
inline constexpr std::uint32_t kLog2Intervals = 1024;

// floor(2^40 * log2(1 + i / 1024)) by repeated squaring: squaring x in [1, 2) doubles its
// logarithm, whose integer part is the next bit. x has 63 fractional bits and is truncated after
// each step; the 23 bits beyond the 40 that are kept absorb that (a test compares the whole table).
constexpr std::uint64_t log2_table_entry(std::uint32_t i) {
  std::uint64_t x = (std::uint64_t{kLog2Intervals} + i) << 53;
  std::uint64_t bits = 0;
  for (int step = 0; step < kCostFractionBits; ++step) {
    const Uint128 square = multiply_wide(x, x);  // in [2^126, 2^128)
    const bool carry = (square >> 127) != 0;
    x = static_cast<std::uint64_t>(square >> (carry ? 64 : 63));
    bits = bits << 1 | (carry ? 1 : 0);
  }
  return bits;
}

inline constexpr std::array<std::uint64_t, kLog2Intervals + 1> kLog2Table = [] {
  std::array<std::uint64_t, kLog2Intervals + 1> table{};
  for (std::uint32_t i = 0; i < kLog2Intervals; ++i) table[i] = log2_table_entry(i);
  table[kLog2Intervals] = kCostOne;
  return table;
}();

// -log2((hash | 1) / 2^64) with 40 fractional bits, from 1 to 64 * 2^40; never larger for a
// larger hash. Between table entries it is linear: at most 0.025 % and two units above the
// true value.
constexpr std::uint64_t log2_cost(std::uint64_t hash) {
  const std::uint64_t v = hash | 1;
  const int leading_zeros = std::countl_zero(v);
  const std::uint64_t m = v << leading_zeros;
  const std::uint64_t index = m >> 53 & (kLog2Intervals - 1);
  const std::uint64_t rest = m >> 21 & 0xFFFFFFFF;
  const std::uint64_t low = kLog2Table[index];
  // The difference of two entries is below 2^31, so the product fits 64 bits.
  const std::uint64_t fraction = low + ((kLog2Table[index + 1] - low) * rest >> 32);
  return (static_cast<std::uint64_t>(leading_zeros) + 1) * kCostOne - fraction;
}

}  // namespace croupier::placement
