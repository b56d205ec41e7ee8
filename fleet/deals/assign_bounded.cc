#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "croupier/bounded.h"
#include "croupier/quote.h"
#include "fleet/deals/assign_steps.h"
#include "fleet/deals/stripes.h"

namespace croupier::fleet {
namespace {

std::vector<std::string> ids_of(const Fleet& fleet, std::span<const std::uint32_t> workers) {
  std::vector<std::string> ids;
  for (const std::uint32_t worker : workers) ids.push_back(fleet.workers[worker].id);
  return ids;
}

// Puts spare workers into the slots of those that are no longer dealt from, in the deck's order.
// Where stripes are tied to an attribute, a spare must have the value of its stripe. A slot whose
// worker drains keeps it while there is no spare; one whose worker is gone, or became somebody's
// own, cannot be left so.
class SlotFiller {
 public:
  explicit SlotFiller(Draft& draft) : draft_(draft) {
    for (const std::uint32_t worker : draft.deck.workers) {
      members_.emplace(draft.fleet.workers[worker].id, worker);
    }
    eligible_ = flags_of(draft.fleet, draft.eligible.workers);
    draining_ = flags_of(draft.fleet, draft.eligible.draining);
    std::vector<bool> placed(draft.fleet.workers.size());
    for (const std::string& id : draft.file().slots) {
      const auto member = members_.find(id);
      if (member != members_.end() && eligible_[member->second]) placed[member->second] = true;
    }
    for (const std::uint32_t worker : draft.eligible.workers) {
      if (!placed[worker]) spares_[stripe_value(draft.fleet, draft.deck, worker)].push_back(worker);
    }
    for (auto& [value, workers] : spares_) std::reverse(workers.begin(), workers.end());
  }

  Result<void> fill() {
    auto& slots = draft_.file().slots;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const auto member = members_.find(slots[i]);
      if (member != members_.end() && eligible_[member->second]) continue;
      const auto value = value_of(i);
      const auto spare = value ? spares_.find(*value) : spares_.end();
      if (spare != spares_.end() && !spare->second.empty()) {
        slots[i] = draft_.fleet.workers[spare->second.back()].id;
        spare->second.pop_back();
        ++draft_.result.replaced;
      } else if (member == members_.end() || !draining_[member->second]) {
        return error(Code::kFailedPrecondition, no_spare(i, value));
      }
    }
    return {};
  }

 private:
  // The value of the slot's stripe: that of any of its workers whom the fleet knows.
  std::optional<std::string> value_of(std::size_t slot) const {
    if (draft_.deck.attributes.empty()) return std::string();
    const auto& file = draft_.result.file;
    const std::size_t size = file.stripe_size;
    for (std::size_t i = slot / size * size; i < (slot / size + 1) * size; ++i) {
      const auto member = members_.find(file.slots[i]);
      if (member != members_.end()) return stripe_value(draft_.fleet, draft_.deck, member->second);
    }
    return std::nullopt;
  }

  std::string no_spare(std::size_t slot, const std::optional<std::string>& value) const {
    const auto& file = draft_.result.file;
    std::string wanted = "a worker";
    if (value && !value->empty()) {
      wanted +=
          fmt::format(" whose {} is {}", quote(draft_.deck.attributes.front()), quote(*value));
    }
    return fmt::format(
        "worker {} is gone, or is dedicated or spill now, and no spare can take its slot: the deck "
        "needs {} more, or --anew deals all tenants new hands of the workers there are",
        quote(file.slots[slot]), wanted);
  }

  Draft& draft_;
  std::unordered_map<std::string_view, std::uint32_t> members_;  // of the deck, by id
  std::vector<bool> eligible_, draining_;                        // by worker
  std::map<std::string, std::vector<std::uint32_t>> spares_;     // by value; the next one last
};

// Ordinals that nobody has, in the order in which they are given. Released ordinals rest until no
// fresh one is left: who could have them back at once could create and delete tenants until one has
// the hand that he wants.
class FreeOrdinals {
 public:
  FreeOrdinals(const DealFile& file, std::uint64_t capacity)
      : file_(file), next_(file.next), capacity_(capacity) {
    for (const DealRecord& record : file.records) {
      (record.ordinal < next_ ? used_ : ahead_).insert(record.ordinal);
    }
  }

  void take(std::uint64_t ordinal) { (ordinal < file_.next ? used_ : ahead_).insert(ordinal); }

