// From the text of a fleet file to a checked fleet: sections first, then what spans them.
#include <fmt/format.h>

#include <algorithm>

#include "fleet/checks.h"
#include "fleet/load.h"
#include "fleet/parse_state.h"
#include "fleet/text_checks.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

constexpr std::uint64_t kMaxVersion = INT64_MAX;

using ParseSection = void (*)(ParseState&, const Node&);

void parse_section(ParseState& state, const MapReader& map, std::string_view key,
                   ParseSection parse) {
  if (const Node* node = map.find(key)) parse(state, *node);
}

void parse_sections(ParseState& state, const Node& root) {
  Report& report = state.report;
  const MapReader map(report, root, kFleetKeys, "a fleet");
  if (const Node* version = map.need("version")) {
    state.fleet.version =
        read_integer(report, *version, "version", 1, kMaxVersion).value_or(state.fleet.version);
  }
  parse_section(state, map, "keys", parse_keys);
  if (const Node* workers = map.need("workers")) parse_workers(state, *workers);
  if (const Node* decks = map.need("decks")) parse_decks(state, *decks);
  parse_section(state, map, "groups", parse_groups);
  parse_section(state, map, "tenants", parse_tenants);
  parse_section(state, map, "tenant_files", parse_tenant_files);
  parse_section(state, map, "routes", parse_routes);
  parse_section(state, map, "identity", parse_identity);
  parse_section(state, map, "listener", parse_listener);
  parse_section(state, map, "risk_budget", parse_risk_budget);
  if (const Node* show = map.find("show_hands")) {
    state.fleet.show_hands = read_bool(report, *show, "show_hands").value_or(false);
  }
}

// Without routes a fleet of one deck sends everything there; one of several decks cannot know.
void complete_routes(ParseState& state, const Node& root) {
  Fleet& fleet = state.fleet;
  if (!fleet.routes.empty()) return;
  if (fleet.decks.size() == 1) {
    Route route;
    route.deck = fleet.decks[0].name;
    fleet.routes.push_back(std::move(route));
  } else if (fleet.decks.size() > 1) {
    state.report.warning(
        state.report.place(root.mark),
        fmt::format("no routes: no request reaches any of the {} decks", fleet.decks.size()));
  }
}

void check_fleet(ParseState& state) {
  const Fleet& fleet = state.fleet;
  Report& report = state.report;
  const TenantIndex tenants(fleet.tenants, [&](std::uint32_t second, std::uint32_t first) {
    report_duplicate(report, "tenant", fleet.tenants[second].id, fleet.tenants[second].place,
                     fleet.tenants[first].place);
  });
  check_tenants(fleet, tenants, report);
  check_dedicated(fleet, report);
  check_decks(fleet, report);
  check_routes(fleet, report);
  check_identity(fleet, report);
}

}  // namespace

bool Loaded::ok() const {
  return std::none_of(problems.begin(), problems.end(),
                      [](const Problem& problem) { return problem.severity == Severity::kError; });
}

Loaded parse(std::string_view text, const std::string& name, const std::string& folder) {
  ParseState state(name, folder);
  if (check_text(text, name, state.report.raw())) {
    if (const auto root = parse_yaml(text, name, state.report.raw())) {
      parse_sections(state, *root);
      complete_routes(state, *root);
      check_fleet(state);
    }
  }
  return {std::move(state.fleet), state.report.finish(name)};
}

}  // namespace croupier::fleet
