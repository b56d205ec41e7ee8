#include "fleet/risk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <set>

#include "fleet/hand_table.h"
#include "fleet/risk_faults.h"
#include "fleet/test_fleet.h"

namespace croupier::fleet {
namespace {

using testing::HasSubstr;
using When = RiskRule::When;

// The definitions of risk.h, word for word, over sets: slow, and sharing no code with it.
struct Oracle {
  explicit Oracle(const TestFleet& test) : fleet(test.fleet()) {
    for (const std::uint32_t worker : test.decks[0].dealt) population.insert(worker);
    for (const Tenant& tenant : fleet.tenants) {
      const auto resolved = resolve(fleet, test.decks[0], tenant.id);
      hands.emplace_back(resolved->hand.begin(), resolved->hand.end());
      population.insert(hands.back().begin(), hands.back().end());
    }
  }

  void fail(const std::set<std::uint32_t>& failed, std::size_t except) {
    double touched = 0, degraded = 0, down = 0, victims = 0;
    for (std::size_t tenant = 0; tenant < hands.size(); ++tenant) {
      if (tenant == except) continue;
      ++victims;
      double left = 0, weight = 0;
      std::size_t lost = 0;
      for (const std::uint32_t member : hands[tenant]) {
        weight += fleet.workers[member].weight;
        if (failed.contains(member)) {
          ++lost;
        } else {
          left += fleet.workers[member].weight;
        }
      }
      touched += lost > 0;
      down += lost == hands[tenant].size();
      degraded += lost > 0 && lost < hands[tenant].size();
      keep = std::min(keep, left / weight);
    }
    if (victims == 0) return;
    ++faults;
    most_touched = std::max(most_touched, touched / victims);
    most_degraded = std::max(most_degraded, degraded / victims);
    most_down = std::max(most_down, down / victims);
    sum_touched += touched / victims;
    sum_degraded += degraded / victims;
    sum_down += down / victims;
  }

  void run(When when, std::uint32_t count) {
    if (when == When::kPoisonTenants) {
      for (std::size_t tenant = 0; tenant < hands.size(); ++tenant) fail(hands[tenant], tenant);
      return;
    }
    for (const std::uint32_t a : population) {
      if (count == 1 || population.size() == 1) fail({a}, hands.size());
      if (count == 1) continue;
      for (const std::uint32_t b : population) {
        if (a < b) fail({a, b}, hands.size());
      }
    }
  }

