// Dealing does not allocate once the scratch is warm. A program of its own, for it counts what the
// program allocates.
#include <gtest/gtest.h>

#include <array>

#include "croupier/apf.h"
#include "croupier/infima.h"
#include "croupier/thanos.h"
#include "testing/count_allocations.h"

namespace croupier::copies {
namespace {

constexpr std::array<std::string_view, 3> kTenants = {
    "acme", "a tenant whose name is shorter than that of the first one dealt", ""};
constexpr std::string_view kFirst =
    "the first tenant dealt, whose long name makes all texts of the scratch large enough";

TEST(Allocation, NoneInApf) {
  const ApfDealer dealer = ApfDealer::make(64, 6).value();
  std::array<std::uint32_t, 6> hand;
  const std::size_t before = testing::allocations();
  for (const std::string_view tenant : kTenants) dealer.deal_flow("schema", tenant, hand);
  EXPECT_EQ(testing::allocations() - before, 0U);
}

TEST(Allocation, NoneInInfimaOnceWarm) {
  InfimaLattice lattice{{"zone", "version"}, {}};
  for (const char* zone : {"a", "b", "c"}) {
    for (const char* version : {"1", "2", "3", "4"}) {
      lattice.sectors.push_back({{zone, version}, 20});
    }
  }
  const InfimaSharder sharder = InfimaSharder::make(lattice, 1).value();
  InfimaHand hand;
  InfimaScratch scratch;
  ASSERT_TRUE(sharder.deal(kFirst, 4, hand, scratch));
  const std::size_t before = testing::allocations();
  for (const std::string_view tenant : kTenants) {
    EXPECT_TRUE(sharder.deal(tenant, 4, hand, scratch));
  }
  EXPECT_EQ(testing::allocations() - before, 0U);
}

TEST(Allocation, NoneInThanosOnceWarm) {
  for (const bool ignore_zones : {false, true}) {
    ThanosRingSpec spec;
    for (int i = 0; i < 30; ++i) {
      spec.endpoints.push_back({"e-" + std::to_string(i), "z" + std::to_string(i % 3)});
    }
    spec.shard_size = 6;
    spec.overrides = {{9, ThanosMatcher::kGlob, {"*first*", "[a-c]?me*"}},
                      {9, ThanosMatcher::kExact, {"acme"}}};
    spec.zone_awareness_disabled = ignore_zones;
    const ThanosRing ring = ThanosRing::make(spec).value();
    std::vector<std::uint32_t> shard;
    ThanosScratch scratch;
    ASSERT_TRUE(ring.select(kFirst, shard, scratch));
    const std::size_t before = testing::allocations();
    for (const std::string_view tenant : kTenants) {
      EXPECT_TRUE(ring.select(tenant, shard, scratch));
    }
    EXPECT_EQ(testing::allocations() - before, 0U);
  }
}

}  // namespace
}  // namespace croupier::copies
