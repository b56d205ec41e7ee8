#include "demo/runner/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "demo/runner/fixtures.h"

namespace croupier::demo {
namespace {

using ::testing::ContainsRegex;

TEST(ReportTest, TableShowsMeasuredBesideModel) {
  const std::string table = to_table({fixed_outcome()});
  EXPECT_THAT(table, ContainsRegex("\n +with failures +\\| +39 +39 \\+ 0\\.0 *\n"));
  EXPECT_THAT(table, ContainsRegex("\n +out of service +\\| +39 +39 *\n"));
  // 39 of 199 tenants lost 15 of their 50 requests.
  EXPECT_THAT(table, ContainsRegex("\nsuccess, all +\\| +94\\.12 % +>= 80\\.40 % *\n"));
  EXPECT_THAT(table, ContainsRegex("\nlatency p50, GET +\\| +1\\.0 ms +- *\n"));
  EXPECT_THAT(table, ContainsRegex("\nworkers killed +\\| +12 +<= 24 *\n"));
}

TEST(ReportTest, JsonHoldsTheSameFigures) {
  const auto object = to_json({fixed_outcome()});
  const auto& fixed = object["listeners"]["fixed"];
  EXPECT_EQ(fixed["measured"]["had_failures"], 39);
  EXPECT_EQ(fixed["measured"]["out_of_service"].size(), 39u);
  EXPECT_EQ(fixed["measured"]["out_of_service"], fixed["predicted"]["down"]);
  EXPECT_EQ(fixed["measured"]["get"]["started"], 199 * 40);
  EXPECT_EQ(fixed["predicted"]["exact"], true);
  EXPECT_EQ(fixed["predicted"]["tenants_by_overlap"], nlohmann::json({160, 0, 0, 0, 39}));
  EXPECT_EQ(fixed["predicted"]["most_workers_killed"], 24);
}

}  // namespace
}  // namespace croupier::demo
