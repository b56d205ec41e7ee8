#include "publish/envoy_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "publish/envoy_config.h"

namespace croupier::publish {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Four workers in two zones, one deck.
constexpr std::string_view kFleet = R"(version: 1
keys: [{id: main, file: fleet.key}]
workers:
  - {id: w1, address: 127.0.0.1:9001, zone: a}
  - {id: w2, address: 127.0.0.1:9002, zone: a}
  - {id: w3, address: 127.0.0.1:9003, zone: b}
  - {id: w4, address: 127.0.0.1:9004, zone: b}
decks:
  - {name: api, key: main, hand_size: 2, health: {path: /healthz}}
identity: {sources: [{header: x-tenant, trusted: [127.0.0.0/8]}]}
routes: [{deck: api}]
)";

const fleet::Fleet& the_fleet() {
  static const fleet::Loaded loaded = fleet::parse(kFleet, "fleet.yaml", ".");
  return loaded.fleet;
}

// The problems as text, each without the file name that they all begin with.
std::vector<std::string> check(std::string_view text) {
  std::vector<std::string> found;
  for (const fleet::Problem& problem : check_envoy(text, "envoy.yaml", the_fleet())) {
    const std::string line = fleet::format(problem);
    EXPECT_THAT(line, testing::StartsWith("envoy.yaml:"));
    found.push_back(line.substr(std::string_view("envoy.yaml:").size()));
  }
  return found;
}

nlohmann::json our_bootstrap() {
  return envoy_bootstrap(the_fleet(), {.snapshot_folder = "snapshot", .fleet_folder = "."});
}

nlohmann::json& our_cluster(nlohmann::json& bootstrap) {
  return bootstrap["static_resources"]["clusters"][0];
}

nlohmann::json& our_manager(nlohmann::json& bootstrap) {
  return bootstrap["static_resources"]["listeners"][0]["filter_chains"][0]["filters"][0]
                  ["typed_config"];
}

nlohmann::json& our_route(nlohmann::json& bootstrap) {
  return our_manager(bootstrap)["route_config"]["virtual_hosts"][0]["routes"][0]["route"];
}

// Our route without a retry policy of its own, and without telling the filter of one.
nlohmann::json& bare_route(nlohmann::json& bootstrap) {
  auto& routes = our_manager(bootstrap)["route_config"]["virtual_hosts"][0]["routes"];
  routes[0].erase("typed_per_filter_config");
  routes[0]["route"].erase("retry_policy");
  return routes[0]["route"];
}

// What is found once one thing of our own configuration was changed.
template <typename Change>
std::vector<std::string> check_changed(Change change) {
  nlohmann::json bootstrap = our_bootstrap();
  change(bootstrap);
  return check(bootstrap.dump(1));
}

TEST(EnvoyCheck, OurOwnConfigurationIsFine) {
  ASSERT_FALSE(the_fleet().decks.empty());
  EXPECT_THAT(check(our_bootstrap().dump()), IsEmpty());
  EXPECT_THAT(check(our_bootstrap().dump(2)), IsEmpty());
}

TEST(EnvoyCheck, MissingCircuitBreakersAreNamedOneByOneWithEnvoysDefaults) {
  const auto found = check_changed([](auto& json) { our_cluster(json).erase("circuit_breakers"); });
  EXPECT_THAT(found, ElementsAre(HasSubstr("max_connections is not set; Envoy's default of 1024"),
                                 HasSubstr("max_pending_requests is not set"),
                                 HasSubstr("max_requests is not set"),
                                 HasSubstr("max_retries is not set; Envoy's default of 3")));
}

