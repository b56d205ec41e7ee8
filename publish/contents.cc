#include "publish/contents.h"

#include <algorithm>

#include "croupier/assert.h"
#include "fleet/eligible.h"

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

// What the deck's records say of an id, put where a router looks for it.
template <typename Ordinal>
bool take_record(const fleet::DealtDeck& deck, std::string_view id, Ordinal& ordinal,
                 std::vector<std::uint32_t>& hand) {
  if (deck.records == nullptr) return false;
  const fleet::DealRecord* record = deck.records->find(id);
  if (record == nullptr) return false;
  if (record->hand.empty()) {
    ordinal = record->ordinal;
  } else if (hand.empty()) {
    const auto members = deck.records->hand(*record);
    hand.assign(members.begin(), members.end());
  }
  return true;
}

// What `id` has of its own in each deck: what it overrides, and its record. A pinned hand goes
// before a recorded one.
std::vector<snapshot::OverrideEntry> overrides_of(
    const std::vector<fleet::DealtDeck>& decks, std::string_view id, bool dealt_as_itself,
    const std::map<std::string, fleet::Override>& overrides) {
  std::vector<snapshot::OverrideEntry> entries;
  for (std::uint32_t deck = 0; deck < decks.size(); ++deck) {
    const auto at = overrides.find(decks[deck].deck->name);
    snapshot::OverrideEntry entry;
    entry.deck = deck;
    if (at != overrides.end()) {
      entry.hand_size = travel_size(at->second.hand_size);
      entry.hand = at->second.hand;
      entry.attempts = at->second.attempts;
    }
    const bool pinned = !entry.hand.empty();
    const bool recorded =
        dealt_as_itself && take_record(decks[deck], id, entry.ordinal, entry.hand);
    entry.recorded = !pinned && !entry.hand.empty();
    if (at != overrides.end() || recorded) entries.push_back(std::move(entry));
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
                            .spread = fleet::dealt_spread(deck),
                            .options = dealt.options,
                            .dealt = dealt.dealt,
                            .values = {},
                            .members = deck.workers,
                            .spill = deck.spill,
                            .unknown = deck.unknown,
                            .guest = deck.guest,
                            .attempts = deck.attempts.apply({}),
                            .worker_headers = deck.worker_headers};
  if (deck.policy == Policy::kSearch) entry.key_id.clear();  // its hands are in the records
  const Key* key = entry.key_id.empty() ? nullptr : fleet::key_of(fleet, keys, deck);
  if (key != nullptr) entry.key_check = key->check_value();
  if (!deck.attributes.empty()) {
    for (const std::uint32_t worker : dealt.dealt) {
      entry.values.push_back(fleet::dealt_values(fleet.workers[worker], deck));
    }
  }
  take_record(dealt, deck.guest, entry.guest_ordinal, entry.guest_hand);
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
    if (dealt.records == nullptr) continue;
    const fleet::DealFile& file = dealt.records->file();
    contents.deals.push_back(
        {{file.deck, file.version, file.records.size(), dealt.records->digest()}, file.ancestors});
  }
  for (const fleet::Group& group : fleet.groups) {
    contents.groups.push_back({group.id, overrides_of(decks, group.id, true, group.decks)});
  }
  contents.tenants.reserve(fleet.tenants.size());
  for (const fleet::Tenant& tenant : fleet.tenants) {
    contents.tenants.push_back(
        {tenant.id, tenant.group,
         overrides_of(decks, tenant.id, !tenant.group.has_value(), tenant.decks)});
  }
  return contents;
}

}  // namespace croupier::publish
