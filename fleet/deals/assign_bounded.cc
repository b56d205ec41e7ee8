#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "croupier/assert.h"
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
// worker drains keeps it while there is no spare; one whose worker is gone cannot be left so.
class SlotFiller {
 public:
  explicit SlotFiller(Draft& draft) : draft_(draft) {
    for (const std::uint32_t worker : draft.deck.workers) {
      members_.emplace(draft.fleet.workers[worker].id, worker);
    }
    std::vector<bool> eligible(draft.fleet.workers.size());
    for (const std::uint32_t worker : draft.eligible) eligible[worker] = true;
    std::vector<bool> placed(draft.fleet.workers.size());
    for (const std::string& id : draft.file().slots) {
      const auto member = members_.find(id);
      if (member != members_.end() && eligible[member->second]) placed[member->second] = true;
    }
    for (const std::uint32_t worker : draft.eligible) {
      if (!placed[worker]) spares_[stripe_value(draft.fleet, draft.deck, worker)].push_back(worker);
    }
    for (auto& [value, workers] : spares_) std::reverse(workers.begin(), workers.end());
    eligible_ = std::move(eligible);
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
      } else if (member == members_.end()) {
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
        "worker {} of slot {} is gone and no spare can take its place: the {} slots "
        "need {} more",
        quote(file.slots[slot]), slot, file.slots.size(), wanted);
  }

  Draft& draft_;
  std::unordered_map<std::string_view, std::uint32_t> members_;  // of the deck, by id
  std::vector<bool> eligible_;                                   // by worker
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
      if (record.ordinal >= next_) ahead_.insert(record.ordinal);
    }
  }

  void take(std::uint64_t ordinal) { ahead_.insert(ordinal); }

  // Nothing when all are taken.
  std::optional<std::uint64_t> next() {
    while (next_ < capacity_) {
      const std::uint64_t ordinal = next_++;
      if (!ahead_.contains(ordinal)) return ordinal;
    }
    if (!searched_) find_rested();
    if (rested_.empty()) return std::nullopt;
    const std::uint64_t ordinal = rested_.back();
    rested_.pop_back();
    return ordinal;
  }

  std::uint64_t next_fresh() const { return next_; }

 private:
  // All were given once, so that the scan is no longer than the list of who had them.
  void find_rested() {
    searched_ = true;
    std::vector<bool> used(capacity_);
    for (const DealRecord& record : file_.records) used[record.ordinal] = true;
    for (const std::uint64_t ordinal : ahead_) used[ordinal] = true;
    for (std::uint64_t i = file_.next; i-- > 0;) {
      if (!used[i]) rested_.push_back(i);
    }
  }

  const DealFile& file_;
  std::uint64_t next_;
  std::uint64_t capacity_;
  std::set<std::uint64_t> ahead_;  // taken, though fresh ones before them are not: imports
  bool searched_ = false;
  std::vector<std::uint64_t> rested_;  // the lowest last
};

// The ordinal of each imported hand.
Result<std::unordered_map<std::string_view, std::uint64_t>> read_imports(const Draft& draft,
                                                                         const BoundedDeck& deck,
                                                                         const DealFile& file) {
  std::unordered_map<std::string_view, std::uint64_t> ordinals;
  std::unordered_map<std::uint64_t, std::string_view> taken;
  for (const DealRecord& record : file.records) taken.emplace(record.ordinal, record.id);
  std::unordered_map<std::string_view, std::uint32_t> slots;
  for (std::uint32_t i = 0; i < file.slots.size(); ++i) slots.emplace(file.slots[i], i);
  for (const DealRecord& import : draft.imports) {
    std::vector<std::uint32_t> hand;
    for (const std::string& id : import.hand) {
      const auto slot = slots.find(id);
      if (slot != slots.end()) hand.push_back(slot->second);
    }
    const auto ordinal = hand.size() == import.hand.size() ? deck.ordinal_of(hand) : std::nullopt;
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
    ordinals.emplace(import.id, *ordinal);
  }
  return ordinals;
}

Result<void> give_ordinals(Draft& draft) {
  DealFile& file = draft.file();
  auto spec = std::get<BoundedSpec>(draft.deck.options);
  spec.workers = static_cast<std::uint32_t>(file.slots.size());
  spec.stripe_size = file.stripe_size;
  const auto deck = BoundedDeck::make(spec, draft.key);
  if (!deck) return tl::unexpected(deck.error());
  const auto imported = read_imports(draft, *deck, file);
  if (!imported) return tl::unexpected(imported.error());
  const std::uint64_t capacity = deck->shape().capacity;
  if (draft.missing.size() > capacity - file.records.size()) {
    return error(Code::kResourceExhausted,
                 fmt::format("{} of {} hands are dealt, and {} more are needed",
                             file.records.size(), capacity, draft.missing.size()));
  }
  FreeOrdinals free(file, capacity);
  for (const auto& [id, ordinal] : *imported) free.take(ordinal);
  std::vector<DealRecord> added;
  added.reserve(draft.missing.size());
  for (const std::string_view id : draft.missing) {
    const auto import = imported->find(id);
    const auto ordinal = import != imported->end() ? import->second : free.next();
    CROUPIER_ASSERT(ordinal.has_value());  // the hands were counted above
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
    const auto slots = lay_out_slots(draft.fleet, draft.deck, draft.eligible);
    if (!slots) return tl::unexpected(slots.error());
    file.slots = ids_of(draft.fleet, slots->workers);
    file.stripe_size = slots->stripe_size;
  } else if (auto filled = SlotFiller(draft).fill(); !filled) {
    return filled;
  }
  return give_ordinals(draft);
}

}  // namespace croupier::fleet
