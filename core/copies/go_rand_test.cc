// What tests/vectors/go_mathrand.json does not reach: the borders of the lazily computed state.
#include "core/copies/go_rand.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "croupier/hash.h"

namespace croupier::copies {
namespace {

// Go's own way: all 607 words first, by single steps of the small generator.
class EagerGoRand {
 public:
  explicit EagerGoRand(std::int64_t seed) : words_(kGoLag) {
    std::int64_t x = seed % kGoModulus;
    if (x < 0) x += kGoModulus;
    if (x == 0) x = 89'482'311;
    const auto next = [&x] {
      return static_cast<std::uint64_t>(x = x * kGoMultiplier % kGoModulus);
    };
    for (int skipped = 0; skipped < 20; ++skipped) next();
    for (std::size_t i = 0; i < kGoLag; ++i) {
      words_[i] = next() << 40;
      words_[i] ^= next() << 20;
      words_[i] ^= next() ^ go_table().fixed[i];
    }
  }

  std::uint64_t uint64() {
    tap_ = (tap_ + kGoLag - 1) % kGoLag;
    feed_ = (feed_ + kGoLag - 1) % kGoLag;
    return words_[feed_] += words_[tap_];
  }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t tap_ = 0;
  std::size_t feed_ = kGoLag - kGoTap;
};

// The SHA-256 that tests/vectors/go_mathrand.json states, of the words as little-endian bytes.
TEST(GoTable, HoldsGosFixedWords) {
  std::string bytes;
  for (const std::uint64_t word : go_table().fixed) {
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(word >> (8 * i));
  }
  EXPECT_EQ(hex(sha256(bytes)), "1928503b93a563e491119a5889baba73d1605b90b63634c14a408805797a7c7b");
}

TEST(GoRand, EqualsTheEagerGeneratorThroughAllOfItsState) {
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t seed :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{kGoModulus},
        std::int64_t{kGoModulus} - 1, -std::int64_t{kGoModulus}, Limits::min(), Limits::max()}) {
    GoRand lazy(seed);
    EagerGoRand eager(seed);
    for (int i = 0; i < 2'000; ++i) ASSERT_EQ(lazy.uint64(), eager.uint64()) << seed << ", " << i;
  }
}

TEST(GoRand, KeepsItsOtherOutputsInRange) {
  GoRand random(7);
  for (int i = 0; i < 1'000; ++i) {
    EXPECT_GE(random.int63(), 0);
    EXPECT_EQ(random.below(1), 0U);
    EXPECT_LT(random.below(3), 3U);
    EXPECT_LT(random.below(std::numeric_limits<std::int32_t>::max()),
              static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()));
  }
}

// A copy made midway goes on as the original does.
TEST(GoRand, Copies) {
  GoRand one(42);
  for (int i = 0; i < 300; ++i) one.uint64();
  GoRand other = one;
  for (int i = 0; i < 1'000; ++i) ASSERT_EQ(one.uint64(), other.uint64());
}

}  // namespace
}  // namespace croupier::copies
