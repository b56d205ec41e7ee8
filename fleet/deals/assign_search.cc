#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "croupier/hash.h"
#include "croupier/quote.h"
#include "croupier/search.h"
#include "fleet/deals/assign_steps.h"
#include "fleet/deals/hand_spread.h"

namespace croupier::fleet {
namespace {

// A search begins anew with each version of the file: with the key alone it would first try all the
// hands that are dealt already.
Key search_key(const Draft& draft) {
  const SipKey derived = draft.key.derive("croupier search deal file 1");
  return Key(fmt::format("{} {}", hex(derived), draft.result.file.version));
}

// Deals with worker ids instead of a deck's numbers.
class Searcher {
 public:
  Searcher(Draft& draft, SearchDeck deck)
      : draft_(draft),
        deck_(std::move(deck)),
        order_key_(draft.key.derive("croupier search order 1")) {
    for (std::uint32_t i = 0; i < draft.eligible.workers.size(); ++i) {
      numbers_.emplace(id_of(i), i);
    }
    // Pinned hands of the deck's size are hands like others; new ones are held against all pins.
    for (const Pin& pin : draft.pins.pins()) {
      std::vector<std::string> ids;
      for (const std::uint32_t worker : pin.hand) ids.push_back(draft.fleet.workers[worker].id);
      if (const auto hand = numbers_of(ids); hand && hand->size() == draft.result.file.hand) {
        pins_.push_back(*hand);
      }
    }
  }

  // To be called when the recorded and the imported hands are in. Pins that break the bound with
  // one of them are told of by whoever reads the fleet.
  void import_pins() {
    for (const auto& hand : pins_) static_cast<void>(deck_.import(hand));
  }

  // Takes the hand in; kNotFound, and nothing is taken, where a member is not dealt from.
  Result<void> import(const DealRecord& record) {
    const auto hand = numbers_of(record.hand);
    if (!hand) return tl::unexpected(hand.error());
    return deck_.import(*hand);
  }

  // Indices, of a hand that was imported.
  std::vector<std::uint32_t> workers_of(const DealRecord& record) const {
    std::vector<std::uint32_t> workers;
    for (const std::string& id : record.hand) {
      workers.push_back(draft_.eligible.workers[numbers_.at(id)]);
    }
    return workers;
  }

  // Puts another worker for each member that is not dealt from, in an order of the tenant's own; a
  // new hand where none was found that keeps the bound. True: a new hand.
  Result<bool> mend(DealRecord& record, std::size_t& replaced) {
    std::vector<std::uint32_t> hand;
    std::vector<std::size_t> holes;
    for (std::size_t i = 0; i < record.hand.size(); ++i) {
      const auto found = numbers_.find(record.hand[i]);
      if (found == numbers_.end()) holes.push_back(i);
      hand.push_back(found == numbers_.end() ? kHole : found->second);
    }
    const auto order = order_of(record.id);
    int tries = kMostTries;
    const bool filled = fill(order, hand, holes, tries);
    if (filled) {
      replaced += holes.size();
    } else if (auto dealt = next(hand); !dealt) {
      return tl::unexpected(dealt.error());
    }
    name(hand, record);
    return !filled;
  }

  Result<void> deal(DealRecord& record) {
    std::vector<std::uint32_t> hand(draft_.result.file.hand);
    if (auto dealt = next(hand); !dealt) return dealt;
    name(hand, record);
    return {};
  }

 private:
  const std::string& id_of(std::uint32_t number) const {
    return draft_.fleet.workers[draft_.eligible.workers[number]].id;
  }

  Result<std::vector<std::uint32_t>> numbers_of(const std::vector<std::string>& ids) const {
    std::vector<std::uint32_t> numbers;
    for (const std::string& id : ids) {
      const auto found = numbers_.find(id);
      if (found == numbers_.end()) {
        return error(Code::kNotFound, fmt::format("worker {} is not dealt from", quote(id)));
      }
      numbers.push_back(found->second);
    }
    return numbers;
  }

  // A pin that breaks the bound with the hand.
  const Pin* near_pin(std::span<const std::uint32_t> hand) {
    if (draft_.pins.pins().empty()) return nullptr;
    workers_.clear();
    for (const std::uint32_t number : hand) {
      workers_.push_back(draft_.eligible.workers[number]);
    }
    return draft_.pins.find_near(workers_, draft_.bound());
  }

  // A new hand that keeps the bound with the pinned ones, too.
  Result<void> next(std::span<std::uint32_t> hand) {
    for (int tries = 0;; ++tries) {
      if (auto dealt = deck_.next(hand); !dealt) return dealt;
      const Pin* near = near_pin(hand);
      if (near == nullptr || (draft_.deck.pins_may_break && tries >= kMostAvoided)) return {};
      if (tries >= kMostAvoided) return no_hand_beside(draft_, *near);
    }
  }

  void name(const std::vector<std::uint32_t>& hand, DealRecord& record) const {
    record.hand.clear();
    for (const std::uint32_t number : hand) record.hand.push_back(id_of(number));
  }

  std::vector<std::uint32_t> order_of(const std::string& tenant) const {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes;
    for (std::uint32_t i = 0; i < draft_.eligible.workers.size(); ++i) {
      const std::string message = fmt::format("{} {}{}", tenant.size(), tenant, id_of(i));
      hashes.emplace_back(siphash(order_key_, message), i);
    }
    std::sort(hashes.begin(), hashes.end());
    std::vector<std::uint32_t> order;
    for (const auto& [hash, number] : hashes) order.push_back(number);
    return order;
  }

