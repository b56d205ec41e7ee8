#include "demo/runner/envoy_config.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "demo/runner/options.h"

namespace croupier::demo {
namespace {

using nlohmann::json;

inline constexpr const char* kTypes = "type.googleapis.com/envoy.";

json typed(const std::string& type, json fields) {
  fields["@type"] = kTypes + type;
  return fields;
}

std::string seconds(std::chrono::milliseconds time) {
  return fmt::format("{}.{:03}s", time.count() / 1000, time.count() % 1000);
}

json address(std::uint16_t port) {
  return {{"socket_address", {{"address", "127.0.0.1"}, {"port_value", port}}}};
}

json health_check() {
  return {{"timeout", seconds(kHealthTimeout)},
          {"interval", seconds(kHealthInterval)},
          {"no_traffic_interval", seconds(kHealthInterval)},
          {"unhealthy_threshold", 1},
          {"healthy_threshold", 1},
          {"http_health_check", {{"path", "/healthz"}}}};
}

// Out of reach, as in our own cluster: the comparison is of placements, not of defaults.
json circuit_breakers() {
  constexpr std::uint32_t kMany = 1'000'000'000;
  return {{"thresholds", json::array({{{"max_connections", kMany},
                                       {"max_pending_requests", kMany},
                                       {"max_requests", kMany},
                                       {"max_retries", kMany}}})}};
}

json cluster(const std::string& name, const std::vector<std::uint16_t>& ports) {
  json endpoints = json::array();
  for (const std::uint16_t port : ports) {
    endpoints.push_back({{"endpoint", {{"address", address(port)}}}});
  }
  return {{"name", name},
          {"type", "STATIC"},
          {"lb_policy", "ROUND_ROBIN"},
          {"connect_timeout", seconds(kConnectTimeout)},
          {"circuit_breakers", circuit_breakers()},
          {"health_checks", json::array({health_check()})},
          {"load_assignment",
           {{"cluster_name", name},
            {"endpoints", json::array({{{"lb_endpoints", std::move(endpoints)}}})}}}};
}

json retry_policy(const char* retry_on) {
  const json previous =
      typed("extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate", json::object());
  return {
      {"retry_on", retry_on},
      {"num_retries", kAttempts - 1},
      {"host_selection_retry_max_attempts", 10},
      {"retry_back_off", {{"base_interval", "0.005s"}, {"max_interval", "0.020s"}}},
      {"retry_host_predicate", json::array({{{"name", "envoy.retry_host_predicates.previous_hosts"},
                                             {"typed_config", previous}}})}};
}

// Two routes: what may be repeated after it was sent, and the rest.
json routes(const std::string& cluster_name) {
  const json get = {{"name", ":method"}, {"string_match", {{"exact", "GET"}}}};
  return json::array({{{"match", {{"prefix", "/"}, {"headers", json::array({get})}}},
                       {"route",
                        {{"cluster", cluster_name},
                         {"retry_policy", retry_policy("reset,connect-failure,refused-stream")}}}},
                      {{"match", {{"prefix", "/"}}},
                       {"route",
                        {{"cluster", cluster_name},
                         {"retry_policy",
                          retry_policy("connect-failure,refused-stream,reset-before-request")}}}}});
}

std::string shard_name(std::size_t shard) {
  return fmt::format("fixed-{}", shard);
}

// A table from tenant to its shard's routes: one look-up a request, however many tenants.
json shard_table(const std::vector<std::string>& tenants) {
  json table = json::object();
  for (std::size_t i = 0; i < tenants.size(); ++i) {
    const json action =
        typed("config.route.v3.RouteList", {{"routes", routes(shard_name(i % kShards))}});
    table[tenants[i]] = {{"action", {{"name", "shard"}, {"typed_config", action}}}};
  }
  const json input =
      typed("type.matcher.v3.HttpRequestHeaderMatchInput", {{"header_name", "x-tenant"}});
  return {{"matcher_tree",
           {{"input", {{"name", "tenant"}, {"typed_config", input}}},
            {"exact_match_map", {{"map", std::move(table)}}}}}};
}

json listener(const std::string& name, json virtual_host) {
  virtual_host["name"] = name;
  virtual_host["domains"] = json::array({"*"});
  const json router = {
      {"name", "envoy.filters.http.router"},
      {"typed_config", typed("extensions.filters.http.router.v3.Router", json::object())}};
  const json manager =
      typed("extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
            {{"stat_prefix", name},
             {"generate_request_id", false},
             {"route_config",
              {{"name", name}, {"virtual_hosts", json::array({std::move(virtual_host)})}}},
             {"http_filters", json::array({router})}});
  const json filter = {{"name", "envoy.filters.network.http_connection_manager"},
                       {"typed_config", manager}};
  return {{"name", name},
          {"address", address(0)},
          {"filter_chains", json::array({{{"filters", json::array({filter})}}})}};
}

void add_pool(json& resources, const StockListeners& stock) {
  resources["clusters"].push_back(cluster("pool", stock.pool));
  resources["listeners"].push_back(listener("pool", {{"routes", routes("pool")}}));
}

void add_fixed(json& resources, const StockListeners& stock) {
  const std::size_t size = stock.fixed.size() / kShards;
  for (std::size_t shard = 0; shard < kShards; ++shard) {
    const auto first = stock.fixed.begin() + static_cast<long>(shard * size);
    resources["clusters"].push_back(
        cluster(shard_name(shard), {first, first + static_cast<long>(size)}));
  }
  resources["listeners"].push_back(listener("fixed", {{"matcher", shard_table(stock.tenants)}}));
}

}  // namespace

Result<std::string> envoy_config(const std::string& ours, const StockListeners& stock) {
  json config = json::object();
  if (!ours.empty()) {
    config = json::parse(ours, nullptr, false);
    const json::json_pointer first("/static_resources/listeners/0");
    if (!config.is_object() || !config.contains(first)) {
      return error(Code::kInternal, "croupier envoy-config printed no bootstrap with a listener");
    }
    config[first]["name"] = "croupier";
    config[first]["address"] = address(0);
  }
  config["admin"]["address"] = address(0);
  json& resources = config["static_resources"];
  if (!stock.pool.empty()) add_pool(resources, stock);
  if (!stock.fixed.empty()) add_fixed(resources, stock);
  return config.dump(1);
}

}  // namespace croupier::demo
