// What tests/vectors/thanos_hashring.json does not reach: laws and bad input.
#include "croupier/thanos.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace croupier::copies {
namespace {

using Shard = std::vector<std::uint32_t>;
using ::testing::HasSubstr;

// Endpoints "e-0", "e-1", ... of zones of the given sizes: "z0", "z1", ...
ThanosRingSpec ring_of(const std::vector<std::uint32_t>& zone_sizes, std::uint32_t shard_size) {
  ThanosRingSpec spec;
  for (std::size_t zone = 0; zone < zone_sizes.size(); ++zone) {
    for (std::uint32_t i = 0; i < zone_sizes[zone]; ++i) {
      spec.endpoints.push_back(
          {"e-" + std::to_string(spec.endpoints.size()), "z" + std::to_string(zone)});
    }
  }
  spec.shard_size = shard_size;
  return spec;
}

Shard selected(const ThanosRing& ring, std::string_view tenant) {
  Shard shard;
  ThanosScratch scratch;
  const auto done = ring.select(tenant, shard, scratch);
  if (!done) throw std::runtime_error(done.error().message);
  return shard;
}

std::string refusal(const ThanosRing& ring, std::string_view tenant) {
  Shard shard;
  ThanosScratch scratch;
  const auto done = ring.select(tenant, shard, scratch);
  if (done) return "not refused";
  EXPECT_EQ(done.error().code, Code::kFailedPrecondition);
  return done.error().message;
}

TEST(Thanos, TakesTheSameNumberOfEveryZone) {
  const ThanosRingSpec spec = ring_of({5, 7, 9}, 8);  // 3 each
  const ThanosRing ring = ThanosRing::make(spec).value();
  for (int tenant = 0; tenant < 200; ++tenant) {
    const Shard shard = selected(ring, "tenant-" + std::to_string(tenant));
    std::map<std::string, int> of_zone;
    for (const std::uint32_t i : shard) ++of_zone[spec.endpoints[i].zone];
    EXPECT_EQ(of_zone, (std::map<std::string, int>{{"z0", 3}, {"z1", 3}, {"z2", 3}}));
    EXPECT_EQ(std::set(shard.begin(), shard.end()).size(), 9U);
  }
}

TEST(Thanos, TakesAllWhereAllAreAskedFor) {
  ThanosRingSpec spec = ring_of({4, 4}, 8);
  EXPECT_EQ(selected(ThanosRing::make(spec).value(), "acme").size(), 8U);
  spec.zone_awareness_disabled = true;
  EXPECT_EQ(selected(ThanosRing::make(spec).value(), "acme").size(), 8U);
}

TEST(Thanos, LargerShardsHoldSmallerOnes) {
  ThanosRingSpec spec = ring_of({300}, 1);
  Shard last;
  for (const std::uint32_t size : {1, 2, 5, 50, 290, 300}) {  // past 273 draws, too
    spec.shard_size = size;
    const Shard shard = selected(ThanosRing::make(spec).value(), "acme");
    ASSERT_EQ(shard.size(), size);
    EXPECT_TRUE(std::equal(last.begin(), last.end(), shard.begin()));
    last = shard;
  }
}

// Consistent hashing: who leaves is replaced, and few others move.
TEST(Thanos, OneEndpointLessMovesFew) {
  ThanosRingSpec spec = ring_of({50}, 5);
  const ThanosRing before = ThanosRing::make(spec).value();
  spec.endpoints.pop_back();
  const ThanosRing after = ThanosRing::make(spec).value();
  int moved = 0;
  for (int tenant = 0; tenant < 500; ++tenant) {
    const std::string id = "tenant-" + std::to_string(tenant);
    Shard old_shard = selected(before, id);
    Shard new_shard = selected(after, id);
    std::sort(old_shard.begin(), old_shard.end());
    std::sort(new_shard.begin(), new_shard.end());
    Shard kept;
    std::set_intersection(old_shard.begin(), old_shard.end(), new_shard.begin(), new_shard.end(),
                          std::back_inserter(kept));
    EXPECT_GE(kept.size(), 4U);
    moved += static_cast<int>(5 - kept.size());
  }
  EXPECT_NEAR(moved, 50, 25);  // 500 tenants, each with a tenth of a chance; always the same number
}

// The order of the hashrings file plays no part.
TEST(Thanos, OrderOfEndpointsDoesNotMatter) {
  ThanosRingSpec spec = ring_of({6, 6, 6}, 6);
  const Shard shard = selected(ThanosRing::make(spec).value(), "acme");
  const auto endpoints = spec.endpoints;
  std::reverse(spec.endpoints.begin(), spec.endpoints.end());
  const Shard reversed = selected(ThanosRing::make(spec).value(), "acme");
  for (std::size_t i = 0; i < shard.size(); ++i) {
    EXPECT_EQ(spec.endpoints[reversed[i]].address, endpoints[shard[i]].address);
  }
}

TEST(Thanos, WithoutShardingEverybodyGetsAll) {
  ThanosRingSpec spec = ring_of({2, 1}, 0);
  spec.overrides = {{1, ThanosMatcher::kExact, {"acme"}}};
  EXPECT_EQ(selected(ThanosRing::make(spec).value(), "acme"), (Shard{0, 1, 2}));
}

TEST(Thanos, TheFirstOverrideThatAppliesCounts) {
  ThanosRingSpec spec = ring_of({20}, 2);
  spec.overrides = {
      {3, ThanosMatcher::kMissing, {"acme", "*"}},
      {4, ThanosMatcher::kExact, {"acme", "big-*"}},
      {5, ThanosMatcher::kGlob, {"[", "big-*", "a?me"}},
      {6, ThanosMatcher::kExact, {"big-1", "other", "acme"}},
      {7, ThanosMatcher::kGlob, {"oth*"}},
  };
  const ThanosRing ring = ThanosRing::make(spec).value();
  EXPECT_EQ(ring.shard_size("acme"), 4U);
  EXPECT_EQ(ring.shard_size("axme"), 5U);
  EXPECT_EQ(ring.shard_size("big-*"), 4U);
  EXPECT_EQ(ring.shard_size("big-1"), 5U);
  EXPECT_EQ(ring.shard_size("other"), 6U);
  EXPECT_EQ(ring.shard_size("others"), 7U);
  EXPECT_EQ(ring.shard_size("["), 2U);
  EXPECT_EQ(ring.shard_size(""), 2U);
  EXPECT_EQ(selected(ring, "axme").size(), 5U);
}

TEST(Thanos, RefusesBadRings) {
  struct Row {
    std::function<void(ThanosRingSpec&)> spoil;
    const char* part;
  };
  const Row rows[] = {
      {[](auto& s) { s.endpoints.clear(); }, "0 endpoints; 1 to 10000 are possible"},
      {[](auto& s) { s.endpoints.resize(10'001); }, "10001 endpoints; 1 to 10000"},
      {[](auto& s) { s.endpoints[1].address.clear(); }, "the address of endpoint 1 is empty"},
      {[](auto& s) { s.endpoints[1].address = "e-0"; }, "\"e-0\" stands twice in the ring"},
      {[](auto& s) { s.shard_size = 9; }, "shard size 9 is above 8, the number of endpoints"},
      {[](auto& s) { s.replication_factor = 0; }, "replication factor 0 is below 1"},
      {[](auto& s) { s.replication_factor = 9; }, "replication factor 9 is above 8"},
      // One endpoint of z1, so that z0 gets two replicas at most.
      {[](auto& s) { s.replication_factor = 4; }, "is above 3, the most replicas that zones"},
  };
  for (const Row& row : rows) {
    ThanosRingSpec spec = ring_of({7, 1}, 2);
    row.spoil(spec);
    const auto ring = ThanosRing::make(spec);
    ASSERT_FALSE(ring) << row.part;
    EXPECT_EQ(ring.error().code, Code::kInvalidArgument);
    EXPECT_THAT(ring.error().message, HasSubstr(row.part));
  }
}

TEST(Thanos, RefusesTenantsThatThanosRefuses) {
  ThanosRingSpec spec = ring_of({7, 2}, 2);
  spec.replication_factor = 2;
  spec.overrides = {{5, ThanosMatcher::kExact, {"large"}}, {0, ThanosMatcher::kExact, {"none"}}};
  const ThanosRing ring = ThanosRing::make(spec).value();
  EXPECT_EQ(selected(ring, "acme").size(), 2U);
  EXPECT_EQ(refusal(ring, "large"),
            "shard size 5 takes 3 endpoints of each of 2 zones, above 2, all that zone \"z1\" has");
  EXPECT_EQ(refusal(ring, "none"),
            "shard size 0 gives 0 endpoints, below the replication factor 2");
}

// Without zones in the selection a shard may have one endpoint in a zone and many in the other.
TEST(Thanos, RefusesShardsWhoseZonesCannotShareReplicas) {
  ThanosRingSpec spec = ring_of({10, 10}, 5);
  spec.zone_awareness_disabled = true;
  spec.replication_factor = 4;
  const ThanosRing ring = ThanosRing::make(spec).value();
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string tenant = "tenant-" + std::to_string(i);
    Shard shard;
    ThanosScratch scratch;
    const bool granted = ring.select(tenant, shard, scratch).has_value();
    const auto in_first = std::count_if(shard.begin(), shard.end(), [](auto e) { return e < 10; });
    EXPECT_EQ(granted, in_first != 1 && in_first != 4) << in_first;
    if (granted) continue;
    ++refused;
    EXPECT_THAT(refusal(ring, tenant), HasSubstr("hold at most 3 replicas evenly, below the rep"));
  }
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace croupier::copies
