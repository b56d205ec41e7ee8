// Division by a number that is known beforehand.
#pragma once

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

}  // namespace croupier
