// The HTTP filter on a stream: identity, refusals, headers set and stripped, metadata.
#include "envoy/filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "envoy/fake_host/stack.h"

namespace croupier::envoy {
namespace {

using fake::FakeFilter;
using fake::FakeRoute;
using fake::FakeStream;
using fake::fleet_of;
using fake::get_as;
using fake::HeaderList;
using fake::Stack;

class FilterTest : public ::testing::Test {
 protected:
  Stack stack_{fleet_of(7, {0, 1, 2, 3, 4, 5}, 3)};
  FakeStream stream_{stack_.filter};
};

TEST_F(FilterTest, RequestsWithoutIdentityGet401WithTheReason) {
  EXPECT_EQ(stream_.request({{":method", "GET"}, {":path", "/"}}),
            AbiHeadersStatus::kStopIteration);
  ASSERT_TRUE(stream_.answer().has_value());
  EXPECT_EQ(stream_.answer()->status, 401u);
  EXPECT_EQ(stream_.answer()->body, "no tenant identity");
  EXPECT_EQ(stream_.answer()->headers, (HeaderList{{"x-croupier-reason", "no tenant identity"}}));
  EXPECT_EQ(stream_.metadata("reason"), "no tenant identity");
}

TEST_F(FilterTest, C27AHeaderFromAnUntrustedPeerIsStrippedNotBelieved) {
  stream_.peer = "192.0.2.7:1234";
  stream_.request(get_as("victim"));
  EXPECT_EQ(stream_.answer()->status, 401u);
  EXPECT_EQ(stream_.header("x-tenant"), "");
}

TEST_F(FilterTest, C27HeadersOfSourcesThatDidNotAnswerAreStripped) {
  const FakeFilter filter(R"({"deck": "api", "missing": "refuse", "identity": [
      {"filter_state": "claim"}, {"header": "x-tenant", "trusted": ["0.0.0.0/0"]}]})");
  FakeStream stream(filter);
  stream.filter_state()["claim"] = "acme";
  EXPECT_EQ(stream.request(get_as("victim")), AbiHeadersStatus::kContinue);
  EXPECT_EQ(stream.header("x-tenant"), "");
  EXPECT_THAT(stack_.hand("acme"), ::testing::Contains(stream.choose(stack_.cluster)));
}

TEST_F(FilterTest, C27ATenantHeaderThatCameTwiceIsRefused) {
  HeaderList headers = get_as("acme");
  headers.emplace_back("x-tenant", "victim");
  stream_.request(headers);
  EXPECT_EQ(stream_.answer()->status, 401u);
  EXPECT_EQ(stream_.answer()->body, "malformed tenant id");
}

TEST_F(FilterTest, GrpcClientsAreToldInTheirOwnNumbers) {
  struct Row {
    const char* content_type;
    bool grpc;
  };
  for (const Row& row : std::initializer_list<Row>{{"application/grpc", true},
                                                   {"application/grpc+proto", true},
                                                   {"application/grpc-web", false},
                                                   {"application/json", false},
                                                   {"", false}}) {
    FakeStream stream(stack_.filter);
    stream.request({{":method", "POST"}, {"content-type", row.content_type}});
    const HeaderList& headers = stream.answer()->headers;
    const bool told =
        std::find(headers.begin(), headers.end(),
                  std::pair<std::string, std::string>("grpc-status", "16")) != headers.end();
    EXPECT_EQ(told, row.grpc) << row.content_type;
  }
}

TEST_F(FilterTest, SteeringHeadersOfClientsAreReplaced) {
  HeaderList headers = get_as("acme");
  headers.insert(headers.end(), {{"x-envoy-max-retries", "99"},
                                 {"x-envoy-max-retries", "98"},
                                 {"x-envoy-retry-on", "5xx"},
                                 {"x-envoy-upstream-rq-timeout-ms", "1"},
                                 {"x-croupier-tenant", "victim"},
                                 {"x-other", "kept"}});
  EXPECT_EQ(stream_.request(headers), AbiHeadersStatus::kContinue);
  EXPECT_EQ(stream_.header("x-envoy-max-retries"), "2");
  EXPECT_EQ(stream_.header("x-envoy-retry-on"), "connect-failure,refused-stream,reset");
  EXPECT_EQ(stream_.header("x-envoy-upstream-rq-timeout-ms"), "");
  EXPECT_EQ(stream_.header("x-croupier-tenant"), "");
  EXPECT_EQ(stream_.header("x-other"), "kept");
  EXPECT_EQ(stream_.header("x-tenant"), "acme");
}

