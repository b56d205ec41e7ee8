#include "publish/contents.h"

#include <algorithm>

#include "croupier/assert.h"

namespace croupier::publish {
namespace {

std::uint32_t travel_size(const fleet::HandSize& size) {
  switch (size.kind) {
    case fleet::HandSize::Kind::kAll:
      return snapshot::kAllWorkers;
    case fleet::HandSize::Kind::kCount:
      return size.count;
    case fleet::HandSize::Kind::kInherit:
    case fleet::HandSize::Kind::kDedicated:  // the pinned hand that comes with it says it all
      return snapshot::kInheritSize;
  }
  return snapshot::kInheritSize;
}

std::vector<snapshot::OverrideEntry> overrides_of(
    const fleet::Fleet& fleet, const std::map<std::string, fleet::Override>& overrides) {
  std::vector<snapshot::OverrideEntry> entries;
  for (std::uint32_t deck = 0; deck < fleet.decks.size(); ++deck) {
    const auto at = overrides.find(fleet.decks[deck].name);
    if (at == overrides.end()) continue;
    entries.push_back({.deck = deck,
                       .hand_size = travel_size(at->second.hand_size),
                       .hand = at->second.hand,
                       .attempts = at->second.attempts});
  }
  return entries;
}

snapshot::DeckEntry deck_entry(const fleet::Fleet& fleet, const fleet::DealtDeck& dealt,
                               const std::vector<Key>& keys) {
  const fleet::Deck& deck = *dealt.deck;
  snapshot::DeckEntry entry{.name = deck.name,
                            .policy = deck.policy,
                            .key_id = deck.key_id,
                            .key_check = {},
                            .hand_size = travel_size(deck.hand_size),
                            .spread = deck.spread,
                            .options = dealt.options,
                            .dealt = dealt.dealt,
                            .values = {},
                            .members = deck.workers,
                            .spill = deck.spill,
                            .unknown = deck.unknown,
                            .guest = deck.guest,
                            .attempts = deck.attempts.apply({}),
                            .worker_headers = deck.worker_headers};
  for (std::size_t i = 0; i < fleet.keys.size(); ++i) {
    if (fleet.keys[i].id == deck.key_id) entry.key_check = keys[i].check_value();
  }
  if (!deck.attributes.empty()) {
    for (const std::uint32_t worker : dealt.dealt) {
      entry.values.push_back(fleet::dealt_values(fleet.workers[worker], deck));
    }
  }
  for (const std::uint32_t worker : deck.spill) {
    if (std::find(entry.members.begin(), entry.members.end(), worker) == entry.members.end()) {
      entry.members.push_back(worker);
    }
  }
  return entry;
}

}  // namespace

snapshot::Contents snapshot_contents(const fleet::Fleet& fleet,
                                     const std::vector<fleet::DealtDeck>& decks,
                                     const std::vector<Key>& keys,
                                     const std::string& config_digest) {
  CROUPIER_ASSERT(decks.size() == fleet.decks.size() && keys.size() == fleet.keys.size());
  snapshot::Contents contents{.version = fleet.version,
                              .config_digest = config_digest,
                              .show_hands = fleet.show_hands,
                              .workers = {},
                              .decks = {},
                              .groups = {},
                              .tenants = {}};
  for (const fleet::Worker& worker : fleet.workers) {
    contents.workers.push_back({.id = worker.id,
                                .address = worker.address,
                                .weight = worker.weight,
                                .draining = worker.state == fleet::WorkerState::kDraining});
  }
  for (const fleet::DealtDeck& dealt : decks) {
    contents.decks.push_back(deck_entry(fleet, dealt, keys));
  }
  for (const fleet::Group& group : fleet.groups) {
    contents.groups.push_back({group.id, overrides_of(fleet, group.decks)});
  }
  contents.tenants.reserve(fleet.tenants.size());
  for (const fleet::Tenant& tenant : fleet.tenants) {
    contents.tenants.push_back({tenant.id, tenant.group, overrides_of(fleet, tenant.decks)});
  }
  return contents;
}

}  // namespace croupier::publish
