// The parts of check_envoy, by what of Envoy's they look at.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fleet/model.h"
#include "fleet/report.h"
#include "publish/envoy_document.h"

namespace croupier::publish {

// A cluster whose hosts our module picks.
struct OurCluster {
  enum class Door { kClusterType, kPolicy };
  const Node* node = nullptr;
  Door door = Door::kClusterType;
  std::string name;
  std::string deck;  // empty: not to be told from the text
};

std::vector<OurCluster> find_clusters(const Node& root);

// Circuit breakers (of priority HIGH where `high_priority` requests may come), outlier detection,
// panic threshold, health checks.
void check_cluster(const OurCluster& cluster, const fleet::Fleet& fleet, bool high_priority,
                   fleet::Report& report);

// The HTTP connection managers, wherever they stand.
std::vector<const Node*> find_managers(const Node& root);

// A manager's filter of ours; null: it has none.
const Node* find_filter(const Node& manager);

// A manager's filters, local replies and routes to `clusters`. Names of our clusters that it sends
// requests of priority HIGH to are added to `high_priority`.
void check_manager(const Node& manager, const std::set<std::string, std::less<>>& clusters,
                   std::set<std::string, std::less<>>& high_priority, fleet::Report& report);

// Filter chains that take tenants from client certificates which they do not verify.
void check_client_certificates(const Node& root, fleet::Report& report);

}  // namespace croupier::publish
