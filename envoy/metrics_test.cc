// Each counter grows exactly when it is said to.
#include "envoy/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "envoy/fake_host/stack.h"

namespace croupier::envoy {
namespace {

using fake::Counts;
using fake::FakeFilter;
using fake::FakeStream;
using fake::fleet_of;
using fake::get_as;
using fake::Stack;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class MetricsTest : public ::testing::Test {
 protected:
  Stack stack_{fleet_of(1, {0, 1, 2, 3, 4, 5}, 3)};
};

TEST(CounterNames, AreUniqueAndReasonsStandTogether) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const CounterName& counter : kCounterNames) {
    ASSERT_NE(counter.name, nullptr);
    EXPECT_TRUE(seen.emplace(counter.name, counter.reason == nullptr ? "" : counter.reason).second);
  }
}

TEST(Metrics, AddsUpOverThreads) {
  Metrics metrics;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 1000; ++n) metrics.add(Counter::kAttempts, 2);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(metrics.total(Counter::kAttempts), 8000u);
  EXPECT_EQ(metrics.total(Counter::kRequests), 0u);
}

TEST_F(MetricsTest, AServedRequestIsOneRequestAndOneAttempt) {
  FakeStream stream(stack_.filter);
  const Counts counts;
  stream.request(get_as("acme"));
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("requests", 1)));
  stream.choose(stack_.cluster);
  stream.response_headers();
  stream.destroy();
  EXPECT_THAT(counts.grown(), UnorderedElementsAre(Pair("requests", 1), Pair("attempts", 1)));
}

TEST_F(MetricsTest, AttemptsAfterTheFirstAreFailovers) {
  FakeStream stream(stack_.filter);
  const Counts counts;
  stream.request(get_as("acme"));
  for (int i = 0; i < 3; ++i) stream.choose(stack_.cluster);
  EXPECT_THAT(counts.grown(),
              UnorderedElementsAre(Pair("requests", 1), Pair("attempts", 3), Pair("failovers", 2)));
}

TEST_F(MetricsTest, AUsedUpHandIsExhaustedOnce) {
  for (const bool asked_again : {true, false}) {
    FakeStream stream(stack_.filter);
    stream.request(get_as("acme"));
    for (int i = 0; i < 3; ++i) stream.choose(stack_.cluster);
    if (asked_again) stream.choose(stack_.cluster);
    const Counts counts;
    stream.fail(503, "upstream_reset_before_response_started");
    EXPECT_THAT(counts.grown(), ElementsAre(Pair("exhausted", 1)));
  }
}

TEST_F(MetricsTest, AFailureWithMembersLeftIsFailed) {
  FakeStream stream(stack_.filter);
  stream.request({{":method", "POST"}, {"x-tenant", "acme"}});
  stream.choose(stack_.cluster);
  const Counts counts;
  stream.fail(503, "upstream_reset_before_response_started");
  EXPECT_THAT(counts.grown(), ElementsAre(Pair("failed", 1)));
  EXPECT_EQ(stream.metadata("reason"), "POST is not repeated once it was sent, attempt 1 of 3");
}

TEST_F(MetricsTest, AnAnswerOfTheWorkersIsNoFailure) {
  FakeStream stream(stack_.filter);
  stream.request(get_as("acme"));
  stream.choose(stack_.cluster);
  const Counts counts;
  stream.response_headers();
  EXPECT_THAT(counts.grown(), IsEmpty());
}

TEST_F(MetricsTest, RefusalsCountUnderTheirReason) {
  struct Row {
    const char* name;
    const char* config;
    fake::HeaderList headers;
    const char* counter;
    std::uint32_t status;
  };
  auto fleet = fleet_of(2, {0, 1, 2}, 2);
  fleet.decks.push_back(fleet.decks[0]);
  fleet.decks[1].name = "closed";
  fleet.decks[1].unknown = Unknown::kRefuse;
  stack_.publish(fleet);
  const auto config = [](const std::string& deck) {
    return R"({"missing": "refuse", "deck": ")" + deck +
           R"(", "identity": [{"header": "x-tenant", "trusted": ["0.0.0.0/0"]}]})";
  };
  const std::string api = config("api");
  const std::string closed = config("closed");
  const std::string absent = config("absent");
  for (const Row& row : std::initializer_list<Row>{
           {"nobody", api.c_str(), {{":method", "GET"}}, "refused/no_identity", 401},
           {"garbled", api.c_str(), get_as("a\tb"), "refused/malformed_identity", 401},
           {"unlisted", closed.c_str(), get_as("acme"), "refused/unknown_tenant", 403},
           {"no deck", absent.c_str(), get_as("acme"), "refused/unknown_deck", 503},
       }) {
    const FakeFilter filter(row.config);
    FakeStream stream(filter);
    const Counts counts;
    EXPECT_EQ(stream.request(row.headers), AbiHeadersStatus::kStopIteration) << row.name;
    EXPECT_THAT(counts.grown(), ElementsAre(Pair(row.counter, 1))) << row.name;
    EXPECT_EQ(stream.answer()->status, row.status) << row.name;
    stream.response_headers();
    stream.destroy();
    EXPECT_THAT(counts.grown(), ElementsAre(Pair(row.counter, 1))) << row.name;
  }
}

}  // namespace
}  // namespace croupier::envoy
