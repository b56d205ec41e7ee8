#include "demo/runner/tenants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace croupier::demo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TenantsTest, NamesHaveThreeDigitsOrMore) {
  EXPECT_EQ(tenant_name(7), "tenant-007");
  EXPECT_EQ(tenant_name(12345), "tenant-12345");
}

TEST(TenantsTest, OneSharesAllFiveShareAllButOneTheRestAreTheFirst) {
  const WorkerSet attacker{0, 1, 2, 3};
  std::vector<WorkerSet> hands;
  hands.push_back({4, 5, 6, 7});                              // 0
  hands.push_back({0, 5, 6, 7});                              // 1
  for (int i = 0; i < 7; ++i) hands.push_back({0, 1, 2, 9});  // 2 to 8
  hands.push_back({8, 9, 10, 11});                            // 9
  hands.push_back({3, 2, 1, 0});                              // 10
  hands.push_back({0, 1, 2, 3});                              // 11
  EXPECT_THAT(*choose_tenants(hands, attacker, 9), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 10));
}

TEST(TenantsTest, SaysOfWhatThereIsNotEnough) {
  const WorkerSet attacker{0, 1};
  const auto chosen = choose_tenants({{0, 2}, {3, 4}}, attacker, 10);
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().code, Code::kNotFound);
  EXPECT_THAT(chosen.error().message,
              HasSubstr("0 share all workers with the attacker (wanted 1), 1 all but one"));
}

}  // namespace
}  // namespace croupier::demo
