#include <fmt/format.h>

#include <unordered_map>

#include "croupier/quote.h"
#include "fleet/checks.h"

namespace croupier::fleet {
namespace {

// Who a worker is reserved for.
struct Owner {
  std::string name;  // "tenant acme", "group g"
  Place place;
};

using Owners = std::unordered_map<std::uint32_t, Owner>;

template <typename Visit>
void for_each_override(const Fleet& fleet, const Visit& visit) {
  for (const Group& group : fleet.groups) {
    for (const auto& [deck, override_] : group.decks) {
      visit(fmt::format("group {}", quote(group.id)), override_);
    }
  }
  for (const Tenant& tenant : fleet.tenants) {
    for (const auto& [deck, override_] : tenant.decks) {
      visit(fmt::format("tenant {}", quote(tenant.id)), override_);
    }
  }
}

Owners find_owners(const Fleet& fleet) {
  Owners owners;
  for_each_override(fleet, [&owners](const std::string& name, const Override& override_) {
    if (override_.hand_size.kind != HandSize::Kind::kDedicated) return;
    for (const std::uint32_t worker : override_.hand) {
      owners.emplace(worker, Owner{name, override_.place});
    }
  });
  return owners;
}

}  // namespace

void check_dedicated(const Fleet& fleet, Report& report) {
  const Owners owners = find_owners(fleet);
  if (owners.empty()) return;
  const auto refuse = [&](const Place& place, std::uint32_t worker, std::string_view use) {
    const Owner& owner = owners.at(worker);
    report.error(place,
                 fmt::format("worker {} is dedicated to {}{} and cannot be {}",
                             quote(fleet.workers[worker].id), owner.name, at(owner.place), use));
  };
  for_each_override(fleet, [&](const std::string& name, const Override& override_) {
    for (const std::uint32_t worker : override_.hand) {
      const auto owner = owners.find(worker);
      if (owner == owners.end() || owner->second.name == name) continue;
      refuse(override_.place, worker, fmt::format("in the hand of {}", name));
    }
  });
  for (const Deck& deck : fleet.decks) {
    for (const std::uint32_t worker : deck.spill) {
      if (!owners.contains(worker)) continue;
      refuse(deck.place, worker, fmt::format("in the spill pool of deck {}", quote(deck.name)));
    }
  }
}

}  // namespace croupier::fleet
