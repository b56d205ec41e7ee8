#include "fleet/eligible.h"

namespace croupier::fleet {
namespace {

void mark_dedicated(const std::map<std::string, Override>& decks, std::vector<bool>& dedicated) {
  for (const auto& [name, override_] : decks) {
    if (override_.hand_size.kind != HandSize::Kind::kDedicated) continue;
    for (const std::uint32_t worker : override_.hand) dedicated[worker] = true;
  }
}

}  // namespace

std::vector<bool> dedicated_workers(const Fleet& fleet) {
  std::vector<bool> dedicated(fleet.workers.size());
  for (const Group& group : fleet.groups) mark_dedicated(group.decks, dedicated);
  for (const Tenant& tenant : fleet.tenants) mark_dedicated(tenant.decks, dedicated);
  return dedicated;
}

std::vector<bool> flags_of(const Fleet& fleet, std::span<const std::uint32_t> workers) {
  std::vector<bool> flags(fleet.workers.size());
  for (const std::uint32_t worker : workers) flags[worker] = true;
  return flags;
}

Eligible eligible_workers(const Fleet& fleet, const Deck& deck,
                          const std::vector<bool>& dedicated) {
  Eligible eligible;
  const std::vector<bool> spill = flags_of(fleet, deck.spill);
  for (const std::uint32_t worker : deck.workers) {
    if (spill[worker]) {
      ++eligible.spill;
    } else if (dedicated[worker]) {
      ++eligible.dedicated;
    } else if (fleet.workers[worker].state == WorkerState::kDraining) {
      eligible.draining.push_back(worker);
    } else {
      eligible.workers.push_back(worker);
    }
  }
  return eligible;
}

std::vector<std::string> dealt_values(const Worker& worker, const Deck& deck) {
  std::vector<std::string> values;
  for (const std::string& attribute : deck.attributes) {
    const auto value = worker.attributes.find(attribute);
    values.push_back(value == worker.attributes.end() ? std::string() : value->second);
  }
  return values;
}

Spread dealt_spread(const Deck& deck) {
  return is_stored(deck.policy) ? Spread::kNone : deck.spread;
}

}  // namespace croupier::fleet
