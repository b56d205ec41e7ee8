// Division by a number that is known beforehand.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace croupier {

// Two multiplications in place of a division, exact for all 64 bits of the dividend.
class Divisor {
 public:
  constexpr Divisor() = default;  // by 1
  constexpr explicit Divisor(std::uint64_t value)
      : value_(value), reciprocal_(std::numeric_limits<std::uint64_t>::max() / value) {}

  constexpr std::uint64_t value() const { return value_; }

  // The reciprocal, rounded down, gives the quotient or one less.
  constexpr std::uint64_t quotient(std::uint64_t dividend) const {
    __extension__ using Wide = unsigned __int128;
    const auto low = static_cast<std::uint64_t>(Wide{dividend} * reciprocal_ >> 64);
    return low + (dividend - low * value_ >= value_ ? 1 : 0);
  }

 private:
  std::uint64_t value_ = 1;
  std::uint64_t reciprocal_ = std::numeric_limits<std::uint64_t>::max();
};

// One multiplication in place of a division, exact for dividends below 2^63.
// Source: Granlund and Montgomery, Division by invariant integers using multiplication (1994): with
// 2^s the least power of two that is no less than the divisor, and m = ceil(2^(63+s) / divisor),
// the quotient is floor(m * dividend / 2^(63+s)).
class ShortDivisor {
 public:
  // 1 to 2^63.
  constexpr explicit ShortDivisor(std::uint64_t value)
      : shift_(static_cast<std::uint32_t>(std::bit_width(value - 1))) {
    __extension__ using Wide = unsigned __int128;
    const Wide power = Wide{1} << (63 + shift_);
    multiplier_ = static_cast<std::uint64_t>((power + value - 1) / value);
  }

  constexpr std::uint64_t quotient(std::uint64_t dividend) const {
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t doubled = dividend << 1;
    return static_cast<std::uint64_t>(Wide{doubled} * multiplier_ >> 64) >> shift_;
  }

 private:
  std::uint64_t multiplier_;
  std::uint32_t shift_;
};

}  // namespace croupier
