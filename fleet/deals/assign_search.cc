#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "croupier/hash.h"
#include "croupier/quote.h"
#include "croupier/search.h"
#include "fleet/deals/assign_steps.h"

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
  Searcher(const Draft& draft, SearchDeck deck)
      : draft_(draft),
        deck_(std::move(deck)),
        order_key_(draft.key.derive("croupier search order 1")) {
    for (std::uint32_t i = 0; i < draft.eligible.size(); ++i) {
      numbers_.emplace(id_of(i), i);
    }
  }

  // Takes the hand in; kNotFound, and nothing is taken, where a member is not dealt from.
  Result<void> import(const DealRecord& record) {
    std::vector<std::uint32_t> hand;
    for (const std::string& id : record.hand) {
      const auto found = numbers_.find(id);
      if (found == numbers_.end()) {
        return error(Code::kNotFound, fmt::format("worker {} is not dealt from", quote(id)));
      }
      hand.push_back(found->second);
    }
    return deck_.import(hand);
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
    } else if (auto dealt = deck_.next(hand); !dealt) {
      return tl::unexpected(dealt.error());
    }
    name(hand, record);
    return !filled;
  }

  Result<void> deal(DealRecord& record) {
    std::vector<std::uint32_t> hand(draft_.result.file.hand);
    if (auto dealt = deck_.next(hand); !dealt) return dealt;
    name(hand, record);
    return {};
  }

 private:
  const std::string& id_of(std::uint32_t number) const {
    return draft_.fleet.workers[draft_.eligible[number]].id;
  }

  void name(const std::vector<std::uint32_t>& hand, DealRecord& record) const {
    record.hand.clear();
    for (const std::uint32_t number : hand) record.hand.push_back(id_of(number));
  }

  std::vector<std::uint32_t> order_of(const std::string& tenant) const {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes;
    for (std::uint32_t i = 0; i < draft_.eligible.size(); ++i) {
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
    if (holes.empty()) return --tries >= 0 && deck_.import(hand).has_value();
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

  const Draft& draft_;
  SearchDeck deck_;
  SipKey order_key_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  // of workers dealt from, by id
};

tl::unexpected<Error> full(const Draft& draft, std::string_view id, const Error& why) {
  return error(why.code, fmt::format("no hand for {} beside {} others: {}", quote(id),
                                     draft.result.file.records.size(), why.message));
}

}  // namespace

Result<void> assign_search(Draft& draft) {
  DealFile& file = draft.file();
  auto spec = std::get<SearchSpec>(draft.deck.options);
  spec.workers = static_cast<std::uint32_t>(draft.eligible.size());
  auto deck = SearchDeck::make(spec, search_key(draft));
  if (!deck) return tl::unexpected(deck.error());
  Searcher searcher(draft, std::move(*deck));

  std::vector<DealRecord*> torn;
  for (DealRecord& record : file.records) {
    const auto taken = searcher.import(record);
    if (taken) continue;
    if (taken.error().code != Code::kNotFound) {
      return error(taken.error().code, fmt::format("the recorded hand of {}: {}", quote(record.id),
                                                   taken.error().message));
    }
    torn.push_back(&record);
  }
  for (DealRecord* record : torn) {
    const auto anew = searcher.mend(*record, draft.result.replaced);
    if (!anew) return full(draft, record->id, anew.error());
    if (*anew) ++draft.result.redealt;
  }

  std::unordered_map<std::string_view, const DealRecord*> imports;
  for (const DealRecord& import : draft.imports) {
    if (auto taken = searcher.import(import); !taken) {
      return error(Code::kInvalidArgument,
                   fmt::format("the hand of {}: {}", quote(import.id), taken.error().message));
    }
    imports.emplace(import.id, &import);
  }
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
