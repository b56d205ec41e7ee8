#include "croupier/router.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <set>
#include <vector>

namespace croupier {
namespace {

class FakeWorkers {
 public:
  explicit FakeWorkers(std::size_t count) : loads_(count), health_(count, WorkerHealth::kHealthy) {}

  WorkerHealth health(std::uint32_t worker) const { return health_[worker]; }
  const WorkerLoad& load(std::uint32_t worker) const { return loads_[worker]; }

  void set(std::uint32_t worker, WorkerHealth health) { health_[worker] = health; }
  WorkerLoad& at(std::uint32_t worker) { return loads_[worker]; }

 private:
  std::deque<WorkerLoad> loads_;
  std::vector<WorkerHealth> health_;
};

const std::vector<std::uint32_t> kHand{7, 3, 11, 5};
const std::vector<std::uint32_t> kSpill{18, 19};

ChoiceInput input(AttemptRules rules = {}) {
  return {.hand = kHand, .spill = {}, .rules = rules, .now_ms = 1'000'000, .rotation = 0};
}

// Makes attempts until the router refuses; gives the workers asked.
std::vector<std::uint32_t> all_attempts(ChoiceInput in, FakeWorkers& workers, Outcome& last) {
  AttemptLog log;
  for (;;) {
    const Choice choice = choose(in, log, workers);
    last = choice.outcome;
    if (choice.outcome == Outcome::kExhausted || choice.outcome == Outcome::kSpent) break;
    log.probed = log.probed || choice.outcome == Outcome::kProbe;
    log.spilled = log.spilled || choice.outcome == Outcome::kSpill;
    log.add(choice.worker);
    ++in.rotation;
  }
  return {log.tried.begin(), log.tried.begin() + log.count};
}

TEST(Router, C11_AttemptsVisitEveryMemberOnceThenTheHandIsExhausted) {
  for (std::uint32_t rotation = 0; rotation < 9; ++rotation) {
    FakeWorkers workers(20);
    ChoiceInput in = input();
    in.rotation = rotation;
    Outcome last{};
    auto tried = all_attempts(in, workers, last);
    EXPECT_EQ(last, Outcome::kExhausted);
    EXPECT_EQ(std::set(tried.begin(), tried.end()), std::set(kHand.begin(), kHand.end()));
    EXPECT_EQ(tried.size(), 4u);
  }
}

TEST(Router, C11_AHandOfOneIsExhaustedAfterOneAttempt) {
  FakeWorkers workers(20);
  ChoiceInput in = input();
  const std::vector<std::uint32_t> one{9};
  in.hand = one;
  Outcome last{};
  EXPECT_EQ(all_attempts(in, workers, last), one);
  EXPECT_EQ(last, Outcome::kExhausted);
}

TEST(Router, C14_NeverLeavesTheHandWhateverIsDown) {
  for (unsigned down = 0; down < 16; ++down) {
    for (const AllDown rule : {AllDown::kProbe, AllDown::kRefuse}) {
      FakeWorkers workers(20);
      for (unsigned bit = 0; bit < 4; ++bit) {
        if (down >> bit & 1) workers.set(kHand[bit], WorkerHealth::kUnhealthy);
      }
      Outcome last{};
      const auto tried = all_attempts(input({.all_down = rule}), workers, last);
      EXPECT_EQ(last, Outcome::kExhausted);
      std::size_t unhealthy = 0;
      for (const std::uint32_t worker : tried) {
        EXPECT_NE(std::find(kHand.begin(), kHand.end(), worker), kHand.end());
        unhealthy += workers.health(worker) == WorkerHealth::kUnhealthy;
      }
      const std::size_t up = 4 - static_cast<std::size_t>(__builtin_popcount(down));
      EXPECT_EQ(unhealthy, rule == AllDown::kProbe && down != 0 ? 1u : 0u);
      EXPECT_EQ(tried.size(), up + unhealthy);
    }
  }
}

TEST(Router, ChoosesTheMemberWithTheFewestAttemptsInFlight) {
  FakeWorkers workers(20);
  for (const std::uint32_t worker : kHand) workers.at(worker).outstanding = 3;
  workers.at(11).outstanding = 2;
  for (std::uint32_t rotation = 0; rotation < 8; ++rotation) {
    ChoiceInput in = input();
    in.rotation = rotation;
    const Choice choice = choose(in, AttemptLog{}, workers);
    EXPECT_EQ(choice.worker, 11u);
    EXPECT_EQ(choice.position, 2u);
  }
}

TEST(Router, TiesGoRoundTheHandInRotation) {
  FakeWorkers workers(20);
  std::vector<int> chosen(20, 0);
  for (std::uint32_t rotation = 0; rotation < 400; ++rotation) {
    ChoiceInput in = input();
    in.rotation = rotation;
    ++chosen[choose(in, AttemptLog{}, workers).worker];
  }
  for (const std::uint32_t worker : kHand) EXPECT_EQ(chosen[worker], 100);
}

TEST(Router, FailingFastIsNotBeingIdle) {
  FakeWorkers workers(20);
  for (const std::uint32_t worker : kHand) workers.at(worker).outstanding = 5;
  workers.at(3).outstanding = 0;
  ChoiceInput in = input();
  workers.at(3).failed(in.now_ms - kFailurePenalty.count() + 1);
  EXPECT_NE(choose(in, AttemptLog{}, workers).worker, 3u);
  in.now_ms += 1;  // the penalty is over
  EXPECT_EQ(choose(in, AttemptLog{}, workers).worker, 3u);
  // With every other member tried, one that failed lately is still asked.
  AttemptLog log;
  for (const std::uint32_t worker : {7u, 11u, 5u}) log.add(worker);
  workers.at(3).failed(in.now_ms);
  EXPECT_EQ(choose(in, log, workers).worker, 3u);
}

TEST(Router, AMemberWithoutEndpointIsPassedOver) {
  FakeWorkers workers(20);
  workers.set(7, WorkerHealth::kAbsent);
  Outcome last{};
  const auto tried = all_attempts(input(), workers, last);
  EXPECT_EQ(tried.size(), 3u);
  EXPECT_EQ(std::count(tried.begin(), tried.end(), 7u), 0);
  for (const std::uint32_t worker : kHand) workers.set(worker, WorkerHealth::kAbsent);
  EXPECT_TRUE(all_attempts(input(), workers, last).empty());
  EXPECT_EQ(last, Outcome::kExhausted);
}

TEST(Router, TheAttemptLimitIsToldApartFromAnExhaustedHand) {
  FakeWorkers workers(20);
  Outcome last{};
  EXPECT_EQ(all_attempts(input({.max = 2}), workers, last).size(), 2u);
  EXPECT_EQ(last, Outcome::kSpent);
  EXPECT_EQ(all_attempts(input({.max = 9}), workers, last).size(), 4u);
  EXPECT_EQ(last, Outcome::kExhausted);
}

TEST(Router, LeavesTheHandOnlyForADeclaredSpillPoolAndOnce) {
  FakeWorkers workers(20);
  for (const std::uint32_t worker : kHand) workers.set(worker, WorkerHealth::kUnhealthy);
  ChoiceInput in = input();
  in.spill = kSpill;
  const Choice choice = choose(in, AttemptLog{}, workers);
  EXPECT_EQ(choice.outcome, Outcome::kSpill);
  EXPECT_EQ(choice.worker, 18u);
  workers.set(7, WorkerHealth::kHealthy);
  EXPECT_EQ(choose(in, AttemptLog{}, workers).worker, 7u);  // the hand comes first
  Outcome last{};
  const auto tried = all_attempts(in, workers, last);
  EXPECT_EQ(std::count_if(tried.begin(), tried.end(), [](auto worker) { return worker >= 18; }), 1);
}

TEST(Router, AttemptLimits) {
  struct Row {
    std::uint32_t max;
    std::size_t hand;
    bool spill;
    std::uint32_t limit;
  };
  for (const Row& row : std::vector<Row>{{0, 4, false, 4},
                                         {0, 4, true, 5},
                                         {2, 4, true, 2},
                                         {9, 4, false, 4},
                                         {0, 0, false, 1},
                                         {0, 1000, false, kMaxAttempts}}) {
    EXPECT_EQ(attempt_limit({.max = row.max}, row.hand, row.spill), row.limit);
  }
}

TEST(Router, C13_OnlyIdempotentMethodsMayBeRepeatedOnceSent) {
  for (const char* method : {"GET", "HEAD", "OPTIONS", "PUT", "DELETE"}) {
    EXPECT_TRUE(may_repeat(Repeat::kIdempotent, method)) << method;
    EXPECT_FALSE(may_repeat(Repeat::kNeverSent, method)) << method;
  }
  for (const char* method : {"POST", "PATCH", "CONNECT", "get", ""}) {
    EXPECT_FALSE(may_repeat(Repeat::kIdempotent, method)) << method;
    EXPECT_TRUE(may_repeat(Repeat::kAlways, method)) << method;
  }
}

}  // namespace
}  // namespace croupier
