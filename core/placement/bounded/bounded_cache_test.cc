// What a cache remembers changes no hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/placement/bounded/number_cache.h"
#include "croupier/bounded.h"

namespace croupier {
namespace {

using Hand = std::vector<std::uint32_t>;

BoundedSpec any_spec() {
  return *rc::gen::element(BoundedSpec{5, 1, 0}, BoundedSpec{8, 4, 2}, BoundedSpec{20, 4, 2, 4},
                           BoundedSpec{33, 4, 2}, BoundedSpec{64, 8, 1}, BoundedSpec{80, 4, 1},
                           BoundedSpec{64, 4, 1, 8}, BoundedSpec{2'048, 4, 2},
                           BoundedSpec{2'048, 4, 2, 4}, BoundedSpec{4'096, 4, 2, 4},
                           BoundedSpec{1'000, 8, 5}, BoundedSpec{65'536, 4, 2, 4});
}

// Bytes of caches that remember nothing, a page or two, a few, and all that is asked.
std::size_t any_limit() {
  return *rc::gen::element<std::size_t>(0, 63, 128, 200, 2'000, 20'000, std::size_t{4} << 20);
}

RC_GTEST_PROP(BoundedCache, ChangesNoHand, ()) {
  const BoundedSpec spec = any_spec();
  const auto deck = BoundedDeck::make(spec, Key(*rc::gen::arbitrary<std::string>())).value();
  const std::size_t limit = any_limit();
  BoundedCache cache(deck, limit);
  RC_ASSERT(cache.size_bytes() <= limit);
  // Near one another, so that they come again, and far, so that they drive others out.
  const std::uint64_t capacity = deck.shape().capacity;
  const auto start = *rc::gen::inRange<std::uint64_t>(0, capacity);
  const auto width = *rc::gen::element<std::uint64_t>(3, 200, 100'000, UINT64_MAX);
  Hand cached(spec.hand);
  Hand computed(spec.hand);
  for (int i = 0; i < 300; ++i) {
    const auto step = *rc::gen::inRange<std::uint64_t>(0, std::min(width, capacity));
    const std::uint64_t ordinal = (start + step) % capacity;
    RC_ASSERT(deck.deal(ordinal, cached, cache).has_value());
    RC_ASSERT(deck.deal(ordinal, computed).has_value());
    RC_ASSERT(cached == computed);
  }
}

TEST(BoundedCache, ServesWholeSmallDecksTwice) {
  for (const std::size_t limit : {std::size_t{200}, std::size_t{1} << 20}) {
    const auto deck = BoundedDeck::make({33, 4, 2}, Key(std::string_view("k"))).value();
    BoundedCache cache(deck, limit);
    Hand cached(4), computed(4);
    for (std::uint64_t u = 0; u < 2 * deck.shape().capacity; ++u) {
      ASSERT_TRUE(deck.deal(u % deck.shape().capacity, cached, cache));
      ASSERT_TRUE(deck.deal(u % deck.shape().capacity, computed));
      ASSERT_EQ(cached, computed);
    }
  }
}

TEST(BoundedCache, OfAnotherDeckIsRefused) {
  const BoundedSpec spec{20, 4, 2, 4};
  const auto deck = BoundedDeck::make(spec, Key(std::string_view("one"))).value();
  const auto same = BoundedDeck::make(spec, Key(std::string_view("one"))).value();
  const auto key = BoundedDeck::make(spec, Key(std::string_view("two"))).value();
  const auto size = BoundedDeck::make({24, 4, 2, 4}, Key(std::string_view("one"))).value();
  const auto plain = BoundedDeck::make(spec).value();
  BoundedCache cache(deck);
  BoundedCache none(plain);
  EXPECT_EQ(none.size_bytes(), 0u);
  Hand hand(4);
  EXPECT_TRUE(deck.deal(7, hand, cache));
  EXPECT_TRUE(same.deal(7, hand, cache));
  EXPECT_TRUE(plain.deal(7, hand, none));
  for (const BoundedDeck* other : {&key, &size, &plain}) {
    const auto dealt = other->deal(7, hand, cache);
    ASSERT_FALSE(dealt);
    EXPECT_EQ(dealt.error().code, Code::kInvalidArgument);
    EXPECT_THAT(dealt.error().message, ::testing::HasSubstr("another deck's order"));
  }
  EXPECT_FALSE(deck.deal(7, hand, none));
  EXPECT_THAT(deck.deal(125, hand, cache).error().message,
              ::testing::HasSubstr("ordinal 125 is not below 125"));
}

// Asked again, it answers by itself; an image that takes more than 32 bits is computed each time.
TEST(NumberCache, RemembersWhatFits) {
  placement::NumberCache cache(1'000, 4 * 64);
  EXPECT_EQ(cache.size_bytes(), 4 * 64u);
  int computed = 0;
  const auto ask = [&](std::uint64_t number, std::uint64_t image) {
    return cache.get(number, [&] { return ++computed, image; });
  };
  EXPECT_EQ(ask(5, 77), 77u);
  EXPECT_EQ(ask(5, 77), 77u);
  EXPECT_EQ(computed, 1);
  EXPECT_EQ(ask(5 + 4 * 14, 78), 78u) << "takes the page's place";
  EXPECT_EQ(ask(5, 77), 77u);
  EXPECT_EQ(computed, 3);
  for (const std::uint64_t large : {std::uint64_t{UINT32_MAX}, UINT64_MAX}) {
    EXPECT_EQ(ask(6, large), large);
    EXPECT_EQ(ask(6, large), large);
  }
  EXPECT_EQ(computed, 7);
}

}  // namespace
}  // namespace croupier