  // Nothing when all are taken.
  std::optional<std::uint64_t> next() {
    while (next_ < capacity_) {
      const std::uint64_t ordinal = next_++;
      if (!ahead_.contains(ordinal)) return ordinal;
    }
    while (rested_ < file_.next && used_.contains(rested_)) ++rested_;
    if (rested_ >= file_.next) return std::nullopt;
    return rested_++;
  }

  std::uint64_t next_fresh() const { return next_; }

 private:
  const DealFile& file_;
  std::uint64_t next_;
  std::uint64_t capacity_;
  std::unordered_set<std::uint64_t> used_;  // of those given once
  std::unordered_set<std::uint64_t>
      ahead_;                 // taken, though fresh ones before them are not: imports
  std::uint64_t rested_ = 0;  // all below are used
};

std::vector<std::uint32_t> workers_of_slots(Draft& draft) {
  std::unordered_map<std::string_view, std::uint32_t> members;
  for (const std::uint32_t worker : draft.deck.workers) {
    members.emplace(draft.fleet.workers[worker].id, worker);
  }
  std::vector<std::uint32_t> workers;
  for (const std::string& id : draft.file().slots) workers.push_back(members.at(id));
  return workers;
}

// The ordinal of each imported hand.
Result<std::unordered_map<std::string_view, std::uint64_t>> read_imports(
    Draft& draft, const BoundedDeck& deck, std::span<const std::uint32_t> slot_workers) {
  const DealFile& file = draft.file();
  std::unordered_map<std::string_view, std::uint64_t> ordinals;
  std::unordered_map<std::uint64_t, std::string_view> taken;
  for (const DealRecord& record : file.records) taken.emplace(record.ordinal, record.id);
  std::unordered_map<std::string_view, std::uint32_t> slots;
  for (std::uint32_t i = 0; i < file.slots.size(); ++i) slots.emplace(file.slots[i], i);
  for (const DealRecord& import : draft.imports) {
    std::vector<std::uint32_t> hand, workers;
    for (const std::string& id : import.hand) {
      const auto slot = slots.find(id);
      if (slot == slots.end()) {
        return error(Code::kInvalidArgument,
                     fmt::format("the hand of {}: worker {} is not dealt from", quote(import.id),
                                 quote(id)));
      }
      hand.push_back(slot->second);
      workers.push_back(slot_workers[slot->second]);
    }
    const auto ordinal = deck.ordinal_of(hand);
    if (!ordinal) {
      return error(Code::kInvalidArgument,
                   fmt::format("the hand of {} is none of this deal's; only policy search takes "
                               "hands of other deals",
                               quote(import.id)));
    }
    const auto [other, fresh] = taken.emplace(*ordinal, import.id);
    if (!fresh) {
      return error(Code::kInvalidArgument, fmt::format("the hand of {} is the hand of {} already",
                                                       quote(import.id), quote(other->second)));
    }
    if (auto kept = check_import(draft, import, workers); !kept) {
      return tl::unexpected(std::move(kept.error()));
    }
    ordinals.emplace(import.id, *ordinal);
  }
  return ordinals;
}

// The smallest deck near this one that has room for so many hands; nothing near it has.
std::optional<BoundedShape> nearest_room(const Draft& draft, std::uint64_t hands) {
  auto spec = std::get<BoundedSpec>(draft.deck.options);
  const auto workers = static_cast<std::uint32_t>(draft.result.file.slots.size());
  const std::uint32_t most = std::min(4 * workers, kMaxWorkers);
  for (spec.workers = workers + 1; spec.workers <= most; ++spec.workers) {
    const auto deck = BoundedDeck::make(spec);
    if (deck && deck->shape().capacity >= hands) return deck->shape();
  }
  return std::nullopt;
}

tl::unexpected<Error> no_room(const Draft& draft, std::uint64_t capacity) {
  const std::size_t dealt = draft.result.file.records.size();
  const std::uint64_t wanted = dealt - draft.unlisted + draft.missing.size();
  std::string text = fmt::format(
      "{} of {} hands are dealt, and {} more are needed (tenants, groups and the guest have one "
      "each)",
      dealt, capacity, draft.missing.size());
  if (draft.unlisted > 0) {
    text += fmt::format("; --release frees the {} of tenants no longer listed", draft.unlisted);
  }
  if (wanted > capacity) {
    const auto room = nearest_room(draft, wanted);
    text += "; with --anew ";
    text += room ? fmt::format("{} workers have {} hands", room->dealt, room->capacity)
                 : std::string("a larger max_overlap or deck, or a smaller hand_size, has more");
  }
  return error(Code::kResourceExhausted, text);
}

// The largest of the deck's dealt hands; smaller ones of an elastic deck are its beginnings.
std::uint32_t largest_asked(const Draft& draft) {
  std::uint32_t largest = draft.deck.hand_size.count;
  const auto take = [&](const std::map<std::string, Override>& decks) {
    const auto own = decks.find(draft.deck.name);
    if (own == decks.end() || own->second.hand_size.kind != HandSize::Kind::kCount) return;
    largest = std::max(largest, own->second.hand_size.count);
  };
  for (const Group& group : draft.fleet.groups) take(group.decks);
  for (const Tenant& tenant : draft.fleet.tenants) take(tenant.decks);
  return largest;
}

// The next free ordinal whose hand keeps the bound with the pinned ones.
// `hand` is room for the largest; empty where nothing is pinned.
Result<std::uint64_t> next_ordinal(Draft& draft, const BoundedDeck& deck, FreeOrdinals& free,
                                   std::span<const std::uint32_t> slot_workers,
                                   std::span<std::uint32_t> hand) {
  for (int tries = 0;; ++tries) {
    const auto ordinal = free.next();
    if (!ordinal) {
      return error(Code::kResourceExhausted, "no hand is left that keeps the bound with the pins");
    }
    if (hand.empty()) return *ordinal;
    if (auto dealt = deck.deal(*ordinal, hand); !dealt) return tl::unexpected(dealt.error());
    for (std::uint32_t& worker : hand) worker = slot_workers[worker];
    const Pin* near = draft.pins.find_near(hand, draft.bound());
    if (near == nullptr || (draft.deck.pins_may_break && tries >= kMostAvoided)) return *ordinal;
    if (tries >= kMostAvoided) return no_hand_beside(draft, *near);
  }
}

Result<void> give_ordinals(Draft& draft) {
  DealFile& file = draft.file();
  auto spec = std::get<BoundedSpec>(draft.deck.options);
  spec.workers = static_cast<std::uint32_t>(file.slots.size());
  spec.stripe_size = file.stripe_size;
  const auto deck = BoundedDeck::make(spec, draft.key);
  if (!deck) return tl::unexpected(deck.error());
  const std::uint64_t capacity = deck->shape().capacity;
  const bool goes_on = file.next <= capacity && capacity - file.next >= draft.missing.size();
  if (draft.fresh && !goes_on) file.next = 0;
  if (const auto why = why_beyond(file, capacity)) return error(Code::kDataLoss, *why);
  if (draft.missing.size() > capacity - file.records.size()) return no_room(draft, capacity);
  const auto slot_workers = workers_of_slots(draft);
  const auto imported = read_imports(draft, *deck, slot_workers);
  if (!imported) return tl::unexpected(imported.error());
  std::vector<std::uint32_t> hand(draft.pins.pins().empty() ? 0 : largest_asked(draft));
  FreeOrdinals free(file, capacity);
  for (const auto& [id, ordinal] : *imported) free.take(ordinal);
  std::vector<DealRecord> added;
  added.reserve(draft.missing.size());
  for (const std::string_view id : draft.missing) {
    const auto import = imported->find(id);
    const auto ordinal = import != imported->end()
                             ? Result<std::uint64_t>(import->second)
                             : next_ordinal(draft, *deck, free, slot_workers, hand);
    if (!ordinal) return tl::unexpected(ordinal.error());
    added.push_back({std::string(id), *ordinal, {}});
  }
  file.next = free.next_fresh();
  file.records.insert(file.records.end(), std::make_move_iterator(added.begin()),
                      std::make_move_iterator(added.end()));
  return {};
}

}  // namespace

Result<void> assign_bounded(Draft& draft) {
  DealFile& file = draft.file();
  if (draft.fresh) {
    const auto slots = lay_out_slots(draft.fleet, draft.deck, draft.eligible.workers);
    if (!slots) return tl::unexpected(slots.error());
    file.slots = ids_of(draft.fleet, slots->workers);
    file.stripe_size = slots->stripe_size;
  } else if (auto filled = SlotFiller(draft).fill(); !filled) {
    return filled;
  }
  return give_ordinals(draft);
}

}  // namespace croupier::fleet
