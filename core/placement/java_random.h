// java.util.Random, as far as Collections.shuffle needs it.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace croupier::placement {

// The 48-bit linear congruential generator that the Java class documentation fixes for ever.
class JavaRandom {
 public:
  explicit JavaRandom(std::uint64_t seed) : state_((seed ^ kMultiplier) & kMask) {}

  // Uniform in [0, bound). Precondition: 1 <= bound <= 2^31-1.
  std::uint32_t next_int(std::uint32_t bound) {
    std::uint32_t u = next31();
    if ((bound & (bound - 1)) == 0) {  // Java takes the high bits here
      return static_cast<std::uint32_t>((std::uint64_t{bound} * u) >> 31);
    }
    constexpr std::uint32_t kOverflow = 1U << 31;  // where Java's signed sum turns negative
    while (u - u % bound + (bound - 1) >= kOverflow) u = next31();
    return u % bound;
  }

 private:
  static constexpr std::uint64_t kMultiplier = 0x5DEECE66D;
  static constexpr std::uint64_t kIncrement = 0xB;
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << 48) - 1;

  std::uint32_t next31() {
    state_ = (state_ * kMultiplier + kIncrement) & kMask;
    return static_cast<std::uint32_t>(state_ >> 17);
  }

  std::uint64_t state_;
};

// Collections.shuffle(list, random).
inline void java_shuffle(std::span<std::uint32_t> list, JavaRandom& random) {
  for (std::size_t i = list.size(); i > 1; --i) {
    std::swap(list[i - 1], list[random.next_int(static_cast<std::uint32_t>(i))]);
  }
}

}  // namespace croupier::placement
