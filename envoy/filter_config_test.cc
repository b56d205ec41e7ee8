// Garbage configurations of every door are refused with a message that says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envoy/bootstrap.h"
#include "envoy/deck_config.h"
#include "envoy/fake_host/fake_policy.h"
#include "envoy/fake_host/stack.h"
#include "envoy/filter.h"

namespace croupier::envoy {
namespace {

using ::testing::HasSubstr;

struct Row {
  const char* config;
  const char* message;
};

TEST(FilterConfig, GarbageIsRefusedWithAReason) {
  for (const Row& row : std::initializer_list<Row>{
           {"", "filter config is not JSON"},
           {"{", "filter config is not JSON"},
           {"\xFF\xFE", "filter config is not JSON"},
           {"[]", "filter config is not an object"},
           {"{}", "lacks \"identity\""},
           {R"({"identity": []})", "lacks \"missing\""},
           {R"({"identity": {}, "missing": "refuse"})", "identity is not a list"},
           {R"({"identity": [], "missing": "drop"})", "missing is not one of \"refuse\" \"guest\""},
           {R"({"identity": [], "missing": 1})", "missing is not a string"},
           {R"({"identity": [], "missing": "refuse", "deck": 3})", "deck is not a string"},
           {R"({"identity": [], "missing": "refuse", "door": "back"})", "door is not one of"},
           {R"({"identity": [], "missing": "refuse", "dek": "api"})", "unknown key \"dek\""},
           {R"({"identity": [{"sni": "x"}], "missing": "guest"})", "identity[0]"},
       }) {
    const auto config = FilterConfig::parse("downstream", row.config);
    ASSERT_FALSE(config.has_value()) << row.config;
    EXPECT_THAT(config.error().message, HasSubstr(row.message)) << row.config;
  }
}

TEST(FilterConfig, MoreThanSixteenSourcesAreRefused) {
  std::string config = R"({"missing": "refuse", "identity": [{"path_segment": 0})";
  for (int i = 0; i < 16; ++i) config += R"(, {"path_segment": 0})";
  EXPECT_THAT(FilterConfig::parse("downstream", config + "]}").error().message,
              HasSubstr("a list of at most 16"));
}

TEST(FilterConfig, TheUpstreamFilterTakesNone) {
  EXPECT_TRUE(FilterConfig::parse("upstream", "not read").value()->upstream);
}

TEST(RouteConfig, GarbageIsRefusedWithAReason) {
  for (const Row& row : std::initializer_list<Row>{
           {"", "route config is not JSON"},
           {"3", "route config is not an object"},
           {R"({"repeat": "twice"})", "\"idempotent\" \"never-sent\" \"always\""},
           {R"({"decks": "api"})", "unknown key \"decks\""},
           {R"({"retries": -1})", "a whole number from 0 to 16"},
       }) {
    const auto config = RouteConfig::parse(row.config);
    ASSERT_FALSE(config.has_value()) << row.config;
    EXPECT_THAT(config.error().message, HasSubstr(row.message)) << row.config;
  }
  EXPECT_TRUE(RouteConfig::parse("{}").has_value());
}

TEST(DeckConfig, GarbageIsRefusedWithAReason) {
  for (const Row& row : std::initializer_list<Row>{
           {"", "not JSON"},
           {"\"api\"", "not an object"},
           {"{}", "lacks \"deck\""},
           {R"({"deck": ""})", "\"deck\" is empty"},
           {R"({"deck": "api", "hand": 4})", "unknown key \"hand\""},
       }) {
    const auto deck = parse_deck_config(row.config);
    ASSERT_FALSE(deck.has_value()) << row.config;
    EXPECT_THAT(deck.error().message, HasSubstr(row.message)) << row.config;
  }
}

TEST(BootstrapConfig, GarbageIsRefusedWithAReason) {
  for (const Row& row : std::initializer_list<Row>{
           {"", "bootstrap config is not JSON"},
           {R"({"snapshot": "", "keys": [], "config_digest": ""})", "\"snapshot\" is empty"},
           {R"({"snapshot": "s", "keys": 4, "config_digest": ""})", "keys is not a list"},
           {R"({"snapshot": "s", "keys": [{"id": "k"}], "config_digest": ""})", "lacks \"file\""},
           {R"({"snapshot": "s", "keys": []})", "lacks \"config_digest\""},
       }) {
    const auto config = BootstrapConfig::parse(row.config);
    ASSERT_FALSE(config.has_value()) << row.config;
    EXPECT_THAT(config.error().message, HasSubstr(row.message)) << row.config;
  }
}

TEST(RefusedConfigs, AreLoggedAndGiveEnvoyNothing) {
  fake::FakeEnvoy host;
  EXPECT_FALSE(fake::FakeFilter("{").accepted());
  EXPECT_FALSE(fake::FakeRoute("[]").accepted());
  EXPECT_FALSE(fake::FakeCluster(host, "{}").accepted());
  EXPECT_FALSE(fake::FakePolicy("").accepted());
  for (const char* line :
       {"croupier: filter config is not JSON", "croupier: route config is not an object",
        "croupier: deck config lacks \"deck\"", "croupier: deck config is not JSON"}) {
    EXPECT_THAT(host.log_text(), HasSubstr(line));
  }
}

}  // namespace
}  // namespace croupier::envoy
