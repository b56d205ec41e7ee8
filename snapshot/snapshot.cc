#include "snapshot/snapshot.h"

#include <algorithm>

#include "croupier/assert.h"

namespace croupier::snapshot {
namespace {

DeckSpec deck_spec(const Contents& fleet, const DeckEntry& deck) {
  DeckSpec spec{
      .policy = deck.policy, .spread = deck.spread, .workers = {}, .options = deck.options};
  for (std::size_t i = 0; i < deck.dealt.size(); ++i) {
    const WorkerEntry& worker = fleet.workers[deck.dealt[i]];
    spec.workers.push_back({worker.id, worker.weight,
                            deck.values.empty() ? std::vector<std::string>() : deck.values[i]});
  }
  return spec;
}

// The size to ask a dealer for.
std::uint32_t size_in(const DeckEntry& deck, std::uint32_t size) {
  return size == kAllWorkers ? static_cast<std::uint32_t>(deck.dealt.size()) : size;
}

Result<void> check_size(const DeckEntry& deck, const Dealer& dealer, std::uint32_t size,
                        const std::string& whose) {
  const auto fits = dealer.check_size(size_in(deck, size));
  if (fits) return {};
  return error(Code::kDataLoss, whose + " in deck \"" + deck.name + "\": " + fits.error().message);
}

// One tenant's or group's place in a deck of a stored policy.
Result<void> check_record(const DeckEntry& deck, const Dealer& dealer,
                          std::optional<std::uint64_t> ordinal, const std::string& whose) {
  if (!ordinal) return {};
  if (*ordinal < dealer.ordinals()) return {};
  return error(Code::kDataLoss, whose + " in deck \"" + deck.name + "\": ordinal " +
                                    std::to_string(*ordinal) + " is not below " +
                                    std::to_string(dealer.ordinals()));
}

const OverrideEntry* entry_of(const std::vector<OverrideEntry>& entries, std::uint32_t deck) {
  const auto at = std::find_if(entries.begin(), entries.end(),
                               [&](const OverrideEntry& entry) { return entry.deck == deck; });
  return at == entries.end() ? nullptr : &*at;
}

// Whether a tenant's hand in a deck of a stored policy comes from a record or a pin: what
// Snapshot::deal goes by. Either entry may be absent.
bool has_hand(const OverrideEntry* own, const OverrideEntry* group) {
  if (own != nullptr && (own->ordinal || !own->hand.empty())) return true;
  if (group == nullptr) return false;
  if (group->ordinal || group->recorded) return true;
  return !group->hand.empty() && (own == nullptr || own->hand_size == kInheritSize);
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
  if (auto fits = snapshot->check_hands(); !fits) return tl::unexpected(fits.error());
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

Result<void> Snapshot::check_entry(const OverrideEntry& entry, const std::string& whose) const {
  const DeckEntry& deck = fleet_.decks[entry.deck];
  const Dealer& dealer = *dealers_[entry.deck];
  if (entry.hand_size != kInheritSize) {
    if (auto fits = check_size(deck, dealer, entry.hand_size, whose); !fits) return fits;
  }
  return check_record(deck, dealer, entry.ordinal, whose);
}

// Sizes and ordinals within their decks', and a record for everybody whose hand comes from one.
Result<void> Snapshot::check_hands() const {
  std::vector<std::uint32_t> stored;  // decks
  for (std::uint32_t i = 0; i < fleet_.decks.size(); ++i) {
    const DeckEntry& deck = fleet_.decks[i];
    auto fits = check_size(deck, *dealers_[i], deck.hand_size, "the deck's own size");
    if (fits) fits = check_record(deck, *dealers_[i], deck.guest_ordinal, "the guest");
    if (!fits) return fits;
    if (!is_stored(deck.policy)) continue;
    stored.push_back(i);
    const bool dealt_unknown = deck.unknown == Unknown::kDeal;
    const bool guest = deck.guest_ordinal || !deck.guest_hand.empty();
    if (!guest || dealt_unknown) {
      return error(Code::kDataLoss,
                   "deck \"" + deck.name + "\" of a stored policy " +
                       (guest ? "deals to unknown tenants" : "has no record of its guest hand"));
    }
  }
  for (const GroupEntry& group : fleet_.groups) {
    for (const OverrideEntry& entry : group.overrides) {
      if (auto fits = check_entry(entry, "group \"" + group.id + "\""); !fits) return fits;
    }
  }
  Result<void> all;
  std::vector<OverrideEntry> overrides;
  const auto check_tenant = [&](std::string_view id, const TenantRecord& record) {
    if (!all || record.removed()) return;
    record.read_all(overrides);
    for (const OverrideEntry& entry : overrides) {
      if (all) all = check_entry(entry, "tenant \"" + std::string(id) + "\"");
    }
    const auto group = record.group();
    for (const std::uint32_t deck : stored) {
      const auto* of_group = group ? entry_of(fleet_.groups[*group].overrides, deck) : nullptr;
      if (!all || has_hand(entry_of(overrides, deck), of_group)) continue;
      all = error(Code::kDataLoss, "tenant \"" + std::string(id) + "\" has no record in deck \"" +
                                       fleet_.decks[deck].name + "\"");
    }
  };
  for (const TenantTable& table : tenants_) table.for_each(check_tenant);
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
  std::optional<std::uint64_t> ordinal;
  bool written = false;
  std::string_view dealt_as = caller.tenant;
  Admission admission = Admission::kTenant;

  // Takes what an override says; it stands above all that was taken before.
  const auto take = [&](const OverrideEntry& entry) {
    hand.attempts = entry.attempts.apply(hand.attempts);
    hand.own_repeat = hand.own_repeat || entry.attempts.repeat.has_value();
    if (entry.hand_size != kInheritSize) {
      size = entry.hand_size;
      written = written && !hand.pinned;  // of its group: a size of one's own is dealt
      hand.pinned = false;
    }
    if (entry.ordinal) ordinal = entry.ordinal;
    if (entry.hand.empty()) return;
    hand.workers.assign(entry.hand.begin(), entry.hand.end());
    written = true;
    hand.pinned = !entry.recorded;
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
      ordinal = deck.guest_ordinal;
      hand.workers.assign(deck.guest_hand.begin(), deck.guest_hand.end());
      written = !deck.guest_hand.empty();
    }
  }
  if (written) return admission;

  const Subject subject{dealt_as, ordinal.value_or(0)};
  const auto dealt = dealer.deal(subject, size_in(deck, size), hand.workers, memory.scratch);
  CROUPIER_ASSERT(dealt.has_value());  // all was checked when the snapshot was put together
  for (std::uint32_t& worker : hand.workers) worker = deck.dealt[worker];
  return admission;
}

}  // namespace croupier::snapshot
