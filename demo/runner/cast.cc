#include "demo/runner/cast.h"

#include "demo/runner/tenants.h"

namespace croupier::demo {
namespace {

Result<Cast> search(const std::vector<WorkerSet>& hands, const std::vector<std::string>& names) {
  const std::vector<WorkerSet> candidates(hands.begin() + 1, hands.end());
  const auto chosen = choose_tenants(candidates, hands.front(), kInnocents);
  if (!chosen) return tl::unexpected(chosen.error());
  Cast cast;
  cast.attacker = hands.front();
  for (const std::size_t candidate : *chosen) {
    cast.innocents.push_back(names[candidate + 1]);
    cast.hands.push_back(candidates[candidate]);
  }
  return cast;
}

}  // namespace

Result<Cast> choose_cast(const Options& options, const CroupierTool& tool,
                         const std::string& folder) {
  if (!options.has("croupier")) {
    Cast cast;
    for (std::size_t i = 0; i < kInnocents; ++i) cast.innocents.push_back(tenant_name(i));
    return cast;
  }
  // Hands depend on the workers' ids only, so they can be dealt before any worker has an address.
  DemoFleet fleet{.version = 1, .workers = {}, .hand_size = kHandSize, .tenants = {}};
  const std::vector<std::string> ids = worker_ids(kWorkers);
  for (const std::string& id : ids) fleet.workers.push_back({id, 0});
  std::vector<std::string> names{kPoisonTenant};
  for (std::size_t i = 0; i < kCandidates; ++i) names.push_back(tenant_name(i));

  const std::string file = folder + "/search.yaml";
  return write_file(folder + "/demo.key", "croupier demo key " + std::to_string(options.seed))
      .and_then([&] { return write_file(file, fleet_text(fleet)); })
      .and_then([&] { return tool.deal(file, ids, names); })
      .and_then([&](const std::vector<WorkerSet>& hands) { return search(hands, names); });
}

std::vector<std::string> all_tenants(const Cast& cast) {
  std::vector<std::string> tenants = cast.innocents;
  tenants.emplace_back(kPoisonTenant);
  return tenants;
}

}  // namespace croupier::demo