TEST_F(FilterTest, C13OnlyIdempotentMethodsAreRepeatedOnceSent) {
  struct Row {
    const char* method;
    const char* retry_on;
  };
  constexpr char kSent[] = "connect-failure,refused-stream,reset";
  constexpr char kUnsent[] = "connect-failure,refused-stream,reset-before-request";
  for (const Row& row : std::initializer_list<Row>{{"GET", kSent},
                                                   {"HEAD", kSent},
                                                   {"OPTIONS", kSent},
                                                   {"PUT", kSent},
                                                   {"DELETE", kSent},
                                                   {"POST", kUnsent},
                                                   {"PATCH", kUnsent},
                                                   {"CONNECT", kUnsent},
                                                   {"get", kUnsent},
                                                   {"", kUnsent}}) {
    FakeStream stream(stack_.filter);
    stream.request({{":method", row.method}, {":path", "/"}, {"x-tenant", "acme"}});
    EXPECT_EQ(stream.header("x-envoy-retry-on"), row.retry_on) << row.method;
  }
}

TEST_F(FilterTest, ARouteMaySayOtherwise) {
  const FakeRoute route(R"({"repeat": "never-sent"})");
  stream_.route = &route;
  stream_.request(get_as("acme"));
  EXPECT_EQ(stream_.header("x-envoy-retry-on"),
            "connect-failure,refused-stream,reset-before-request");
}

TEST_F(FilterTest, ARoutesOwnRetryPolicyIsCompletedNotRepeated) {
  struct Row {
    const char* config;
    const char* method;
    const char* retry_on;
    const char* max_retries;
  };
  for (const Row& row : std::initializer_list<Row>{
           {R"({"retries": 2})", "GET", "reset", ""},
           {R"({"retries": 2})", "POST", "", ""},
           {R"({"retries": 1})", "POST", "", "2"},
           {R"({"retries": 0})", "GET", "reset", "2"},
           {R"({"retries": 2, "repeat": "never-sent"})", "GET", "", ""},
           {R"({"retries": 2, "repeat": "always"})", "POST", "reset", ""},
       }) {
    SCOPED_TRACE(std::string(row.config) + " " + row.method);
    const FakeRoute route(row.config);
    FakeStream stream(stack_.filter);
    stream.route = &route;
    stream.request({{":method", row.method}, {":path", "/"}, {"x-tenant", "acme"}});
    EXPECT_EQ(stream.header("x-envoy-retry-on"), row.retry_on);
    EXPECT_EQ(stream.header("x-envoy-max-retries"), row.max_retries);
  }
}

TEST_F(FilterTest, ATenantsOwnRuleBeatsTheRoutes) {
  auto fleet = fleet_of(8, {0, 1, 2, 3}, 3);
  fleet.groups.push_back({"careful",
                          {{.deck = 0,
                            .hand_size = snapshot::kInheritSize,
                            .hand = {},
                            .attempts = {.repeat = Repeat::kNeverSent}}}});
  fleet.tenants.push_back({"member", 0, {}});
  stack_.publish(fleet);
  const FakeRoute route(R"({"repeat": "always"})");
  for (const auto& [tenant, retry_on] : std::initializer_list<std::pair<const char*, const char*>>{
           {"member", "connect-failure,refused-stream,reset-before-request"},
           {"other", "connect-failure,refused-stream,reset"}}) {
    FakeStream stream(stack_.filter);
    stream.route = &route;
    stream.request({{":method", "POST"}, {":path", "/"}, {"x-tenant", tenant}});
    EXPECT_EQ(stream.header("x-envoy-retry-on"), retry_on) << tenant;
  }
}

