// What rings refuse, and the cases that dskit decides in a way of its own.
#include "croupier/mimir_ring.h"

#include <gtest/gtest.h>

#include <future>
#include <limits>

#include "core/copies/test_rings.h"

namespace croupier::copies {
namespace {

struct BadRing {
  const char* name;
  void (*spoil)(RingSpec& spec);
  std::string message;
};

class MimirRingRefuses : public testing::TestWithParam<BadRing> {};

TEST_P(MimirRingRefuses, WithTheReason) {
  RingSpec spec = plain_ring(6, 3, 2);
  ASSERT_TRUE(MimirRing::make(spec));
  GetParam().spoil(spec);
  const auto ring = MimirRing::make(spec);
  ASSERT_FALSE(ring);
  EXPECT_EQ(ring.error().code, Code::kInvalidArgument);
  EXPECT_EQ(ring.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, MimirRingRefuses,
    testing::Values(
        BadRing{"NoInstances", [](RingSpec& s) { s.instances.clear(); },
                "the ring has no instances"},
        BadRing{"TooManyInstances", [](RingSpec& s) { s = plain_ring(kMaxRingMembers + 1, 1, 0); },
                "the ring has 65537 instances, above the limit of 65536"},
        BadRing{"DuplicateId", [](RingSpec& s) { s.instances[4].id = "i-1"; },
                "instance \"i-1\" stands twice in the ring"},
        BadRing{"EmptyId", [](RingSpec& s) { s.instances[2].id = ""; },
                "instance at position 2: id is empty; an id has 1 to 255 bytes (offset 0)"},
        BadRing{"IdNotUtf8", [](RingSpec& s) { s.instances[2].id = "i\xFF"; },
                "instance at position 2: id is not valid UTF-8 at byte offset 1"},
        BadRing{"ZoneNotUtf8", [](RingSpec& s) { s.instances[2].zone = "z\xFF"; },
                "zone of instance \"i-2\": id is not valid UTF-8 at byte offset 1"},
        BadRing{"TokenTwiceInOne", [](RingSpec& s) { s.instances[3].tokens = {9, 8, 9}; },
                "token 9 of instance \"i-3\" stands twice"},
        BadRing{"TokenOfTwo",
                [](RingSpec& s) {
                  s.instances[1].tokens = {7, 4'294'967'295};
                  s.instances[5].tokens = {4'294'967'295};
                },
                "token 4294967295 of instance \"i-1\" is also one of instance \"i-5\""}),
    [](const auto& row) { return row.param.name; });

TEST(MimirRing, RefusesALookbackOutOfRange) {
  const auto ring = MimirRing::make(plain_ring(6, 3, 2)).value();
  RingScratch scratch;
  const auto message = [&](std::chrono::seconds period, Seconds now) {
    const auto shard = ring.shard_with_lookback("acme", 3, {period, now}, scratch);
    return shard ? "" : shard.error().message;
  };
  using std::chrono::seconds;
  EXPECT_EQ(message(seconds{0}, at(0)), "");
  EXPECT_EQ(message(kMaxLookback, at(0)), "");
  EXPECT_EQ(message(kMaxLookback, kMaxRingTime), "");
  EXPECT_EQ(message(seconds{-1}, at(0)), "look-back of -1 s is not between 0 and 9223372036 s");
  EXPECT_EQ(message(seconds::max(), at(0)),
            "look-back of 9223372036854775807 s is not between 0 and 9223372036 s");
  EXPECT_EQ(message(seconds{1}, at(-1)),
            "now, -1 s after 1970, is not between 0 and 253402300799 s");
  EXPECT_EQ(message(seconds{1}, Seconds::max()),
            "now, 9223372036854775807 s after 1970, is not between 0 and 253402300799 s");
}

TEST(MimirRing, TakesAllWhereTheSizeAsksForMore) {
  for (const std::uint32_t zones : {1U, 3U}) {
    const auto ring = MimirRing::make(plain_ring(6, zones, 2)).value();
    for (const std::uint32_t size : {0U, 6U, 7U, std::numeric_limits<std::uint32_t>::max()}) {
      EXPECT_EQ(shard_of(ring, "acme", size).size(), 6U) << zones << " zones, size " << size;
    }
  }
}

TEST(MimirRing, RoundsTheSizeUpToEqualZones) {
  const auto ring = MimirRing::make(plain_ring(12, 3, 4)).value();
  EXPECT_EQ(shard_of(ring, "acme", 1).size(), 3U);
  EXPECT_EQ(shard_of(ring, "acme", 3), shard_of(ring, "acme", 1));
  EXPECT_EQ(shard_of(ring, "acme", 4).size(), 6U);
}

TEST(MimirRing, GivesNothingWhereAllAreReadOnly) {
  for (const std::uint32_t zones : {1U, 3U}) {
    RingSpec spec = plain_ring(6, zones, 2);
    for (RingInstance& one : spec.instances) one.read_only = true;
    const auto ring = MimirRing::make(spec).value();
    for (const std::uint32_t size : {0U, 1U, 4U, 60U})
      EXPECT_TRUE(shard_of(ring, "a", size).empty());
  }
}

// Whole zones count their instances without tokens; dealt ones cannot.
TEST(MimirRing, FindsInstancesWithoutTokensOnlyInWholeZones) {
  RingSpec spec = plain_ring(4, 1, 2);
  spec.instances[0].tokens.clear();
  EXPECT_EQ(shard_of(MimirRing::make(spec).value(), "acme", 4).size(), 3U);
  spec.zone_aware = true;  // one zone, without a name
  const auto ring = MimirRing::make(spec).value();
  EXPECT_EQ(shard_of(ring, "acme", 4).size(), 4U);
  EXPECT_EQ(shard_of(ring, "acme", 3).size(), 3U);
  for (RingInstance& one : spec.instances) one.tokens.clear();
  EXPECT_TRUE(shard_of(MimirRing::make(spec).value(), "acme", 3).empty());
}

// Also one that became read-only before the look-back, which no other shard holds.
TEST(MimirRing, IsTakenWholeWhileYoungerThanTheLookback) {
  RingSpec spec = plain_ring(6, 3, 4);
  for (RingInstance& one : spec.instances) one.registered = at(5'000);
  spec.instances[2].read_only = true;
  spec.instances[2].read_only_updated = at(10);
  const Lookback lookback{std::chrono::seconds(3'600), at(8'600)};
  EXPECT_EQ(shard_of(MimirRing::make(spec).value(), "acme", 3, lookback).size(), 6U);
  EXPECT_EQ(shard_of(MimirRing::make(spec).value(), "acme", 0, lookback).size(), 5U);
  spec.instances[0].registered = at(4'999);
  EXPECT_FALSE(
      ids_of(shard_of(MimirRing::make(spec).value(), "acme", 6, lookback), spec).contains("i-2"));
  spec.instances[0].registered = at(0);
  EXPECT_FALSE(
      ids_of(shard_of(MimirRing::make(spec).value(), "acme", 6, lookback), spec).contains("i-2"));
}

TEST(MimirRing, IgnoresZonesUnlessAskedTo) {
  RingSpec zoned = plain_ring(9, 3, 4);
  RingSpec plain = zoned;
  zoned.zone_aware = false;
  plain.zone_aware = false;
  for (RingInstance& one : plain.instances) one.zone = "";
  EXPECT_EQ(shard_of(MimirRing::make(zoned).value(), "acme", 4),
            shard_of(MimirRing::make(plain).value(), "acme", 4));
}

TEST(MimirRing, OneObjectServesAllThreads) {
  const auto ring = MimirRing::make(plain_ring(60, 3, 16)).value();
  const auto deal_all = [&ring] {
    Positions members;
    RingScratch scratch;
    for (int i = 0; i < 500; ++i) {
      const auto hand = ring.shard("t-" + std::to_string(i), 9, scratch);
      members.insert(members.end(), hand.begin(), hand.end());
    }
    return members;
  };
  std::vector<std::future<Positions>> threads;
  for (int i = 0; i < 4; ++i) threads.push_back(std::async(std::launch::async, deal_all));
  const Positions alone = deal_all();
  EXPECT_EQ(alone.size(), 4'500U);
  for (auto& thread : threads) EXPECT_EQ(thread.get(), alone);
}

}  // namespace
}  // namespace croupier::copies
