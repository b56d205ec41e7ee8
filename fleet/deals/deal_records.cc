#include "fleet/deals/deal_records.h"

#include <fmt/format.h>

#include <algorithm>

#include "croupier/quote.h"
#include "files/files.h"

namespace croupier::fleet {
namespace {

constexpr std::string_view kAssign = "`croupier deal --fleet FILE --assign`";

// Why one value of the file is not the deck's.
std::optional<std::string> differs(std::string_view what, std::uint32_t dealt, std::uint32_t said) {
  if (dealt == said) return std::nullopt;
  return fmt::format("it was dealt with {} {}, and the deck has {}", what, dealt, said);
}

void report(std::vector<Problem>& problems, Severity severity, const Place& place,
            std::string message) {
  if (problems.size() < kMaxProblems) problems.push_back({severity, place, std::move(message)});
}

}  // namespace

Result<std::optional<ReadDeals>> load_deal_file(const std::string& path) {
  const auto text = files::read_file(path, kMaxDealFileBytes);
  if (!text) {
    if (text.error().code == Code::kNotFound) return std::nullopt;
    return tl::unexpected(text.error());
  }
  auto file = decode_deal_file(*text);
  if (!file) {
    return error(file.error().code,
                 fmt::format("deal file {}: {}", files::quote_path(path), file.error().message));
  }
  return ReadDeals{std::move(*file), digest_of(*text)};
}

std::vector<std::optional<ReadDeals>> load_deals(const Fleet& fleet, const std::string& folder,
                                                 std::vector<Problem>& problems) {
  std::vector<std::optional<ReadDeals>> all;
  for (const Deck& deck : fleet.decks) {
    all.emplace_back();
    if (deck.deal_file.empty()) continue;
    const std::string path = files::path_from(folder, deck.deal_file);
    auto read = load_deal_file(path);
    if (!read) {
      report(problems, Severity::kError, deck.options_place, read.error().message);
    } else if (!*read) {
      report(problems, Severity::kError, deck.options_place,
             fmt::format("deal file {} of deck {} is not there. A new deck's is made by {}; one "
                         "that was lost must be restored, or every tenant is dealt anew",
                         files::quote_path(path), quote(deck.name), kAssign));
    } else {
      all.back() = std::move(*read);
    }
  }
  return all;
}

std::optional<std::string> why_foreign(const DealFile& file, const Deck& deck, const Key& key) {
  if (file.deck != deck.name) return fmt::format("it is of deck {}", quote(file.deck));
  if (file.policy != deck.policy) {
    return fmt::format("it was dealt by policy {}", policy_name(file.policy));
  }
  const auto* bounded = std::get_if<BoundedSpec>(&deck.options);
  const auto* search = std::get_if<SearchSpec>(&deck.options);
  const std::uint32_t hand = bounded != nullptr ? bounded->hand : search->hand;
  const std::uint32_t overlap = bounded != nullptr ? bounded->max_overlap : search->max_overlap;
  if (auto why = differs("hand_size", file.hand, hand)) return why;
  if (auto why = differs("max_overlap", file.max_overlap, overlap)) return why;
  if (bounded == nullptr) return std::nullopt;
  if (auto why = differs("stripes", file.stripes, bounded->stripes)) return why;
  if (const std::string check = key.check_value(); check != file.key_check) {
    return fmt::format("it was dealt with a key of check value {}, and key {} has {}",
                       file.key_check, quote(deck.key_id), check);
  }
  return std::nullopt;
}

DealRecords::DealRecords(const Fleet& fleet, const Deck& deck, ReadDeals deals,
                         const std::vector<bool>& dealt, std::vector<Problem>& problems)
    : deals_(std::move(deals)) {
  std::unordered_map<std::string_view, std::uint32_t> workers;
  for (const std::uint32_t worker : deck.workers) workers.emplace(fleet.workers[worker].id, worker);
  // Who is gone is told once, and so is who is going.
  std::vector<std::string_view> gone, going;
  const auto bind = [&](const std::string& id, std::vector<std::uint32_t>& to) {
    const auto found = workers.find(id);
    if (found == workers.end()) {
      gone.push_back(id);
      to.push_back(0);
      return;
    }
    if (!dealt[found->second]) going.push_back(id);
    to.push_back(found->second);
  };
  for (const std::string& id : file().slots) bind(id, slots_);
  index_.reserve(file().records.size());
  for (const DealRecord& record : file().records) {
    index_.emplace(record.id, static_cast<std::uint32_t>(index_.size()));
    for (const std::string& id : record.hand) bind(id, members_);
  }
  const auto tell = [&](std::vector<std::string_view>& ids, Severity severity, const char* what) {
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (const std::string_view id : ids) {
      report(problems, severity, deck.options_place,
             fmt::format("worker {} {} and is still in hands of deck {}: {} puts another in its "
                         "place",
                         quote(id), what, quote(deck.name), kAssign));
    }
  };
  tell(gone, Severity::kError, "is not in the deck any more");
  tell(going, Severity::kWarning, "is no longer dealt from");
}

const DealRecord* DealRecords::find(std::string_view id) const {
  const auto found = index_.find(id);
  return found == index_.end() ? nullptr : &file().records[found->second];
}

std::span<const std::uint32_t> DealRecords::hand(const DealRecord& record) const {
  const std::size_t size = file().hand;
  const auto at = static_cast<std::size_t>(&record - file().records.data());
  return std::span(members_).subspan(at * size, size);
}

}  // namespace croupier::fleet
