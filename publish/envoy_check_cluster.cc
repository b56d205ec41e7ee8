#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "croupier/quote.h"
#include "publish/envoy_findings.h"

namespace croupier::publish {
namespace {

constexpr double kOutOfReach = 1'000'000;

struct Limit {
  std::string_view name;
  int envoys_default;  // 0: unlimited
};

constexpr std::array kThresholds = {
    Limit{"max_connections", 1024}, Limit{"max_pending_requests", 1024},
    Limit{"max_requests", 1024}, Limit{"max_retries", 3}, Limit{"max_connection_pools", 0}};

// What is wrong with one cluster, each finding with its place and the cluster's name.
class ClusterCheck {
 public:
  ClusterCheck(const OurCluster& cluster, const fleet::Fleet& fleet, fleet::Report& report)
      : cluster_(cluster), fleet_(fleet), report_(report) {}

  void deck();
  void circuit_breakers(bool high_priority);
  void outlier_detection();
  void panic_threshold();
  void health_checks();

 private:
  void warn(const Node* place, const std::string& message) {
    const Node* at = place != nullptr ? place : cluster_.node;
    report_.warning(report_.place(at->mark),
                    fmt::format("cluster {}: {}", quote(cluster_.name), message));
  }

  void thresholds(std::string_view priority, const Node* thresholds);
  void limit(std::string_view where, const Limit& limit, const Node* thresholds);
  std::map<std::string, std::size_t> zones() const;

