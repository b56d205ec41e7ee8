// Sections `groups` and `tenants`.
#include <fmt/format.h>

#include "croupier/quote.h"
#include "fleet/parse_state.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

// A tenant in a group shares the group's hand: a size or hand of its own would be ignored.
void refuse_ignored_hands(ParseState& state, const Tenant& tenant) {
  if (!tenant.group) return;
  for (const auto& [deck, override_] : tenant.decks) {
    if (override_.hand_size.kind == HandSize::Kind::kInherit && override_.hand.empty()) continue;
    const Group& group = state.fleet.groups[*tenant.group];
    state.report.error(override_.place,
                       fmt::format("tenant {} shares the hand of group {}{}, so its own hand_size "
                                   "or hand would be ignored",
                                   quote(tenant.id), quote(group.id), at(group.place)));
  }
}

}  // namespace

void parse_groups(ParseState& state, const Node& node) {
  Report& report = state.report;
  for (const Node& item : read_list(report, node, "groups")) {
    Group group;
    const MapReader map(report, item, kGroupKeys, "a group");
    group.place = report.place(item.mark);
    if (const Node* id = map.need("id")) {
      group.place = report.place(id->mark);
      group.id = read_id(report, *id, "group id").value_or("");
    }
    group.decks = read_overrides(state, map, "the group");
    if (group.id.empty()) continue;
    enter_id(state, state.groups, state.fleet.groups, group.id, group.place, "group");
    state.fleet.groups.push_back(std::move(group));
  }
}

void parse_tenant(ParseState& state, const Node& node) {
  Report& report = state.report;
  Tenant tenant;
  tenant.place = report.place(node.mark);
  if (!node.is_map()) {
    tenant.id = read_id(report, node, "tenant id").value_or("");
    if (!tenant.id.empty()) state.fleet.tenants.push_back(std::move(tenant));
    return;
  }
  const MapReader map(report, node, kTenantKeys, "a tenant");
  if (const Node* id = map.need("id")) {
    tenant.place = report.place(id->mark);
    tenant.id = read_id(report, *id, "tenant id").value_or("");
  }
  if (const Node* group = map.find("group")) {
    tenant.group = find_id(state, state.groups, *group, "group");
  }
  tenant.decks = read_overrides(state, map, "the tenant");
  refuse_ignored_hands(state, tenant);
  if (!tenant.id.empty()) state.fleet.tenants.push_back(std::move(tenant));
}

void parse_tenants(ParseState& state, const Node& node) {
  for (const Node& item : read_list(state.report, node, "tenants")) parse_tenant(state, item);
}

}  // namespace croupier::fleet