TEST_F(FilterTest, WhatMayNotBeRepeatedIsNotHedged) {
  for (const auto& [method, hedge] :
       std::initializer_list<std::pair<const char*, const char*>>{{"GET", ""}, {"POST", "false"}}) {
    FakeStream stream(stack_.filter);
    stream.request({{":method", method}, {":path", "/"}, {"x-tenant", "acme"}});
    EXPECT_EQ(stream.header("x-envoy-hedge-on-per-try-timeout"), hedge) << method;
  }
}

// A guest is nobody: what was sent for an id goes no further, in no form.
TEST_F(FilterTest, C27AGuestsMalformedIdentityIsToldToNobody) {
  auto fleet = fleet_of(8, {0, 1, 2, 3}, 3);
  fleet.decks[0].worker_headers = true;
  stack_.publish(fleet);
  const FakeFilter guests(
      R"({"deck": "api", "missing": "guest",
          "identity": [{"header": "x-tenant", "trusted": ["127.0.0.0/8"]}]})");
  for (const std::vector<std::string>& values :
       {std::vector<std::string>{"a\tvictim"}, {std::string(256, 'x')}, {"\xFF"}, {"a", "b"}}) {
    FakeStream stream(guests);
    HeaderList headers{{":method", "GET"}, {":path", "/"}};
    for (const std::string& value : values) headers.push_back({"x-tenant", value});
    EXPECT_EQ(stream.request(headers), AbiHeadersStatus::kContinue);
    EXPECT_EQ(stream.header("x-tenant"), "");
    EXPECT_EQ(stream.header("x-croupier-tenant"), "");
    EXPECT_EQ(stream.header("x-croupier-version"), "8");
  }
}

TEST_F(FilterTest, ARouteNamesItsDeck) {
  auto fleet = fleet_of(8, {0, 1, 2, 3, 4, 5}, 3);
  fleet.decks.push_back(fleet.decks[0]);
  fleet.decks[1].name = "wide";
  fleet.decks[1].hand_size = 6;
  stack_.publish(fleet);
  const FakeRoute route(R"({"deck": "wide"})");
  stream_.route = &route;
  stream_.request(get_as("acme"));
  EXPECT_EQ(stream_.header("x-envoy-max-retries"), "5");
}

TEST_F(FilterTest, MissingIdentityMayBeAGuest) {
  const FakeFilter guests(R"({"deck": "api", "missing": "guest", "identity": []})");
  FakeStream stream(guests);
  EXPECT_EQ(stream.request({{":method", "GET"}}), AbiHeadersStatus::kContinue);
  EXPECT_THAT(stack_.hand("guest"), ::testing::Contains(stream.choose(stack_.cluster)));
}

TEST_F(FilterTest, AMutualTlsIdentityNeedsAVerifiedCertificate) {
  const FakeFilter filter(R"({"deck": "api", "missing": "refuse",
      "identity": [{"uri_san_prefix": "spiffe://mesh/"}]})");
  FakeStream unverified(filter);
  unverified.uri_san = "spiffe://mesh/acme";
  unverified.request({{":method", "GET"}});
  EXPECT_EQ(unverified.answer()->status, 401u);
  FakeStream verified(filter);
  verified.mtls = true;
  verified.uri_san = "spiffe://mesh/acme";
  EXPECT_EQ(verified.request({{":method", "GET"}}), AbiHeadersStatus::kContinue);
}

TEST_F(FilterTest, AnIdFromTheServerNameIsAGuestUnlessListed) {
  const FakeFilter filter(R"({"deck": "api", "missing": "refuse",
      "identity": [{"sni_suffix": ".example.com"}]})");
  FakeStream stream(filter);
  stream.sni = "sprayed-4711.example.com";
  EXPECT_EQ(stream.request({{":method", "GET"}}), AbiHeadersStatus::kContinue);
  EXPECT_THAT(stack_.hand("guest"), ::testing::Contains(stream.choose(stack_.cluster)));
}

TEST_F(FilterTest, AnExhaustedHandSaysSo) {
  stream_.request(get_as("acme"));
  for (int i = 0; i < 3; ++i) EXPECT_NE(stream_.choose(stack_.cluster), "");
  EXPECT_EQ(stream_.choose(stack_.cluster), "");
  stream_.fail(503, "no_healthy_upstream");
  EXPECT_EQ(stream_.metadata("reason"), "hand exhausted 3 of 3");
}

