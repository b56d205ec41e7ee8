#include "sim/java_demo.h"

#include <gtest/gtest.h>

#include <numeric>

namespace croupier::sim {
namespace {

TEST(JavaDemo, PrintsThePublishedLines) {
  const JavaDemoOptions published;
  const auto figures = run_java_demo(published);
  ASSERT_TRUE(figures);
  EXPECT_EQ(java_demo_report(published, *figures),
            "workers=20, shardSize=4, tenants=100000\n"
            "poisonedWorkers=[5, 9, 11, 15]\n"
            "fixedUnavailable=20001\n"
            "shuffleUnavailable=26\n"
            "overlap=0 tenants=37331 percentage=37.3310%\n"
            "overlap=1 tenants=46540 percentage=46.5400%\n"
            "overlap=2 tenants=14730 percentage=14.7300%\n"
            "overlap=3 tenants=1373 percentage=1.3730%\n"
            "overlap=4 tenants=26 percentage=0.0260%\n");
}

TEST(JavaDemo, InnocentsAreAllButTheAttacker) {
  const auto figures = run_java_demo({});
  ASSERT_TRUE(figures);
  EXPECT_EQ(java_demo_innocents_report(*figures),
            "innocents=99999\n"
            "fixedUnavailable=20000\n"
            "shuffleUnavailable=25\n"
            "overlap=0 tenants=37331 percentage=37.3314%\n"
            "overlap=1 tenants=46540 percentage=46.5405%\n"
            "overlap=2 tenants=14730 percentage=14.7301%\n"
            "overlap=3 tenants=1373 percentage=1.3730%\n"
            "overlap=4 tenants=25 percentage=0.0250%\n");
}

TEST(JavaDemo, AnAttackerFromOutsideLeavesAllInnocent) {
  for (const char* attacker : {"mallory", "tenant-1000", "tenant-007", ""}) {
    JavaDemoOptions options;
    options.tenants = 1'000;
    options.attacker = attacker;
    const auto figures = run_java_demo(options);
    ASSERT_TRUE(figures);
    EXPECT_EQ(figures->innocents.tenants, 1'000U) << attacker;
    EXPECT_EQ(figures->innocents.tenants_by_overlap, figures->all.tenants_by_overlap);
  }
}

TEST(JavaDemo, EachOptionChangesTheExperiment) {
  JavaDemoOptions options;
  options.tenants = 5'000;
  const auto poisoned = [&] { return run_java_demo(options).value().poisoned_workers; };
  const auto before = poisoned();
  options.seed = 1;
  const auto other_seed = poisoned();
  EXPECT_NE(other_seed, before);
  options.attacker = "tenant-1";
  EXPECT_NE(poisoned(), other_seed);
  options.workers = 30;
  options.hand = 5;
  const auto figures = run_java_demo(options).value();
  EXPECT_EQ(figures.poisoned_workers.size(), 5U);
  ASSERT_EQ(figures.all.tenants_by_overlap.size(), 6U);
  EXPECT_EQ(std::accumulate(figures.all.tenants_by_overlap.begin(),
                            figures.all.tenants_by_overlap.end(), std::uint64_t{0}),
            5'000U);
  EXPECT_NEAR(static_cast<double>(figures.all.fixed_unavailable), 5'000 / 6.0, 135);  // 5 sigma
}

TEST(JavaDemo, OneWorkerTakesEverybodyDown) {
  JavaDemoOptions options;
  options.workers = 1;
  options.hand = 1;
  options.tenants = 32;
  const auto figures = run_java_demo(options).value();
  EXPECT_EQ(figures.all.fixed_unavailable, 32U);
  EXPECT_EQ(figures.all.shuffle_unavailable, 32U);
}

struct BadOption {
  const char* name;
  JavaDemoOptions options;
  const char* message;
};

TEST(JavaDemo, RefusesOptionsOutOfRange) {
  const BadOption rows[] = {
      {"no tenants", {.tenants = 0}, "tenants 0 is not between 1 and 100000000"},
      {"many tenants", {.tenants = 100'000'001}, "tenants 100000001 is not between"},
      {"no workers", {.workers = 0}, "workers 0 is not between 1 and 65536"},
      {"many workers", {.workers = 65'537}, "workers 65537 is not between 1 and 65536"},
      {"no hand", {.hand = 0}, "hand 0 is not between 1 and 20"},
      {"large hand", {.hand = 21}, "hand 21 is not between 1 and 20"},
  };
  for (const BadOption& row : rows) {
    const auto figures = run_java_demo(row.options);
    ASSERT_FALSE(figures) << row.name;
    EXPECT_EQ(figures.error().code, Code::kInvalidArgument);
    EXPECT_EQ(figures.error().message.find(row.message), 0U) << figures.error().message;
  }
}

struct PercentageRow {
  std::uint64_t part;
  std::uint64_t whole;
  const char* text;
};

// Half up on the shortest decimal form. C's %.4f rounds the binary value instead: 3 of 2,000,000
// is 0.00015, stored as 0.000149999..., which C writes as 0.0001.
TEST(JavaPercentage, RoundsHalfUpAsJavaDoes) {
  const PercentageRow rows[] = {
      {0, 5, "0.0000"},
      {5, 5, "100.0000"},
      {1, 3, "33.3333"},
      {2, 3, "66.6667"},
      {1, 2'000'000, "0.0001"},
      {3, 2'000'000, "0.0002"},
      {1, 10'000'000, "0.0000"},
      {49, 100'000'000, "0.0000"},
      {99'999'999, 100'000'000, "100.0000"},
      {0, 0, "0.0000"},
      {1'999'999, 20'000'000, "10.0000"},
  };
  for (const PercentageRow& row : rows) {
    EXPECT_EQ(java_percentage(row.part, row.whole), row.text) << row.part << " of " << row.whole;
  }
}

}  // namespace
}  // namespace croupier::sim