TEST(EnvoyCheck, LowThresholdIsToldAtItsPlace) {
  const auto found = check(R"(
bootstrap_extensions: [{typed_config: {dynamic_module_config: {name: croupier}}}]
static_resources:
  clusters:
  - name: api
    cluster_type: {typed_config: {dynamic_module_config: {name: croupier}}}
    circuit_breakers:
      thresholds:
      - max_connections: 1000000
        max_pending_requests: "1000000"
        max_requests: 999999
        max_retries: 4294967295
        max_connection_pools: 8
)");
  EXPECT_THAT(found, ElementsAre(AllOf(HasSubstr("11:23: warning: cluster \"api\""),
                                       HasSubstr("max_requests is 999999")),
                                 AllOf(HasSubstr("13:31: "), HasSubstr("max_connection_pools"))));
}

TEST(EnvoyCheck, HighPriorityCountsWhereARouteUsesIt) {
  const auto drop_high = [](nlohmann::json& json) {
    our_cluster(json)["circuit_breakers"]["thresholds"].erase(1);
  };
  EXPECT_THAT(check_changed(drop_high), IsEmpty());
  const auto found = check_changed([&](nlohmann::json& json) {
    drop_high(json);
    our_route(json)["priority"] = "HIGH";
  });
  EXPECT_THAT(found, testing::SizeIs(4));
  EXPECT_THAT(found, Contains(HasSubstr("(priority HIGH) max_retries is not set")));
}

TEST(EnvoyCheck, RetryBudgetAndPerHostLimit) {
  const auto found = check_changed([](nlohmann::json& json) {
    our_cluster(json)["circuit_breakers"]["thresholds"][0]["retry_budget"] = {{"min", 3}};
    our_cluster(json)["circuit_breakers"]["per_host_thresholds"] = {{{"max_connections", 10}}};
  });
  EXPECT_THAT(found, Contains(HasSubstr("retry_budget")));
  EXPECT_THAT(found, Contains(HasSubstr("(per host) max_connections is 10")));
}

TEST(EnvoyCheck, HealthCheckOfAnIdleCluster) {
  const auto found = check_changed([](nlohmann::json& json) {
    our_cluster(json)["health_checks"][0].erase("no_traffic_interval");
  });
  EXPECT_THAT(found, ElementsAre(HasSubstr("no_traffic_interval is not set")));
}

struct EjectionCase {
  const char* name;
  nlohmann::json detection;
  const char* expect;  // null: a zone can be ejected
};

class C15_Ejection : public testing::TestWithParam<EjectionCase> {};

// Two zones with half of the workers each.
TEST_P(C15_Ejection, WarnsWhenAZonesLossCannotBeEjected) {
  const auto found = check_changed(
      [](nlohmann::json& json) { our_cluster(json)["outlier_detection"] = GetParam().detection; });
  EXPECT_THAT(found, Contains(HasSubstr("outlier_detection takes a worker from all tenants")));
  if (GetParam().expect == nullptr) {
    EXPECT_THAT(found, Not(Contains(HasSubstr("a zone's loss cannot be ejected"))));
  } else {
    EXPECT_THAT(found, Contains(AllOf(HasSubstr("a zone's loss cannot be ejected"),
                                      HasSubstr(GetParam().expect), HasSubstr("holds 50%"))));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Caps, C15_Ejection,
    testing::Values(EjectionCase{"Cap20", {{"max_ejection_percent", 20}}, "percent is 20,"},
                    EjectionCase{"Default", nlohmann::json::object(), "percent is 10 by default"},
                    EjectionCase{"Cap50", {{"max_ejection_percent", 50}}, nullptr},
                    EjectionCase{"Cap100", {{"max_ejection_percent", 100}}, nullptr}),
    [](const auto& row) { return std::string(row.param.name); });

// A cluster behind the load-balancing policy, with endpoints of its own.
std::string policy_cluster(const std::string& more) {
  return R"(
bootstrap_extensions: [{typed_config: {dynamic_module_config: {name: croupier}}}]
static_resources:
  clusters:
  - name: api
    load_balancing_policy:
      policies:
      - typed_extension_config:
          typed_config: {dynamic_module_config: {name: croupier}, lb_policy_config: {deck: api}}
    circuit_breakers:
      thresholds: [{max_connections: 1e6, max_pending_requests: 1e6, max_requests: 1e6,
                    max_retries: 1e6}]
)" + more;
}

