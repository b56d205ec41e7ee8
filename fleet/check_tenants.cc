#include <fmt/format.h>

#include "croupier/quote.h"
#include "fleet/checks.h"

namespace croupier::fleet {
namespace {

void check_groups(const Fleet& fleet, const TenantIndex& tenants, Report& report) {
  std::vector<bool> has_members(fleet.groups.size());
  for (const Tenant& tenant : fleet.tenants) {
    if (tenant.group) has_members[*tenant.group] = true;
  }
  for (std::uint32_t i = 0; i < fleet.groups.size(); ++i) {
    const Group& group = fleet.groups[i];
    if (!has_members[i]) {
      report.warning(group.place, fmt::format("group {} has no tenant", quote(group.id)));
    }
    const auto same = tenants.find(group.id);
    if (!same || fleet.tenants[*same].group == i) continue;
    report.error(group.place, fmt::format("group {} has the id of a tenant outside it{}: both "
                                          "would be dealt one hand",
                                          quote(group.id), at(fleet.tenants[*same].place)));
  }
}

bool guests_exist(const Fleet& fleet, const Deck& deck) {
  if (is_stored(deck.policy)) return true;  // the guest always has a record
  if (deck.unknown == Unknown::kGuest || fleet.identity.missing == Missing::kGuest) return true;
  for (const IdentitySource& source : fleet.identity.sources) {
    using Kind = IdentitySource::Kind;
    if (source.kind == Kind::kSni || source.kind == Kind::kPathSegment) return true;
  }
  return false;
}

void check_guests(const Fleet& fleet, const TenantIndex& tenants, Report& report) {
  for (const Deck& deck : fleet.decks) {
    if (!guests_exist(fleet, deck)) continue;
    if (const auto same = tenants.find(deck.guest)) {
      report.error(deck.place,
                   fmt::format("guest {} of deck {} is a listed tenant{}", quote(deck.guest),
                               quote(deck.name), at(fleet.tenants[*same].place)));
    }
    for (const Group& group : fleet.groups) {
      if (group.id != deck.guest) continue;
      report.error(deck.place, fmt::format("guest {} of deck {} is a group{}", quote(deck.guest),
                                           quote(deck.name), at(group.place)));
    }
  }
}

}  // namespace

void check_tenants(const Fleet& fleet, const TenantIndex& tenants, Report& report) {
  check_groups(fleet, tenants, report);
  check_guests(fleet, tenants, report);
}

}  // namespace croupier::fleet
