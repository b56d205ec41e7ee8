// math/rand (v1) of Go: rand.New(rand.NewSource(seed)), which Go promises never to change.
#pragma once

#include <array>
#include <cstdint>

#include "core/copies/go_table.h"

namespace croupier::copies {

// An additive lagged Fibonacci generator. Go fills all 607 words of its state when it seeds; here a
// word is computed when it is first needed, two per draw, so that a few draws cost a few
// nanoseconds each instead of ten microseconds first. The outputs are the same.
class GoRand {
 public:
  explicit GoRand(std::int64_t seed) : table_(go_table()), seed_(reduced(seed)) {}

  std::uint64_t uint64() {
    tap_ = tap_ == 0 ? kGoLag - 1 : tap_ - 1;
    feed_ = feed_ == 0 ? kGoLag - 1 : feed_ - 1;
    // The words of `feed` are all first needed in the first 607 draws; those of `tap` that no
    // earlier draw has written, in the first 273.
    const std::uint64_t old = drawn_ < kGoLag ? first_word(feed_) : words_[feed_];
    const std::uint64_t other = drawn_ < kGoTap ? first_word(tap_) : words_[tap_];
    if (drawn_ < kGoLag) ++drawn_;
    return words_[feed_] = old + other;
  }

  std::int64_t int63() { return static_cast<std::int64_t>(uint64() & kMask63); }
  std::uint32_t uint32() { return static_cast<std::uint32_t>((uint64() & kMask63) >> 31); }

  // Intn for the bounds that fit Go's Int31n: uniform in [0, bound).
  // Precondition: 1 <= bound <= 2^31-1.
  std::uint32_t below(std::uint32_t bound) {
    if ((bound & (bound - 1)) == 0) return int31() & (bound - 1);
    constexpr std::uint32_t kRange = 1U << 31;
    const std::uint32_t last_accepted = kRange - 1 - kRange % bound;
    std::uint32_t value = int31();
    while (value > last_accepted) value = int31();
    return value % bound;
  }

 private:
  static constexpr std::uint64_t kMask63 = (std::uint64_t{1} << 63) - 1;

  static std::uint32_t reduced(std::int64_t seed) {
    constexpr std::int64_t kModulus = kGoModulus;
    const std::int64_t rest = seed % kModulus;
    if (rest == 0) return 89'482'311;  // the small generator would stay at 0
    return static_cast<std::uint32_t>(rest < 0 ? rest + kModulus : rest);
  }

  std::uint32_t int31() { return static_cast<std::uint32_t>((uint64() & kMask63) >> 32); }

  // Word i of the seeded state: three values of the small generator, reached by one jump.
  std::uint64_t first_word(std::size_t i) const {
    constexpr std::uint32_t kTwoSteps = go_multiply(kGoMultiplier, kGoMultiplier);
    const std::uint32_t x = go_multiply(seed_, table_.powers[i]);
    return (std::uint64_t{x} << 40) ^ (std::uint64_t{go_multiply(x, kGoMultiplier)} << 20) ^
           go_multiply(x, kTwoSteps) ^ table_.fixed[i];
  }

  const GoTable& table_;
  std::uint32_t seed_;
  std::size_t tap_ = 0;
  std::size_t feed_ = kGoLag - kGoTap;
  std::size_t drawn_ = 0;                    // counted up to kGoLag
  std::array<std::uint64_t, kGoLag> words_;  // uninitialised until drawn
};

}  // namespace croupier::copies