TEST(EnvoyCheck, PanicThresholdBehindThePolicy) {
  EXPECT_THAT(check(policy_cluster("")),
              ElementsAre(HasSubstr("healthy_panic_threshold is not set; Envoy's default of 50%")));
  const std::string config = "    common_lb_config: {healthy_panic_threshold: ";
  EXPECT_THAT(check(policy_cluster(config + "{value: 25}}\n")),
              ElementsAre(HasSubstr("healthy_panic_threshold is 25%")));
  EXPECT_THAT(check(policy_cluster(config + "{value: 0}}\n")), IsEmpty());
  EXPECT_THAT(check(policy_cluster(config + "{}}\n")), IsEmpty());
}

TEST(EnvoyCheck, ZonesOfListedEndpointsComeFirst) {
  const auto found = check(policy_cluster(R"(
    outlier_detection: {max_ejection_percent: 60}
    load_assignment:
      endpoints:
      - {locality: {zone: x}, lb_endpoints: [{}, {}, {}]}
      - {locality: {zone: y}, lb_endpoints: [{}]}
)"));
  EXPECT_THAT(found, Contains(HasSubstr("zone \"x\" holds 75% of the workers")));
}

TEST(EnvoyCheck, UnknownDeck) {
  const auto found = check_changed([](nlohmann::json& json) {
    our_cluster(json)["cluster_type"]["typed_config"]["cluster_config"]["value"] =
        R"({"deck":"nope"})";
  });
  EXPECT_THAT(found, ElementsAre(HasSubstr("deck \"nope\" is not in the fleet")));
}

TEST(EnvoyCheck, MissingParts) {
  EXPECT_THAT(check_changed([](auto& json) { json.erase("bootstrap_extensions"); }),
              ElementsAre(HasSubstr("no bootstrap extension")));
  EXPECT_THAT(check_changed([](auto& json) { our_manager(json).erase("local_reply_config"); }),
              ElementsAre(HasSubstr("metadata croupier/reason")));
  EXPECT_THAT(check_changed([](auto& json) { our_manager(json)["http_filters"].erase(0); }),
              ElementsAre(HasSubstr("without the filter croupier")));
  EXPECT_THAT(check("admin: {}\n"), ElementsAre(HasSubstr("nothing in it is served by croupier")));
}

TEST(EnvoyCheck, FilterAfterTheRouter) {
  const auto found = check_changed([](nlohmann::json& json) {
    std::swap(our_manager(json)["http_filters"][0], our_manager(json)["http_filters"][1]);
  });
  EXPECT_THAT(found, ElementsAre(HasSubstr("after the router")));
}

TEST(EnvoyCheck, ReasonInsideAnAndFilterCounts) {
  EXPECT_THAT(check_changed([](nlohmann::json& json) {
                nlohmann::json& mapper = our_manager(json)["local_reply_config"]["mappers"][0];
                mapper["filter"] = {{"and_filter", {{"filters", {mapper["filter"]}}}}};
              }),
              IsEmpty());
}

struct RetryCase {
  const char* name;
  const char* retry_on;
  const char* expect;  // the words complained of; null: none
};

class EnvoyCheckRetries : public testing::TestWithParam<RetryCase> {};

TEST_P(EnvoyCheckRetries, OnlyWhatWasNeverSentMayBeRepeated) {
  const auto on_route = check_changed([](nlohmann::json& json) {
    bare_route(json)["retry_policy"] = {
        {"retry_on", GetParam().retry_on},
        {"retry_host_predicate", {{{"name", "envoy.retry_host_predicates.previous_hosts"}}}}};
  });
  const auto on_host = check_changed([](nlohmann::json& json) {
    bare_route(json);
    our_manager(json)["route_config"]["virtual_hosts"][0]["retry_policy"] = {
        {"retry_on", GetParam().retry_on}};
  });
  for (const auto& found : {on_route, on_host}) {
    if (GetParam().expect == nullptr) {
      EXPECT_THAT(found, IsEmpty());
    } else {
      EXPECT_THAT(found, ElementsAre(HasSubstr(std::string("has retry_on ") + GetParam().expect +
                                               ", which")));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Words, EnvoyCheckRetries,
    testing::Values(RetryCase{"NeverSent", "connect-failure,refused-stream", nullptr},
                    RetryCase{"BeforeRequest", "reset-before-request", nullptr},
                    RetryCase{"Empty", "", nullptr}, RetryCase{"FiveXx", "5xx", "5xx"},
                    RetryCase{"Mixed", "connect-failure, reset ,gateway-error",
                              "reset, gateway-error"},
                    RetryCase{"Grpc", "unavailable,cancelled", "unavailable, cancelled"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(EnvoyCheck, ARouteKeepsWhatItTellsTheFilter) {
  const auto warning = HasSubstr("tells the filter croupier \"retries\": 1");
  EXPECT_THAT(check_changed([](auto& all) { our_route(all).erase("retry_policy"); }),
              ElementsAre(warning));
  EXPECT_THAT(check_changed([](auto& all) { our_route(all)["retry_policy"]["num_retries"] = 2; }),
              ElementsAre(warning));
  EXPECT_THAT(check_changed([](auto& all) {
                our_route(all)["retry_policy"]["retry_on"] = "connect-failure,refused-stream";
              }),
              ElementsAre(warning));
}

TEST(EnvoyCheck, HedgesGoToSeveralWorkersAtOnce) {
  const auto warning = HasSubstr("has a hedge_policy");
  EXPECT_THAT(check_changed([](auto& all) {
                our_route(all)["hedge_policy"] = {{"hedge_on_per_try_timeout", true}};
              }),
              ElementsAre(warning));
  EXPECT_THAT(check_changed([](auto& all) {
                our_manager(all)["route_config"]["virtual_hosts"][0]["hedge_policy"] = {
                    {"hedge_on_per_try_timeout", true}};
              }),
              ElementsAre(warning));
}

// Tenants from certificates that nobody signed: anybody's choice.
TEST(EnvoyCheck, ClientCertificatesMustBeVerified) {
  auto bootstrap = our_bootstrap();
  auto& chain = bootstrap["static_resources"]["listeners"][0]["filter_chains"][0];
  our_manager(bootstrap)["http_filters"][0]["typed_config"]["filter_config"] = {
      {"@type", "type.googleapis.com/google.protobuf.StringValue"},
      {"value", R"({"identity": [{"uri_san_prefix": "spiffe://x/"}], "missing": "refuse"})"}};
  const auto warning = HasSubstr("this filter chain verifies none");
  EXPECT_THAT(check(bootstrap.dump()), ElementsAre(warning)) << "plain text";
  auto& tls = chain["transport_socket"]["typed_config"]["common_tls_context"];
  tls["validation_context"] = {{"match_typed_subject_alt_names", nlohmann::json::array()}};
  EXPECT_THAT(check(bootstrap.dump()), ElementsAre(warning)) << "no trusted_ca";
  tls["validation_context"]["trusted_ca"] = {{"filename", "ca.pem"}};
  EXPECT_THAT(check(bootstrap.dump()), IsEmpty());
  tls["validation_context"]["trust_chain_verification"] = "ACCEPT_UNTRUSTED";
  EXPECT_THAT(check(bootstrap.dump()), ElementsAre(warning)) << "signed by anybody";
  tls.erase("validation_context");
  tls["combined_validation_context"]["validation_context_sds_secret_config"]["name"] = "ca";
  EXPECT_THAT(check(bootstrap.dump()), IsEmpty()) << "comes by SDS";
  auto& defaults = tls["combined_validation_context"]["default_validation_context"];
  defaults["trust_chain_verification"] = "ACCEPT_UNTRUSTED";
  EXPECT_THAT(check(bootstrap.dump()), ElementsAre(warning)) << "SDS, overruled";
  tls.erase("combined_validation_context");
  tls["validation_context"]["verify_certificate_spki"] = {
      "NvqYIYSbgK2vCJpQhObf77vv+bQWtc5ek5RIOwPiC9A="};
  EXPECT_THAT(check(bootstrap.dump()), IsEmpty()) << "pinned";
}

TEST(EnvoyCheck, ARouteOfItsOwnPolicyHidesTheHosts) {
  EXPECT_THAT(check_changed([](nlohmann::json& json) {
                our_manager(json)["route_config"]["virtual_hosts"][0]["retry_policy"] = {
                    {"retry_on", "5xx"}};
              }),
              IsEmpty());
}

TEST(EnvoyCheck, WeightedClustersAndCamelCaseAreSeen) {
  const auto found = check_changed([](nlohmann::json& json) {
    const nlohmann::json name = our_cluster(json)["name"];
    bare_route(json).erase("cluster");
    our_route(json)["weightedClusters"] = {{"clusters", {{{"name", name}, {"weight", 1}}}}};
    our_route(json)["retryPolicy"] = {{"retryOn", "5xx"}};
    our_cluster(json)["outlierDetection"] = {{"maxEjectionPercent", 100}};
  });
  EXPECT_THAT(found, ElementsAre(HasSubstr("outlier_detection"), HasSubstr("has retry_on 5xx")));
}

TEST(EnvoyCheck, ForeignClustersAreLeftAlone) {
  EXPECT_THAT(check_changed([](nlohmann::json& json) {
                json["static_resources"]["clusters"].push_back(
                    {{"name", "other"}, {"outlier_detection", nlohmann::json::object()}});
              }),
              IsEmpty());
}

TEST(EnvoyCheck, AliasesAreFollowed) {
  EXPECT_THAT(check(policy_cluster("    common_lb_config: {healthy_panic_threshold: &p {value: 9}}"
                                   "\n    metadata: *p\n")),
              ElementsAre(HasSubstr("healthy_panic_threshold is 9%")));
}

struct UnreadableCase {
  const char* name;
  std::string text;
  const char* expect;
};

class EnvoyCheckUnreadable : public testing::TestWithParam<UnreadableCase> {};

TEST_P(EnvoyCheckUnreadable, IsOneError) {
  EXPECT_THAT(check(GetParam().text),
              ElementsAre(AllOf(HasSubstr(": error: "), HasSubstr(GetParam().expect))));
}

std::string alias_bomb() {
  std::string text = "a0: &a0 x\n";
  for (int i = 1; i <= 9; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int j = 0; j < 9; ++j) text += ", " + last;
    text += "]\n";
  }
  return text;
}

INSTANTIATE_TEST_SUITE_P(
    Texts, EnvoyCheckUnreadable,
    testing::Values(UnreadableCase{"OpenList", "a: [1\n", "not valid YAML or JSON"},
                    UnreadableCase{"UnknownAlias", "a: *nothing\n", "not valid YAML or JSON"},
                    UnreadableCase{"AliasOfItself", "a: &a [*a]\n", "nested deeper than 100"},
                    UnreadableCase{"AliasBomb", alias_bomb(), "more than 1000000 values"},
                    UnreadableCase{"Deep", std::string(100'000, '['), "not valid"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(EnvoyCheckFile, AMissingFileIsTold) {
  const auto found = check_envoy_file("/nonexistent/envoy.yaml", the_fleet());
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Code::kNotFound);
}

}  // namespace
}  // namespace croupier::publish