  const Fleet& fleet;
  std::vector<std::set<std::uint32_t>> hands;
  std::set<std::uint32_t> population;
  double faults = 0;
  double most_touched = 0, most_degraded = 0, most_down = 0;
  double sum_touched = 0, sum_degraded = 0, sum_down = 0;
  double keep = 1;
};

std::vector<RiskFigure> figures_of(const TestFleet& test) {
  auto figures = evaluate_risk(test.fleet(), test.decks);
  EXPECT_TRUE(figures.has_value());
  return *figures;
}

void expect_as_oracle(const TestFleet& test) {
  for (const RiskFigure& figure : figures_of(test)) {
    Oracle oracle(test);
    oracle.run(figure.when, figure.count);
    SCOPED_TRACE(describe_fault(figure.when, figure.count));
    EXPECT_DOUBLE_EQ(figure.touched.share, oracle.most_touched);
    EXPECT_DOUBLE_EQ(figure.degraded.share, oracle.most_degraded);
    EXPECT_DOUBLE_EQ(figure.down.share, oracle.most_down);
    EXPECT_DOUBLE_EQ(figure.keep.share, oracle.keep);
    const double faults = std::max(oracle.faults, 1.0);
    EXPECT_NEAR(figure.mean_touched, oracle.sum_touched / faults, 1e-12);
    EXPECT_NEAR(figure.mean_degraded, oracle.sum_degraded / faults, 1e-12);
    EXPECT_NEAR(figure.mean_down, oracle.sum_down / faults, 1e-12);
  }
}

// Whoever a figure blames must cause what it says.
void expect_blame_holds(const TestFleet& test) {
  for (const RiskFigure& figure : figures_of(test)) {
    if (figure.down.who.empty()) continue;
    Oracle oracle(test);
    if (figure.when == When::kPoisonTenants) {
      oracle.fail(oracle.hands[figure.down.who[0]], figure.down.who[0]);
    } else {
      oracle.fail({figure.down.who.begin(), figure.down.who.end()}, oracle.hands.size());
    }
    EXPECT_DOUBLE_EQ(figure.down.share, oracle.most_down);
  }
}

std::string random_fleet() {
  const int workers = *rc::gen::inRange(1, 12);
  const int size = *rc::gen::inRange(1, workers + 1);
  std::string text = "version: 1\nkeys: [{id: main, file: fleet.key}]\nworkers:\n";
  for (int i = 0; i < workers; ++i) {
    text += "  - {id: w" + std::to_string(i) +
            ", weight: " + std::to_string(*rc::gen::inRange(1, 5)) + "}\n";
  }
  text += "decks: [{name: api, key: main, hand_size: " + std::to_string(size) + "}]\n";
  text += "groups: [{id: g, hand_size: 1}]\ntenants:\n  - {id: member, group: g}\n";
  const int tenants = *rc::gen::inRange(0, 40);
  for (int i = 0; i < tenants; ++i) {
    const std::string id = "t" + std::to_string(i);
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        text += "  - {id: " + id + ", group: g}\n";
        break;
      case 1:
        text += "  - {id: " + id +
                ", hand_size: " + std::to_string(*rc::gen::inRange(1, workers + 1)) + "}\n";
        break;
      case 2:
        text += "  - {id: " + id + ", hand: [w" + std::to_string(*rc::gen::inRange(0, workers)) +
                "]}\n";
        break;
      default:
        text += "  - " + id + "\n";
    }
  }
  return text;
}

RC_GTEST_PROP(Risk, EqualsTheOracleOnAnyFleet, ()) {
  const TestFleet test(random_fleet());
  expect_as_oracle(test);
  expect_blame_holds(test);
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(Risk, EqualsTheOracleOnALargerFleet) {
  std::string tenants = "tenants:\n";
  for (int i = 0; i < 500; ++i) tenants += "  - t" + std::to_string(i) + "\n";
  expect_as_oracle(TestFleet(fleet_text(20, "hand_size: 4", tenants)));
  expect_as_oracle(TestFleet(fleet_text(6, "hand_size: 2", tenants)));
}

TEST(Risk, AGroupHarmsItsOtherMembers) {
  const TestFleet test(fleet_text(10, "hand_size: 2",
                                  "groups: [{id: g, hand: [w0, w1]}]\n"
                                  "tenants:\n"
                                  "  - {id: a, group: g}\n  - {id: b, group: g}\n"
                                  "  - {id: c, hand: [w1, w2]}\n  - {id: d, hand: [w3, w4]}\n"
                                  "  - {id: e, hand: [w5, w6]}\n"));
  const RiskFigure poison = figures_of(test)[2];
  EXPECT_EQ(poison.tenants, 4u);
  EXPECT_DOUBLE_EQ(poison.down.share, 0.25) << "b, by a";
  EXPECT_DOUBLE_EQ(poison.touched.share, 0.5) << "b and c, by a";
  EXPECT_EQ(poison.keep.share, 0);
}

TEST(Risk, WithoutTenantsNothingIsHarmed) {
  for (const RiskFigure& figure : figures_of(TestFleet(fleet_text(3, "hand_size: 2")))) {
    EXPECT_EQ(figure.touched.share, 0);
    EXPECT_EQ(figure.keep.share, 1);
  }
}

TEST(Risk, ABrokenLimitIsAnErrorAtItsRule) {
  const TestFleet test(fleet_text(4, "hand_size: 2",
                                  "tenants: [{id: a, hand: [w0, w1]}, {id: b, hand: [w0, w2]}]\n"
                                  "risk_budget:\n"
                                  "  - {when: {workers_failed: 1}, touched: 99.9%}\n"
                                  "  - {when: {workers_failed: 1}, touched: 100%, keep: 50%}\n"
                                  "  - {when: {workers_failed: 2}, down: 50%}\n"
                                  "  - {when: {poison_tenants: 1}, down: 0%, keep: 0.51}\n"));
  std::vector<Problem> problems;
  check_risk(test.fleet(), figures_of(test), problems);
  ASSERT_EQ(problems.size(), 2u) << text_of(problems);
  EXPECT_EQ(problems[0].place.line, 12);
  EXPECT_THAT(problems[0].message, HasSubstr("100.0000% of the tenants are touched, more than "
                                             "99.9000% (worst: worker \"w0\")"));
  EXPECT_EQ(problems[1].place.line, 15);
  EXPECT_THAT(problems[1].message, HasSubstr("keeps 50.0000% of its hand's weight, less than "
                                             "51.0000% (worst: tenant \"a\")"));
}

TEST(Risk, WhatTakesTooLongIsRefusedNotGuessed) {
  const TestFleet test(fleet_text(4, "hand_size: 2",
                                  "tenants: [{id: a, hand: [w0, w1]}, {id: b, hand: [w0, w2]}]\n"
                                  "risk_budget: [{when: {poison_tenants: 1}, down: 100%}]\n"));
  const auto table = HandTable::build(test.fleet(), test.decks[0]);
  ASSERT_TRUE(table.has_value());
  EXPECT_TRUE(risk_of_poison_tenant(*table, 6).evaluated) << "w0 is met 4 times, w1 and w2 once";
  const RiskFigure figure = risk_of_poison_tenant(*table, 5);
  EXPECT_FALSE(figure.evaluated);
  std::vector<Problem> problems;
  check_risk(test.fleet(), {figure}, problems);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].message, HasSubstr("steps to evaluate exactly"));
}

