#include "croupier/key.h"

#include <gtest/gtest.h>

#include "croupier/hash.h"

namespace croupier {
namespace {

// Expected values: hmac and hashlib of CPython 3.11.
TEST(Key, ChecksAndDerivesAsSpecified) {
  const Key key("shuffle-shard-v1");
  EXPECT_EQ(key.check_value(), "e0f847ed1fe292ba");
  EXPECT_EQ(hex(key.derive("croupier rendezvous v1")), "88dd3581a96923e710868fbe01e1fb4b");
  EXPECT_EQ(Key("").check_value(), "081e058bdd66933e");
}

TEST(Key, CopiesAndMovesCarryTheBytes) {
  Key key("one");
  Key other("another, longer one");
  other = key;
  EXPECT_EQ(other.check_value(), key.check_value());
  const Key moved = std::move(other);
  EXPECT_EQ(moved.check_value(), key.check_value());
  key = Key("two");
  EXPECT_NE(moved.check_value(), key.check_value());
}

TEST(Key, TextAndBytesAreTheSameKey) {
  const std::array<std::uint8_t, 3> bytes = {'o', 'n', 'e'};
  EXPECT_EQ(Key(std::span<const std::uint8_t>(bytes)).check_value(), Key("one").check_value());
}

}  // namespace
}  // namespace croupier
