#include "croupier/divisor.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace croupier {
namespace {

// Dividends around multiples of the divisor and at the ends of the range, and any others.
std::vector<std::uint64_t> dividends(std::uint64_t divisor, std::uint64_t most,
                                     std::mt19937_64& random) {
  std::vector<std::uint64_t> all = {0, 1, most, most - 1};
  for (int i = 0; i < 50; ++i) {
    const std::uint64_t any = random() % most >> random() % 63;
    for (const std::uint64_t near : {any, any / divisor * divisor, any / divisor * divisor - 1}) {
      if (near <= most) all.push_back(near);
    }
  }
  return all;
}

TEST(Divisor, DividesAsDivisionDoes) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t divisor = i < 4'000 ? i + 1U : (random() >> random() % 64) | 1;
    const Divisor by(divisor);
    for (const std::uint64_t dividend : dividends(divisor, UINT64_MAX, random)) {
      ASSERT_EQ(by.quotient(dividend), dividend / divisor) << dividend << " / " << divisor;
    }
  }
}

TEST(ShortDivisor, DividesAsDivisionDoes) {
  constexpr std::uint64_t kMost = (std::uint64_t{1} << 63) - 1;
  std::mt19937_64 random(2);
  for (int i = 0; i < 20'000; ++i) {
    std::uint64_t divisor = i < 4'000 ? i + 1U : (random() >> (1 + random() % 62)) + 1;
    if (i >= 4'000 && i < 4'063) divisor = std::uint64_t{1} << (i - 4'000);
    const ShortDivisor by(divisor);
    for (const std::uint64_t dividend : dividends(divisor, kMost, random)) {
      ASSERT_EQ(by.quotient(dividend), dividend / divisor) << dividend << " / " << divisor;
    }
  }
}

}  // namespace
}  // namespace croupier