TEST_F(FilterTest, AClientsOwnErrorIsNoFailureOfTheHand) {
  stream_.request(get_as("acme"));
  stream_.choose(stack_.cluster);
  stream_.fail(408, "request_timeout");
  EXPECT_EQ(stream_.metadata("reason"), "");
}

TEST_F(FilterTest, TheAnswerNamesWorkerPositionVersionAndAttempts) {
  stream_.request(get_as("acme"));
  stream_.choose(stack_.cluster);
  const std::string host = stream_.choose(stack_.cluster);
  stream_.response_headers();
  EXPECT_EQ(stream_.metadata("attempts"), "2");
  EXPECT_EQ(stream_.metadata("version"), "7");
  EXPECT_EQ("127.0.0.1:900" + stream_.metadata("worker").substr(1), host);
  EXPECT_EQ(stack_.hand("acme")[std::stoul(stream_.metadata("position"))], host);
}

TEST_F(FilterTest, WorkersAreToldWhereTheDeckAsksForIt) {
  auto fleet = fleet_of(8, {0, 1, 2}, 2);
  fleet.decks[0].worker_headers = true;
  fleet.decks[0].attempts.try_timeout = std::chrono::milliseconds(1500);
  stack_.publish(fleet);
  const FakeFilter upstream("", "upstream");
  stream_.request(get_as("acme"));
  stream_.choose(stack_.cluster);
  EXPECT_EQ(stream_.header("x-croupier-tenant"), "acme");
  EXPECT_EQ(stream_.header("x-croupier-version"), "8");
  EXPECT_EQ(stream_.header("x-envoy-upstream-rq-per-try-timeout-ms"), "1500");
  FakeStream attempt(upstream, stream_);
  EXPECT_EQ(attempt.request({}), AbiHeadersStatus::kContinue);
  const auto host = stack_.hand("acme")[std::stoul(attempt.header("x-croupier-position"))];
  EXPECT_NE(host, "");
}

TEST_F(FilterTest, WorkersAreNotToldAnIdThatAClientChoseFreely) {
  auto fleet = fleet_of(8, {0, 1, 2}, 2);
  fleet.decks[0].worker_headers = true;
  stack_.publish(fleet);
  const FakeFilter by_path(
      R"({"deck": "api", "missing": "refuse", "identity": [{"path_segment": 0}]})");
  FakeStream stream(by_path);
  stream.request({{":method", "GET"}, {":path", "/stranger/x"}});
  EXPECT_EQ(stream.header("x-croupier-tenant"), "");
  EXPECT_EQ(stream.header("x-croupier-version"), "8");
}

TEST_F(FilterTest, HeadersWithUnderscoresPassForNothing) {
  stream_.request({{":method", "GET"},
                   {":path", "/"},
                   {"x-tenant", "acme"},
                   {"x_tenant", "victim"},
                   {"x_croupier_tenant", "victim"},
                   {"x-envoy-upstream-stream-duration-ms", "1"}});
  EXPECT_EQ(stream_.header("x-tenant"), "acme");
  EXPECT_EQ(stream_.header("x_tenant"), "");
  EXPECT_EQ(stream_.header("x_croupier_tenant"), "");
  EXPECT_EQ(stream_.header("x-envoy-upstream-stream-duration-ms"), "");
}

TEST_F(FilterTest, ARouteWithoutADeckIsLeftToEnvoy) {
  const FakeFilter no_deck(R"({"missing": "refuse", "identity": []})");
  FakeStream stream(no_deck);
  EXPECT_EQ(stream.request({{":method", "GET"}, {":path", "/"}}), AbiHeadersStatus::kContinue);
  EXPECT_EQ(stream.choose(stack_.cluster), "");  // but a cluster of ours refuses it
}

TEST_F(FilterTest, TheUpstreamFilterLeavesStrangersAlone) {
  const FakeFilter upstream("", "upstream");
  FakeStream attempt(upstream, stream_);
  EXPECT_EQ(attempt.request({}), AbiHeadersStatus::kContinue);
  EXPECT_TRUE(attempt.headers.empty());
  attempt.response_headers();
  attempt.local_reply(503, "x");
}

}  // namespace
}  // namespace croupier::envoy
