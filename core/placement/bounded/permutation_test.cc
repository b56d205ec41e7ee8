#include "core/placement/bounded/permutation.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <set>
#include <string_view>
#include <vector>

#include "croupier/hash.h"

namespace croupier::placement {
namespace {

SipKey key_of(std::uint8_t first) {
  SipKey key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(first + i);
  return key;
}

TEST(SiphashWords, IsSipHashOfSixteenBytes) {
  // The words as little-endian bytes, which this test takes for granted of the machine.
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::array<std::uint64_t, 2> words{i * 0x9E3779B97F4A7C15, ~i};
    std::array<char, 16> bytes{};
    std::memcpy(bytes.data(), words.data(), bytes.size());
    const SipKey key = key_of(static_cast<std::uint8_t>(i));
    std::array<std::uint64_t, 2> halves{};
    std::memcpy(halves.data(), key.data(), key.size());
    EXPECT_EQ(siphash_words(halves[0], halves[1], words[0], words[1]),
              siphash(key, {bytes.data(), bytes.size()}));
  }
}

TEST(Permutation, IsOneForEverySize) {
  for (std::uint64_t size = 1; size <= 300; ++size) {
    const Permutation permutation(key_of(1), size);
    std::set<std::uint64_t> seen;
    for (std::uint64_t x = 0; x < size; ++x) {
      const std::uint64_t y = permutation.apply(size, x);
      EXPECT_LT(y, size);
      EXPECT_EQ(permutation.invert(size, y), x);
      seen.insert(y);
    }
    EXPECT_EQ(seen.size(), size);
  }
}

TEST(Permutation, LargeSizesComeBack) {
  for (const std::uint64_t size :
       {std::uint64_t{65'537}, std::uint64_t{134'217'728}, (std::uint64_t{1} << 63) - 25}) {
    const Permutation permutation(key_of(2), size);
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const std::uint64_t x = i * 0x9E3779B97F4A7C15 % size;
      EXPECT_EQ(permutation.invert(i, permutation.apply(i, x)), x);
    }
  }
}

// Each place is met about equally often over keys and tweaks: chi-squared of 64 places.
TEST(Permutation, LooksRandom) {
  constexpr std::uint64_t kSize = 64;
  constexpr int kDraws = 64'000;
  for (const bool over_keys : {true, false}) {
    std::vector<int> counts(kSize);
    const Permutation fixed(key_of(3), kSize);
    for (int i = 0; i < kDraws; ++i) {
      SipKey key{};
      std::memcpy(key.data(), &i, sizeof i);
      const std::uint64_t y = over_keys ? Permutation(key, kSize).apply(0, 5)
                                        : fixed.apply(static_cast<std::uint64_t>(i), 5);
      ++counts[y];
    }
    double chi = 0;
    for (const int count : counts) chi += (count - 1000.0) * (count - 1000.0) / 1000.0;
    EXPECT_LT(chi, 120) << "63 degrees of freedom: above 117 once in 20,000";
  }
}

}  // namespace
}  // namespace croupier::placement