TEST(Risk, AHundredThousandTenantsTakeAboutASecond) {
  std::string tenants = "tenants:\n";
  for (int i = 0; i < 100'000; ++i) tenants += "  - t" + std::to_string(i) + "\n";
  const TestFleet test(fleet_text(20, "hand_size: 4", tenants));
  const auto start = std::chrono::steady_clock::now();
  const auto figures = figures_of(test);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  RecordProperty("seconds", std::to_string(took.count()));
  EXPECT_LT(took.count(), 20) << "far above the second it needs, so that a busy machine passes";
  // 4 of 20 members: a poison tenant touches 1 - C(16,4)/C(20,4) of the others on average. The
  // figure is a mean over 10^10 pairs of 4,845 hands; 1% is more than 5 standard deviations.
  EXPECT_NEAR(figures[2].mean_touched, 1 - 1820.0 / 4845.0, 0.01);
}

TEST(Neighbours, AreThoseWhoShareMost) {
  const TestFleet test(fleet_text(8, "hand_size: 3",
                                  "tenants:\n"
                                  "  - {id: a, hand: [w0, w1, w2]}\n"
                                  "  - {id: b, hand: [w2, w3, w4]}\n"
                                  "  - {id: c, hand: [w2, w1, w7]}\n"
                                  "  - {id: d, hand: [w5, w6, w7]}\n"
                                  "  - {id: e, hand: [w0, w5, w6]}\n"));
  const auto two = closest_neighbours(test.fleet(), test.decks[0], "a", 2);
  ASSERT_TRUE(two.has_value());
  ASSERT_EQ(two->size(), 2u);
  EXPECT_EQ((*two)[0].tenant, 2u);
  EXPECT_THAT((*two)[0].shared, testing::ElementsAre(1, 2));
  EXPECT_EQ((*two)[1].tenant, 1u) << "as close as e, but before it in the file";
  const auto all = closest_neighbours(test.fleet(), test.decks[0], "a", 10);
  EXPECT_EQ(all->size(), 3u) << "d shares nothing";
}

}  // namespace
}  // namespace croupier::fleet
