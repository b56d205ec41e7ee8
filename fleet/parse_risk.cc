// Section `risk_budget`.
#include <fmt/format.h>

#include "fleet/parse_state.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

void read_when(Report& report, const Node& node, RiskRule& rule) {
  const MapReader map(report, node, kWhenKeys, "when");
  if (!map.is_map()) return;
  if (map.has("workers_failed") == map.has("poison_tenants")) {
    report.error(node, "when must have one of workers_failed and poison_tenants");
    return;
  }
  if (const Node* workers = map.find("workers_failed")) {
    rule.when = RiskRule::When::kWorkersFailed;
    rule.count = read_count(report, *workers, "workers_failed", 1, 2).value_or(1);
  }
  if (const Node* tenants = map.find("poison_tenants")) {
    rule.when = RiskRule::When::kPoisonTenants;
    rule.count = read_count(report, *tenants, "poison_tenants", 1, 1).value_or(1);
  }
}

void read_bound(Report& report, const MapReader& map, std::string_view key,
                std::optional<double>& bound) {
  if (const Node* node = map.find(key)) bound = read_share(report, *node, key);
}

}  // namespace

void parse_risk_budget(ParseState& state, const Node& node) {
  Report& report = state.report;
  for (const Node& item : read_list(report, node, "risk_budget")) {
    RiskRule rule;
    rule.place = report.place(item.mark);
    const MapReader map(report, item, kRiskKeys, "a risk rule");
    if (const Node* deck = map.find("deck")) {
      if (find_id(state, state.decks, *deck, "deck")) rule.deck = deck->text;
    }
    if (const Node* when = map.need("when")) read_when(report, *when, rule);
    read_bound(report, map, "touched", rule.touched);
    read_bound(report, map, "degraded", rule.degraded);
    read_bound(report, map, "down", rule.down);
    read_bound(report, map, "keep", rule.keep);
    if (map.is_map() && !map.has("touched") && !map.has("degraded") && !map.has("down") &&
        !map.has("keep")) {
      report.error(item, "a risk rule must limit one of touched, degraded, down and keep");
    }
    state.fleet.risk_budget.push_back(std::move(rule));
  }
}

}  // namespace croupier::fleet
