#include "croupier/mimir_partitions.h"

#include <gtest/gtest.h>

#include "core/copies/test_rings.h"

namespace croupier::copies {
namespace {

using Partitions = std::vector<RingPartition>;

Partitions active_partitions(std::int32_t count) {
  Partitions partitions;
  std::mt19937 random(1);
  std::set<std::uint32_t> used;
  for (std::int32_t i = 0; i < count; ++i) {
    partitions.push_back({i, PartitionState::kActive, at(1'000), new_tokens(4, random, used)});
  }
  return partitions;
}

struct BadRing {
  const char* name;
  void (*spoil)(Partitions& partitions);
  std::string message;
};

class MimirPartitionsRefuses : public testing::TestWithParam<BadRing> {};

TEST_P(MimirPartitionsRefuses, WithTheReason) {
  Partitions partitions = active_partitions(5);
  ASSERT_TRUE(MimirPartitions::make(partitions));
  GetParam().spoil(partitions);
  const auto ring = MimirPartitions::make(partitions);
  ASSERT_FALSE(ring);
  EXPECT_EQ(ring.error().code, Code::kInvalidArgument);
  EXPECT_EQ(ring.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, MimirPartitionsRefuses,
    testing::Values(BadRing{"None", [](Partitions& p) { p.clear(); }, "the ring has no partitions"},
                    BadRing{"TooMany", [](Partitions& p) { p.resize(kMaxRingMembers + 1); },
                            "the ring has 65537 partitions, above the limit of 65536"},
                    BadRing{"NegativeId", [](Partitions& p) { p[3].id = -1; },
                            "partition id -1 is below 0"},
                    BadRing{"DuplicateId", [](Partitions& p) { p[3].id = 1; },
                            "partition 1 stands twice in the ring"},
                    BadRing{"TokenTwiceInOne", [](Partitions& p) { p[2].tokens = {5, 5}; },
                            "token 5 of partition 2 stands twice"},
                    BadRing{"TokenOfTwo",
                            [](Partitions& p) {
                              p[2].tokens = {5};
                              p[4].tokens = {1, 5};
                            },
                            "token 5 of partition 2 is also one of partition 4"}),
    [](const auto& row) { return row.param.name; });

TEST(MimirPartitions, RefusesALookbackOutOfRange) {
  const auto ring = MimirPartitions::make(active_partitions(5)).value();
  RingScratch scratch;
  const auto shard =
      ring.shard_with_lookback("acme", 3, {std::chrono::seconds(-5), at(0)}, scratch);
  ASSERT_FALSE(shard);
  EXPECT_EQ(shard.error().message, "look-back of -5 s is not between 0 and 9223372036 s");
}

TEST(MimirPartitions, HoldsActiveOnesAndLooksBackForInactiveOnes) {
  Partitions partitions = active_partitions(5);
  partitions[1].state = PartitionState::kPending;
  partitions[2].state = PartitionState::kInactive;
  partitions[2].state_changed = at(5'000);
  const auto ring = MimirPartitions::make(partitions).value();
  const auto count = [&](std::uint32_t size, std::int64_t period) {
    return shard_of(ring, "acme", size, {std::chrono::seconds(period), at(6'000)}).size();
  };
  EXPECT_EQ(count(0, 0), 3U);
  EXPECT_EQ(count(99, 0), 3U);
  EXPECT_EQ(count(0, 999), 3U);
  EXPECT_EQ(count(0, 1'000), 4U);
  EXPECT_EQ(count(1, 5'000), 4U);  // every partition changed since, and one more is looked for
}

}  // namespace
}  // namespace croupier::copies