  const OurCluster& cluster_;
  const fleet::Fleet& fleet_;
  fleet::Report& report_;
};

const fleet::Deck* find_deck(const fleet::Fleet& fleet, const std::string& name) {
  for (const fleet::Deck& deck : fleet.decks) {
    if (deck.name == name) return &deck;
  }
  return nullptr;
}

void ClusterCheck::deck() {
  if (cluster_.deck.empty() || find_deck(fleet_, cluster_.deck) != nullptr) return;
  warn(nullptr, fmt::format("its deck {} is not in the fleet", quote(cluster_.deck)));
}

void ClusterCheck::limit(std::string_view where, const Limit& limit, const Node* thresholds) {
  const Node* value = find(thresholds, {limit.name});
  if (value == nullptr) {
    if (limit.envoys_default == 0) return;
    warn(thresholds, fmt::format("circuit breaker {}{} is not set; Envoy's default of {} counts "
                                 "all tenants together, so set it to at least {}",
                                 where, limit.name, limit.envoys_default, kOutOfReach));
  } else if (number_of(value).value_or(0) < kOutOfReach) {
    warn(value, fmt::format("circuit breaker {}{} is {}, which all tenants share; one tenant "
                            "could use it up, so set it to at least {}",
                            where, limit.name, text_of(value), kOutOfReach));
  }
}

void ClusterCheck::thresholds(std::string_view priority, const Node* thresholds) {
  const std::string where = priority == "DEFAULT" ? "" : fmt::format("(priority {}) ", priority);
  for (const Limit& threshold : kThresholds) limit(where, threshold, thresholds);
  if (const Node* budget = find(thresholds, {"retry_budget"}); budget != nullptr) {
    warn(budget, where + "a retry_budget counts the retries of all tenants together; leave it out");
  }
}

void ClusterCheck::circuit_breakers(bool high_priority) {
  const Node* breakers = find(cluster_.node, {"circuit_breakers"});
  const auto find_priority = [&](std::string_view priority) -> const Node* {
    for (const Node& entry : items(find(breakers, {"thresholds"}))) {
      const std::string_view name = text_of(find(&entry, {"priority"}));
      if (priority == (name.empty() || name == "0" ? "DEFAULT" : name)) return &entry;
    }
    return nullptr;
  };
  thresholds("DEFAULT", find_priority("DEFAULT"));
  const Node* high = find_priority("HIGH");
  if (high != nullptr || high_priority) thresholds("HIGH", high);
  for (const Node& entry : items(find(breakers, {"per_host_thresholds"}))) {
    if (find(&entry, {"max_connections"}) == nullptr) continue;
    limit("(per host) ", kThresholds.front(), &entry);
  }
}

// Endpoints by zone: those that the text lists, else the workers of the deck.
std::map<std::string, std::size_t> ClusterCheck::zones() const {
  std::map<std::string, std::size_t> zones;
  for (const Node& locality : items(find(cluster_.node, {"load_assignment", "endpoints"}))) {
    const std::string zone(text_of(find(&locality, {"locality", "zone"})));
    zones[zone] += items(find(&locality, {"lb_endpoints"})).size();
  }
  const fleet::Deck* deck = find_deck(fleet_, cluster_.deck);
  if (!zones.empty() || deck == nullptr) return zones;
  const std::string attribute = deck->attributes.empty() ? "zone" : deck->attributes.front();
  for (const std::uint32_t worker : deck->workers) {
    const auto& attributes = fleet_.workers[worker].attributes;
    const auto found = attributes.find(attribute);
    ++zones[found == attributes.end() ? "" : found->second];
  }
  return zones;
}

void ClusterCheck::outlier_detection() {
  constexpr double kEnvoysDefault = 10;
  const Node* detection = find(cluster_.node, {"outlier_detection"});
  if (detection == nullptr) return;
  warn(detection,
       "outlier_detection takes a worker from all tenants on the errors of one; leave it out");
  const Node* written = find(detection, {"max_ejection_percent"});
  const double cap = number_of(written).value_or(kEnvoysDefault);
  const auto by_zone = zones();
  std::size_t all = 0;
  for (const auto& [zone, count] : by_zone) all += count;
  const auto largest =
      std::max_element(by_zone.begin(), by_zone.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (by_zone.size() < 2 || all == 0) return;
  const double share = 100.0 * static_cast<double>(largest->second) / static_cast<double>(all);
  if (cap >= share) return;
  warn(written != nullptr ? written : detection,
       fmt::format("a zone's loss cannot be ejected: max_ejection_percent is {}{}, and zone {} "
                   "holds {:.4g}% of the workers",
                   cap, written == nullptr ? " by default" : "", quote(largest->first), share));
}

void ClusterCheck::panic_threshold() {
  if (cluster_.door != OurCluster::Door::kPolicy) return;
  const Node* threshold = find(cluster_.node, {"common_lb_config", "healthy_panic_threshold"});
  const Node* value = find(threshold, {"value"});
  if (threshold == nullptr) {
    warn(nullptr,
         "healthy_panic_threshold is not set; Envoy's default of 50% treats all workers as healthy "
         "when half of the cluster is down, so set it to 0");
  } else if (value != nullptr && number_of(value).value_or(1) != 0) {  // without a value it is 0
    warn(value, fmt::format("healthy_panic_threshold is {}% of the whole cluster, not of a hand; "
                            "set it to 0",
                            text_of(value)));
  }
}

void ClusterCheck::health_checks() {
  for (const Node& check : items(find(cluster_.node, {"health_checks"}))) {
    if (find(&check, {"no_traffic_interval"}) != nullptr) continue;
    warn(&check,
         "no_traffic_interval is not set; by Envoy's default of 60 s a cluster that nobody uses "
         "notices a dead worker a minute late, so set it to the interval");
  }
}

std::string deck_of(const Node* config) {
  const Node* deck = find(config, {"deck"});
  if (deck != nullptr) return std::string(text_of(deck));
  const auto json = nlohmann::json::parse(text_of(find(config, {"value"})), nullptr, false);
  if (!json.is_object() || !json.contains("deck") || !json["deck"].is_string()) return {};
  return json["deck"].get<std::string>();
}

}  // namespace

std::vector<OurCluster> find_clusters(const Node& root) {
  std::vector<OurCluster> found;
  for (const Node& node : items(find(&root, {"static_resources", "clusters"}))) {
    const std::string name(text_of(find(&node, {"name"})));
    const Node* type = find(&node, {"cluster_type", "typed_config"});
    if (is_croupier(type)) {
      found.push_back(
          {&node, OurCluster::Door::kClusterType, name, deck_of(find(type, {"cluster_config"}))});
      continue;
    }
    for (const Node& policy : items(find(&node, {"load_balancing_policy", "policies"}))) {
      const Node* config = find(&policy, {"typed_extension_config", "typed_config"});
      if (!is_croupier(config)) continue;
      found.push_back(
          {&node, OurCluster::Door::kPolicy, name, deck_of(find(config, {"lb_policy_config"}))});
      break;
    }
  }
  return found;
}

void check_cluster(const OurCluster& cluster, const fleet::Fleet& fleet, bool high_priority,
                   fleet::Report& report) {
  ClusterCheck check(cluster, fleet, report);
  check.deck();
  check.circuit_breakers(high_priority);
  check.outlier_detection();
  check.panic_threshold();
  check.health_checks();
}

}  // namespace croupier::publish
