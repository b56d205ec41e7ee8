// mimir_queriers.json: tenants' queriers, and the scheduler's list as connections come and go.
#include <algorithm>
#include <chrono>
#include <map>

#include "croupier/mimir_queriers.h"
#include "croupier/querier_connections.h"
#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {
namespace {

using copies::MimirQueriers;
using copies::QuerierConnections;
using Ids = std::vector<std::string>;

Ids sorted_hand(const MimirQueriers& queriers, const std::string& tenant,
                std::uint32_t max_queriers) {
  copies::QuerierScratch scratch;
  Ids ids;
  for (const std::uint32_t position : queriers.hand(tenant, max_queriers, scratch)) {
    ids.push_back(queriers.ids()[position]);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

void check_case(const Json& row, const MimirQueriers& queriers, Tally& tally) {
  const auto max_queriers = row.at("max_queriers").get<std::uint32_t>();
  tally.check(
      sorted_hand(queriers, row.at("tenant"), max_queriers) == row.at("queriers").get<Ids>() &&
          queriers.shards(max_queriers) != row.at("all_queriers").get<bool>(),
      "queriers of " + row.dump());
}

// Carries out one step; gives whether the connections took it.
bool step(const Json& row, QuerierConnections& connections) {
  const std::string operation = row.at("op");
  const QuerierConnections::Moment now =
      std::chrono::seconds(row.at("at_seconds").get<std::int64_t>());
  if (operation == "forget_check") {
    connections.forget(now);
    return true;
  }
  const std::string querier = row.at("querier");
  if (operation == "connect") return connections.connect(querier).has_value();
  if (operation == "disconnect") return connections.disconnect(querier, now).has_value();
  if (operation != "shutdown_notice") return false;
  connections.notify_shutdown(querier);
  return true;
}

void check_scenario(const Json& scenario, Tally& tally) {
  const std::string name = scenario.at("name");
  auto connections = QuerierConnections::make(
      std::chrono::seconds(scenario.at("forget_delay_seconds").get<std::int64_t>()));
  if (!connections) {
    tally.fail("scenario " + name + ": " + connections.error().message);
    return;
  }
  const Json& limits = scenario.at("tenants_max_queriers");
  for (const Json& row : scenario.at("steps")) {
    const std::string where = " of scenario " + name + " at " + row.at("at_seconds").dump() + " s";
    tally.check(
        step(row, *connections) && connections->queriers() == row.at("queriers_in_list").get<Ids>(),
        "list" + where);
    const auto queriers = MimirQueriers::make(connections->queriers());
    if (!queriers) {
      tally.fail("queriers" + where + ": " + queriers.error().message);
      continue;
    }
    for (const auto& [tenant, expected] : row.at("tenant_queriers").items()) {
      const auto max_queriers = limits.at(tenant).get<std::uint32_t>();
      const bool matches = expected.is_null() ? !queriers->shards(max_queriers)
                                              : queriers->shards(max_queriers) &&
                                                    sorted_hand(*queriers, tenant, max_queriers) ==
                                                        expected.get<Ids>();
      tally.check(matches, std::string("queriers of ").append(tenant).append(where));
    }
  }
}

}  // namespace

void run_mimir_queriers(const Json& file, Tally& tally) {
  std::map<std::string, Result<MimirQueriers>> sets;
  for (const auto& [name, ids] : file.at("querier_sets").items()) {
    const auto& made = sets.emplace(name, MimirQueriers::make(ids.get<Ids>())).first->second;
    tally.check(made.has_value(), "querier set " + name);
  }
  for (const Json& row : file.at("cases")) {
    const auto& queriers = sets.at(row.at("querier_set"));
    if (queriers) check_case(row, *queriers, tally);
  }
  for (const Json& scenario : file.at("scenarios")) check_scenario(scenario, tally);
}

}  // namespace croupier::vectors
