// The copies do not allocate once the scratch is warm. A program of its own, for it counts what the
// program allocates.
#include <gtest/gtest.h>

#include "core/copies/test_rings.h"
#include "croupier/mimir_queriers.h"
#include "testing/count_allocations.h"

namespace croupier::copies {
namespace {

constexpr const char* kTenants[] = {"acme", "",
                                    "a much longer name of a tenant than any other has"};
constexpr std::uint32_t kSizes[] = {1, 9, 40, 0};

template <typename Ring>
std::size_t allocations_when_warm(const Ring& ring) {
  RingScratch scratch;
  EXPECT_FALSE(ring.shard("cold", 3, scratch).empty());
  const Lookback lookback{std::chrono::seconds(500), at(1'000)};
  const std::size_t before = testing::allocations();
  for (const char* tenant : kTenants) {
    for (const std::uint32_t size : kSizes) {
      EXPECT_FALSE(ring.shard(tenant, size, scratch).empty());
      EXPECT_TRUE(ring.shard_with_lookback(tenant, size, lookback, scratch));
    }
  }
  return testing::allocations() - before;
}

TEST(Allocation, NoneForRingsWithAWarmScratch) {
  RingSpec spec = plain_ring(60, 3, 32);
  for (std::size_t i = 0; i < spec.instances.size(); i += 7) spec.instances[i].read_only = true;
  EXPECT_EQ(allocations_when_warm(MimirRing::make(spec).value()), 0U);
  spec.zone_aware = false;
  EXPECT_EQ(allocations_when_warm(MimirRing::make(spec).value()), 0U);
}

TEST(Allocation, NoneForPartitionsWithAWarmScratch) {
  std::vector<RingPartition> partitions;
  for (const RingInstance& one : plain_ring(50, 1, 16).instances) {
    const auto id = static_cast<std::int32_t>(partitions.size());
    partitions.push_back({id, PartitionState::kActive, at(id * 20), one.tokens});
  }
  EXPECT_EQ(allocations_when_warm(MimirPartitions::make(partitions).value()), 0U);
}

TEST(Allocation, NoneForQueriersWithAWarmScratch) {
  std::vector<std::string> ids;
  for (int i = 0; i < 60; ++i) ids.push_back("querier-" + std::to_string(i));
  const auto queriers = MimirQueriers::make(ids).value();
  QuerierScratch scratch;
  EXPECT_EQ(queriers.hand("cold", 3, scratch).size(), 3U);
  const std::size_t before = testing::allocations();
  for (const char* tenant : kTenants) {
    for (const std::uint32_t size : kSizes) {
      EXPECT_FALSE(queriers.hand(tenant, size, scratch).empty());
    }
  }
  EXPECT_EQ(testing::allocations() - before, 0U);
}

}  // namespace
}  // namespace croupier::copies
