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

Result<void> check_imports(const std::vector<DealRecord>& imports,
                           const std::vector<std::string_view>& missing, const Deck& deck) {
  const std::unordered_set<std::string_view> wanted(missing.begin(), missing.end());
  std::set<std::string_view> seen;
  for (const DealRecord& record : imports) {
    if (!wanted.contains(record.id)) {
      return error(Code::kInvalidArgument,
                   fmt::format("hand of {} cannot be imported into deck {}: it is not dealt to "
                               "there, or has a record already",
                               quote(record.id), quote(deck.name)));
    }
    if (!seen.insert(record.id).second) {
      return error(Code::kInvalidArgument, fmt::format("{} is imported twice", quote(record.id)));
    }
  }
  return {};
}

}  // namespace

Result<Assignment> assign_records(const Fleet& fleet, const Deck& deck, const Key& key,
                                  std::optional<DealFile> old, const AssignOptions& options) {
  const std::uint64_t version = old ? old->version : 0;
  Assignment result;
  const bool fresh = !old || options.anew;
  if (fresh) {
    result.file = empty_file(deck, key);
  } else {
    if (const auto why = why_foreign(*old, deck, key)) {
      return error(Code::kFailedPrecondition,
                   fmt::format("deal file {} does not fit deck {}: {}; --anew deals all its "
                               "tenants anew",
                               quote(deck.deal_file), quote(deck.name), *why));
    }
    result.file = std::move(*old);
  }
  const auto holders = holder_ids(fleet, deck);
  if (options.release) keep_if_held(holders, result);
  Draft draft{.fleet = fleet,
              .deck = deck,
              .key = key,
              .eligible = eligible_workers(fleet, deck, dedicated_workers(fleet)).workers,
              .fresh = fresh,
              .missing = missing_ids(holders, result.file.records),
              .imports = options.imports,
              .result = result};
  if (auto fine = check_imports(options.imports, draft.missing, deck); !fine) {
    return tl::unexpected(std::move(fine.error()));
  }
  result.added = draft.missing.size();
  const auto assigned =
      deck.policy == Policy::kBounded ? assign_bounded(draft) : assign_search(draft);
  if (!assigned) {
    return error(assigned.error().code,
                 fmt::format("deck {}: {}", quote(deck.name), assigned.error().message));
  }
  std::sort(result.file.records.begin(), result.file.records.end(),
            [](const DealRecord& a, const DealRecord& b) { return a.id < b.id; });
  result.changed = fresh || result.added + result.released + result.replaced + result.redealt > 0;
  if (result.changed) result.file.version = version + 1;
  return result;
}

}  // namespace croupier::fleet
