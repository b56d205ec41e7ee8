#include "snapshot/snapshot.h"

#include <algorithm>

#include "croupier/assert.h"

namespace croupier::snapshot {
namespace {

DeckSpec deck_spec(const Contents& fleet, const DeckEntry& deck) {
  DeckSpec spec{.policy = deck.policy, .spread = deck.spread, .workers = {}};
  for (std::size_t i = 0; i < deck.dealt.size(); ++i) {
    const WorkerEntry& worker = fleet.workers[deck.dealt[i]];
    spec.workers.push_back({worker.id, worker.weight,
                            deck.spread == Spread::kNone ? std::string() : deck.spread_values[i]});
  }
  return spec;
}

// The size a hand really has: `all` is all that the policy can deal.
std::uint32_t size_in(const Dealer& dealer, std::uint32_t size) {
  return size == kAllWorkers ? dealer.largest_hand() : size;
}

Result<void> check_size(const DeckEntry& deck, const Dealer& dealer, std::uint32_t size,
                        const std::string& whose) {
  if (size_in(dealer, size) <= dealer.largest_hand()) return {};
  return error(Code::kDataLoss, whose + ": hand of " + std::to_string(size) + " in deck \"" +
                                    deck.name + "\", whose largest is " +
                                    std::to_string(dealer.largest_hand()));
}

}  // namespace

Result<std::shared_ptr<const Snapshot>> Snapshot::assemble(Manifest manifest, std::string digest,
                                                           Contents fleet,
                                                           std::vector<std::string> tenant_layers,
                                                           const KeyRing& keys) {
  std::shared_ptr<Snapshot> snapshot(new Snapshot);
  snapshot->manifest_ = std::move(manifest);
  snapshot->digest_ = std::move(digest);
  snapshot->fleet_ = std::move(fleet);
  const TenantTable::Limits limits{static_cast<std::uint32_t>(snapshot->fleet_.decks.size()),
                                   static_cast<std::uint32_t>(snapshot->fleet_.groups.size()),
                                   static_cast<std::uint32_t>(snapshot->fleet_.workers.size())};
  for (std::string& bytes : tenant_layers) {
    auto table = TenantTable::open(std::move(bytes), limits);
    if (!table) return tl::unexpected(table.error());
    snapshot->tenants_.push_back(std::move(*table));
  }
  if (auto built = snapshot->build_dealers(keys); !built) return tl::unexpected(built.error());
  if (auto fits = snapshot->check_sizes(); !fits) return tl::unexpected(fits.error());
  return snapshot;
}

Result<void> Snapshot::build_dealers(const KeyRing& keys) {
  static const Key kNoKey{std::string_view()};
  for (const DeckEntry& deck : fleet_.decks) {
    const Key* key = &kNoKey;
    if (!deck.key_id.empty()) {
      const auto at = keys.find(deck.key_id);
      if (at == keys.end()) {
        return error(Code::kFailedPrecondition, "deck \"" + deck.name + "\" is dealt with key \"" +
                                                    deck.key_id +
                                                    "\", which this router does not have");
      }
      key = &at->second;
      if (const std::string check = key->check_value(); check != deck.key_check) {
        return error(Code::kFailedPrecondition,
                     "key \"" + deck.key_id + "\" has check value " + check +
                         " here, but the snapshot was dealt with " + deck.key_check);
      }
    }
    auto dealer = make_dealer(deck_spec(fleet_, deck), *key);
    if (!dealer) {
      return error(Code::kDataLoss, "deck \"" + deck.name + "\": " + dealer.error().message);
    }
    dealers_.push_back(std::move(*dealer));
  }
  return {};
}

Result<void> Snapshot::check_sizes() const {
  for (std::size_t i = 0; i < fleet_.decks.size(); ++i) {
    const DeckEntry& deck = fleet_.decks[i];
    auto fits = check_size(deck, *dealers_[i], deck.hand_size, "the deck's own size");
    if (!fits) return fits;
  }
  const auto check_override = [&](const OverrideEntry& entry, const std::string& whose) {
    return check_size(fleet_.decks[entry.deck], *dealers_[entry.deck], entry.hand_size, whose);
  };
  for (const GroupEntry& group : fleet_.groups) {
    for (const OverrideEntry& entry : group.overrides) {
      if (auto fits = check_override(entry, "group \"" + group.id + "\""); !fits) return fits;
    }
  }
  Result<void> all;
  std::vector<OverrideEntry> overrides;
  for (const TenantTable& table : tenants_) {
    table.for_each([&](std::string_view id, const TenantRecord& record) {
      record.read_all(overrides);
      for (const OverrideEntry& entry : overrides) {
        if (!all || entry.hand_size == kInheritSize) continue;
        all = check_override(entry, "tenant \"" + std::string(id) + "\"");
      }
    });
  }
  return all;
}

std::optional<std::uint32_t> Snapshot::find_deck(std::string_view name) const {
  for (std::uint32_t i = 0; i < fleet_.decks.size(); ++i) {
    if (fleet_.decks[i].name == name) return i;
  }
  return std::nullopt;
}

std::optional<TenantRecord> Snapshot::find_tenant(std::string_view tenant) const {
  for (auto layer = tenants_.rbegin(); layer != tenants_.rend(); ++layer) {
    if (const auto record = layer->find(tenant)) {
      if (record->removed()) return std::nullopt;
      return record;
    }
  }
  return std::nullopt;
}

Admission Snapshot::deal(std::uint32_t deck, const Caller& caller, Hand& hand) const {
  DealMemory memory;
  return deal(deck, caller, hand, memory);
}

Admission Snapshot::deal(std::uint32_t deck_index, const Caller& caller, Hand& hand,
                         DealMemory& memory) const {
  const DeckEntry& deck = fleet_.decks[deck_index];
  const Dealer& dealer = *dealers_[deck_index];
  const auto record = caller.tenant.empty() ? std::nullopt : find_tenant(caller.tenant);
  hand.listed = record.has_value();
  hand.pinned = false;
  hand.own_repeat = false;
  hand.attempts = deck.attempts;
  std::uint32_t size = deck.hand_size;
  std::string_view dealt_as = caller.tenant;
  Admission admission = Admission::kTenant;

  // Takes what an override says; it stands above all that was taken before.
  const auto take = [&](const OverrideEntry& entry) {
    hand.attempts = entry.attempts.apply(hand.attempts);
    hand.own_repeat = hand.own_repeat || entry.attempts.repeat.has_value();
    if (entry.hand_size != kInheritSize) size = entry.hand_size;
    if (entry.hand.empty()) return;
    hand.workers.assign(entry.hand.begin(), entry.hand.end());
    hand.pinned = true;
  };
  if (record) {
    if (const auto group = record->group()) {
      dealt_as = fleet_.groups[*group].id;
      for (const OverrideEntry& entry : fleet_.groups[*group].overrides) {
        if (entry.deck == deck_index) take(entry);
      }
    }
    if (record->find_override(deck_index, memory.own)) take(memory.own);
  } else {
    if (!caller.tenant.empty() && !caller.listed_only && deck.unknown == Unknown::kRefuse) {
      return Admission::kRefused;
    }
    if (caller.tenant.empty() || caller.listed_only || deck.unknown == Unknown::kGuest) {
      dealt_as = deck.guest;
      admission = Admission::kGuest;
    }
  }
  if (hand.pinned) return admission;

  hand.workers.resize(size_in(dealer, size));
  const auto dealt = dealer.deal(dealt_as, hand.workers, memory.scratch);
  CROUPIER_ASSERT(dealt.has_value());  // sizes were checked when the snapshot was put together
  for (std::uint32_t& worker : hand.workers) worker = deck.dealt[worker];
  return admission;
}

}  // namespace croupier::snapshot