  // Fills the holes with the first workers of the order that make a hand the deck takes.
  bool fill(const std::vector<std::uint32_t>& order, std::vector<std::uint32_t>& hand,
            std::span<const std::size_t> holes, int& tries) {
    if (holes.empty()) {
      return --tries >= 0 && near_pin(hand) == nullptr && deck_.import(hand).has_value();
    }
    for (const std::uint32_t number : order) {
      if (tries < 0) break;
      if (std::find(hand.begin(), hand.end(), number) != hand.end()) continue;
      hand[holes.front()] = number;
      if (fill(order, hand, holes.subspan(1), tries)) return true;
    }
    hand[holes.front()] = kHole;
    return false;
  }

  static constexpr std::uint32_t kHole = UINT32_MAX;
  static constexpr int kMostTries = 100'000;

  Draft& draft_;
  SearchDeck deck_;
  SipKey order_key_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  // of workers dealt from, by id
  std::vector<std::vector<std::uint32_t>> pins_;
  std::vector<std::uint32_t> workers_;
};

tl::unexpected<Error> full(const Draft& draft, std::string_view id, const Error& why) {
  std::string text = fmt::format("no hand for {} beside those of {} others: {}", quote(id),
                                 draft.result.file.records.size(), why.message);
  if (draft.unlisted > 0) {
    text += fmt::format("; --release frees those of the {} no longer listed", draft.unlisted);
  }
  return error(why.code, text);
}

// Of the hands in the draft the one that keeps an imported one out.
std::string why_not_beside(const Draft& draft, const DealRecord& import, const Error& why) {
  if (why.code != Code::kFailedPrecondition) return why.message;
  std::vector<const std::vector<DealRecord>*> all = {&draft.result.file.records, &draft.imports};
  for (const auto* records : all) {
    for (const DealRecord& record : *records) {
      const auto shared = std::count_if(
          record.hand.begin(), record.hand.end(), [&import](const std::string& worker) {
            return std::find(import.hand.begin(), import.hand.end(), worker) != import.hand.end();
          });
      if (record.id == import.id || shared <= draft.bound()) continue;
      return fmt::format("it shares {} workers with the hand of {}, and {} may be shared at most",
                         shared, quote(record.id), draft.bound());
    }
  }
  return why.message;
}

// Takes the recorded hands; gives those with a member that is not dealt from any more, and those
// that are not spread any more.
Result<std::vector<DealRecord*>> take_records(Draft& draft, Searcher& searcher) {
  SpreadCheck spread(draft.fleet, draft.deck, draft.eligible.workers);
  std::vector<DealRecord*> torn;
  for (DealRecord& record : draft.file().records) {
    const auto taken = searcher.import(record);
    if (taken) continue;
    const bool uneven = taken.error().code == Code::kInvalidArgument &&
                        spread.why_uneven(searcher.workers_of(record));
    if (taken.error().code != Code::kNotFound && !uneven) {
      return error(taken.error().code, fmt::format("the recorded hand of {}: {}", quote(record.id),
                                                   why_not_beside(draft, record, taken.error())));
    }
    torn.push_back(&record);
  }
  return torn;
}

Result<void> take_imports(Draft& draft, Searcher& searcher) {
  SpreadCheck spread(draft.fleet, draft.deck, draft.eligible.workers);
  for (const DealRecord& import : draft.imports) {
    if (auto taken = searcher.import(import); !taken) {
      const auto uneven = taken.error().code == Code::kInvalidArgument
                              ? spread.why_uneven(searcher.workers_of(import))
                              : std::nullopt;
      return error(Code::kInvalidArgument,
                   fmt::format("the hand of {}: {}", quote(import.id),
                               uneven ? *uneven : why_not_beside(draft, import, taken.error())));
    }
    if (auto kept = check_import(draft, import, searcher.workers_of(import)); !kept) return kept;
  }
  return {};
}

}  // namespace

Result<void> assign_search(Draft& draft) {
  DealFile& file = draft.file();
  auto spec = std::get<SearchSpec>(draft.deck.options);
  spec.workers = static_cast<std::uint32_t>(draft.eligible.workers.size());
  auto deck = SearchDeck::make(spec, spread_of(draft.fleet, draft.deck, draft.eligible.workers),
                               search_key(draft));
  if (!deck) return tl::unexpected(deck.error());
  Searcher searcher(draft, std::move(*deck));

  const auto torn = take_records(draft, searcher);
  if (!torn) return tl::unexpected(torn.error());
  if (auto taken = take_imports(draft, searcher); !taken) return taken;
  searcher.import_pins();
  for (DealRecord* record : *torn) {
    const auto anew = searcher.mend(*record, draft.result.replaced);
    if (!anew) return full(draft, record->id, anew.error());
    if (*anew) ++draft.result.redealt;
  }
  std::unordered_map<std::string_view, const DealRecord*> imports;
  for (const DealRecord& import : draft.imports) imports.emplace(import.id, &import);
  file.records.reserve(file.records.size() + draft.missing.size());
  for (const std::string_view id : draft.missing) {
    DealRecord record{std::string(id), 0, {}};
    const auto import = imports.find(id);
    if (import != imports.end()) {
      record.hand = import->second->hand;
    } else if (auto dealt = searcher.deal(record); !dealt) {
      return full(draft, id, dealt.error());
    }
    file.records.push_back(std::move(record));
  }
  return {};
}

}  // namespace croupier::fleet
