#include "fleet/deals/assign.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

#include "croupier/quote.h"
#include "fleet/deals/assign_steps.h"
#include "fleet/deals/deal_records.h"
#include "fleet/deals/holders.h"
#include "fleet/eligible.h"

namespace croupier::fleet {
namespace {

DealFile empty_file(const Deck& deck, const Key& key) {
  DealFile file;
  file.deck = deck.name;
  file.policy = deck.policy;
  if (const auto* bounded = std::get_if<BoundedSpec>(&deck.options)) {
    file.hand = bounded->hand;
    file.max_overlap = bounded->max_overlap;
    file.stripes = bounded->stripes;
    file.key_check = key.check_value();
  } else {
    const auto& search = std::get<SearchSpec>(deck.options);
    file.hand = search.hand;
    file.max_overlap = search.max_overlap;
  }
  return file;
}

// The ids of all who need a record, in the order in which they are dealt.
std::vector<std::string_view> holder_ids(const Fleet& fleet, const Deck& deck) {
  std::vector<std::string_view> ids;
  for (const Holder& holder : holders_of(fleet, deck)) ids.push_back(id_of(fleet, deck, holder));
  return ids;
}

std::vector<std::string> ancestors_of_next(const ReadDeals& old) {
  std::vector<std::string> ancestors = old.file.ancestors;
  if (ancestors.size() == kMaxAncestors) ancestors.erase(ancestors.begin());
  ancestors.push_back(old.digest.substr(0, kAncestorDigits));
  return ancestors;
}

void keep_if_held(const std::vector<std::string_view>& holders, Assignment& result) {
  const std::unordered_set<std::string_view> held(holders.begin(), holders.end());
  result.released = std::erase_if(
      result.file.records, [&](const DealRecord& record) { return !held.contains(record.id); });
}

// Those without a record.
std::vector<std::string_view> missing_ids(const std::vector<std::string_view>& holders,
                                          const std::vector<DealRecord>& records) {
  std::unordered_set<std::string_view> known;
  known.reserve(records.size());
  for (const DealRecord& record : records) known.insert(record.id);
  std::vector<std::string_view> missing;
  for (const std::string_view id : holders) {
    if (!known.contains(id)) missing.push_back(id);
  }
  return missing;
}

Result<void> check_imports(const Draft& draft, const std::vector<std::string_view>& holders) {
  const std::unordered_set<std::string_view> missing(draft.missing.begin(), draft.missing.end());
  std::set<std::string_view> seen;
  for (const DealRecord& record : draft.imports) {
    if (!missing.contains(record.id)) {
      const bool held = std::find(holders.begin(), holders.end(), record.id) != holders.end();
      return error(Code::kInvalidArgument,
                   fmt::format("the hand of {} cannot be imported into deck {}: {}",
                               quote(record.id), quote(draft.deck.name),
                               held ? "it has a record already, which --anew alone gives up"
                                    : "no tenant, group or guest of this id is dealt to there"));
    }
    if (!seen.insert(record.id).second) {
      return error(Code::kInvalidArgument, fmt::format("{} is imported twice", quote(record.id)));
    }
    std::set<std::string_view> members;
    for (const std::string& worker : record.hand) {
      if (members.insert(worker).second) continue;
      return error(Code::kInvalidArgument, fmt::format("the hand of {}: worker {} stands twice",
                                                       quote(record.id), quote(worker)));
    }
  }
  return {};
}

}  // namespace

Result<void> check_import(Draft& draft, const DealRecord& import,
                          std::span<const std::uint32_t> workers) {
  if (draft.deck.pins_may_break) return {};
  const Pin* near = draft.pins.find_near(workers, draft.bound());
  if (near == nullptr) return {};
  return error(
      Code::kInvalidArgument,
      fmt::format("the hand of {} shares more than {} workers with the one pinned to "
                  "tenant {}",
                  quote(import.id), draft.bound(), quote(draft.fleet.tenants[near->tenant].id)));
}

tl::unexpected<Error> no_hand_beside(const Draft& draft, const Pin& pin) {
  return error(Code::kUnavailable,
               fmt::format("none of {} hands looked at keeps the bound with the pinned ones, the "
                           "last not with that of tenant {}",
                           kMostAvoided, quote(draft.fleet.tenants[pin.tenant].id)));
}

Result<Assignment> assign_records(const Fleet& fleet, const Deck& deck, const Key& key,
                                  std::optional<ReadDeals> old, const AssignOptions& options) {
  const std::uint64_t version = old ? old->file.version : 0;
  auto ancestors = old ? ancestors_of_next(*old) : std::vector<std::string>();
  Assignment result;
  const bool fresh = !old || options.anew;
  if (fresh) {
    result.file = empty_file(deck, key);
    result.file.version = version;
    // Hands dealt anew are others: the next ordinals, where the deal is the same.
    if (old && !why_foreign(old->file, deck, key)) result.file.next = old->file.next;
  } else {
    if (const auto why = why_foreign(old->file, deck, key)) {
      return error(Code::kFailedPrecondition,
                   fmt::format("deal file {} does not fit deck {}: {}; --anew deals all its "
                               "tenants anew",
                               quote(deck.deal_file), quote(deck.name), *why));
    }
    result.file = std::move(old->file);
  }
  const auto holders = holder_ids(fleet, deck);
  if (options.release) keep_if_held(holders, result);
  PinIndex pins(fleet, deck);
  Draft draft{.fleet = fleet,
              .deck = deck,
              .key = key,
              .eligible = eligible_workers(fleet, deck, dedicated_workers(fleet)),
              .pins = pins,
              .fresh = fresh,
              .missing = missing_ids(holders, result.file.records),
              .unlisted = 0,
              .imports = options.imports,
              .result = result};
  draft.unlisted = draft.missing.size() + result.file.records.size() - holders.size();
  if (auto fine = check_imports(draft, holders); !fine) {
    return tl::unexpected(std::move(fine.error()));
  }
  result.added = draft.missing.size();
  const auto assigned =
      deck.policy == Policy::kBounded ? assign_bounded(draft) : assign_search(draft);
  if (!assigned) {
    return error(
        assigned.error().code,
        fmt::format("{}:{}:{}: deck {}: {}", deck.options_place.file, deck.options_place.line,
                    deck.options_place.column, quote(deck.name), assigned.error().message));
  }
  std::sort(result.file.records.begin(), result.file.records.end(),
            [](const DealRecord& a, const DealRecord& b) { return a.id < b.id; });
  result.changed = fresh || result.added + result.released + result.replaced + result.redealt > 0;
  if (result.changed) {
    result.file.version = version + 1;
    result.file.ancestors = std::move(ancestors);
  }
  return result;
}

}  // namespace croupier::fleet
