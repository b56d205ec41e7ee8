#include "demo/runner/envoy_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace croupier::demo {
namespace {

using nlohmann::json;

std::vector<std::uint16_t> ports(std::uint16_t first) {
  std::vector<std::uint16_t> all;
  for (std::uint16_t i = 0; i < 20; ++i) all.push_back(static_cast<std::uint16_t>(first + i));
  return all;
}

json build(const std::string& ours, const StockListeners& stock) {
  const auto config = envoy_config(ours, stock);
  EXPECT_TRUE(config) << config.error().message;
  return json::parse(config.value_or("{}"));
}

TEST(EnvoyConfigTest, OursIsKeptRenamedAndPutOnPortZero) {
  const char* ours = R"({"bootstrap_extensions": [{"name": "x"}],
    "admin": {"address": {"socket_address": {"address": "127.0.0.1", "port_value": 9901}}},
    "static_resources": {"listeners": [{"name": "theirs", "address": {"socket_address":
      {"address": "0.0.0.0", "port_value": 10000}}, "filter_chains": [1]}],
      "clusters": [{"name": "croupier_api"}]}})";
  const json config = build(ours, {.pool = ports(1000), .fixed = {}, .tenants = {}});
  EXPECT_EQ(config["bootstrap_extensions"][0]["name"], "x");
  EXPECT_EQ(config["admin"]["address"]["socket_address"]["port_value"], 0);
  const json& resources = config["static_resources"];
  ASSERT_EQ(resources["listeners"].size(), 2u);
  EXPECT_EQ(resources["listeners"][0]["name"], "croupier");
  EXPECT_EQ(resources["listeners"][0]["filter_chains"], json::array({1}));
  EXPECT_EQ(resources["listeners"][0]["address"]["socket_address"]["address"], "127.0.0.1");
  EXPECT_EQ(resources["listeners"][0]["address"]["socket_address"]["port_value"], 0);
  EXPECT_EQ(resources["listeners"][1]["name"], "pool");
  EXPECT_EQ(resources["clusters"][0]["name"], "croupier_api");
  EXPECT_EQ(resources["clusters"][1]["name"], "pool");
}

TEST(EnvoyConfigTest, ShardsHaveFourWorkersAndTenantsInTurn) {
  const json config =
      build("", {.pool = {}, .fixed = ports(2000), .tenants = {"a", "b", "c", "d", "e", "f"}});
  const json& clusters = config["static_resources"]["clusters"];
  ASSERT_EQ(clusters.size(), 5u);
  const json::json_pointer endpoints("/load_assignment/endpoints/0/lb_endpoints");
  EXPECT_EQ(clusters[4].at(endpoints).size(), 4u);
  EXPECT_EQ(
      clusters[4].at(endpoints)[0].at("/endpoint/address/socket_address/port_value"_json_pointer),
      2016);
  const json& map = config["static_resources"]["listeners"][0].at(
      "/filter_chains/0/filters/0/typed_config/route_config/virtual_hosts/0/matcher/matcher_tree/"
      "exact_match_map/map"_json_pointer);
  EXPECT_EQ(map.size(), 6u);
  const json::json_pointer shard("/action/typed_config/routes/0/route/cluster");
  EXPECT_EQ(map["a"].at(shard), "fixed-0");
  EXPECT_EQ(map["e"].at(shard), "fixed-4");
  EXPECT_EQ(map["f"].at(shard), "fixed-0");
}

TEST(EnvoyConfigTest, GarbageIsRefused) {
  for (const char* ours : {"not json", "[]", "{}", R"({"static_resources": {"listeners": []}})"}) {
    const auto config = envoy_config(ours, {});
    ASSERT_FALSE(config) << ours;
    EXPECT_EQ(config.error().code, Code::kInternal) << ours;
  }
}

}  // namespace
}  // namespace croupier::demo
