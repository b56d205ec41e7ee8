#include "envoy/headers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envoy/fake_host/stack.h"

namespace croupier::envoy {
namespace {

using ::testing::ElementsAre;

TEST(SteeringHeaders, AreThoseThatRoutersObeyAndOurOwn) {
  for (const char* name :
       {"x-envoy-retry-on", "x-envoy-max-retries", "x-envoy-retry-grpc-on",
        "x-envoy-upstream-rq-timeout-ms", "x-envoy-upstream-rq-per-try-timeout-ms",
        "x-envoy-hedge-on-per-try-timeout", "x-envoy-attempt-count",
        "x-envoy-retriable-status-codes", "x-envoy-retriable-header-names", "x-croupier-tenant",
        "x-croupier-reason", "x-croupier-"}) {
    EXPECT_TRUE(is_steering_header(name)) << name;
  }
  for (const char* name : {"", "x-", "x-envoy-", "x-envoy-external-address", "x-envoy-retry-onx",
                           "x-croupier", "x-tenant", ":method", "retry-on"}) {
    EXPECT_FALSE(is_steering_header(name)) << name;
  }
}

TEST(RequestHeaders, FindsTheFirstValueAndCopiesNames) {
  const fake::FakeEnvoy host;
  const fake::FakeFilter filter(fake::kFilterConfig);
  fake::FakeStream stream(filter);
  stream.headers = {{"a", "1"}, {"b", ""}, {"a", "2"}};
  const RequestHeaders headers(&stream);
  EXPECT_EQ(headers.get("a"), "1");
  EXPECT_EQ(headers.get("b"), "");
  EXPECT_EQ(headers.get("c"), "");
  EXPECT_THAT(headers.names_of([](std::string_view name) { return name == "a"; }),
              ElementsAre("a", "a"));
}

TEST(RequestHeaders, ARequestMayHaveNone) {
  const fake::FakeEnvoy host;
  const fake::FakeFilter filter(fake::kFilterConfig);
  fake::FakeStream stream(filter);
  EXPECT_EQ(RequestHeaders(&stream).get(":method"), "");
}

}  // namespace
}  // namespace croupier::envoy
