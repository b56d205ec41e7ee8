#include "fleet/deals/deal_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "croupier/quote.h"
#include "croupier/search.h"
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

std::optional<std::string> why_too_near(const DealFile& file) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (const DealRecord& record : file.records) {
    for (const std::string& id : record.hand) {
      numbers.emplace(id, static_cast<std::uint32_t>(numbers.size()));
    }
  }
  if (numbers.empty()) return std::nullopt;
  auto deck =
      SearchDeck::make({static_cast<std::uint32_t>(numbers.size()), file.hand, file.max_overlap},
                       Key(std::string_view()));
  if (!deck) return deck.error().message;
  std::vector<std::uint32_t> hand(file.hand);
  for (const DealRecord& record : file.records) {
    std::transform(record.hand.begin(), record.hand.end(), hand.begin(),
                   [&numbers](const std::string& id) { return numbers.at(id); });
    if (deck->import(hand)) continue;
    return fmt::format("the recorded hand of {} shares more than {} workers with another",
                       quote(record.id), file.max_overlap);
  }
  return std::nullopt;
}

std::optional<std::string> why_beyond(const DealFile& file, std::uint64_t capacity) {
  if (file.next > capacity) {
    return fmt::format("the deal file says that ordinal {} is next, and the deck has {} hands",
                       file.next, capacity);
  }
  for (const DealRecord& record : file.records) {
    if (record.ordinal < capacity) continue;
    return fmt::format("the deal file gives {} ordinal {}, and the deck has {} hands",
                       quote(record.id), record.ordinal, capacity);
  }
  return std::nullopt;
}

DealRecords::DealRecords(const Fleet& fleet, const Deck& deck, ReadDeals deals,
                         const Eligible& eligible, std::vector<Problem>& problems)
    : deals_(std::move(deals)) {
  std::unordered_map<std::string_view, std::uint32_t> workers;
  for (const std::uint32_t worker : deck.workers) workers.emplace(fleet.workers[worker].id, worker);
  const std::vector<bool> dealt = flags_of(fleet, eligible.workers);
  const std::vector<bool> draining = flags_of(fleet, eligible.draining);
  // Each is told of once.
  std::set<std::string_view> gone, withheld, going;
  const auto bind = [&](const std::string& id, std::vector<std::uint32_t>& to) {
    const auto found = workers.find(id);
    to.push_back(found == workers.end() ? 0 : found->second);
    if (found == workers.end()) {
      gone.insert(id);
    } else if (draining[found->second]) {
      going.insert(id);
    } else if (!dealt[found->second]) {
      withheld.insert(id);
    }
  };
  for (const std::string& id : file().slots) bind(id, slots_);
  index_.reserve(file().records.size());
  for (const DealRecord& record : file().records) {
    index_.emplace(record.id, static_cast<std::uint32_t>(index_.size()));
    for (const std::string& id : record.hand) bind(id, members_);
  }
  const auto tell = [&](const std::set<std::string_view>& ids, Severity severity,
                        const char* what) {
    for (const std::string_view id : ids) {
      report(problems, severity, deck.options_place,
             fmt::format("worker {} {} and is still in hands of deck {}: {} puts another in its "
                         "place{}",
                         quote(id), what, quote(deck.name), kAssign,
                         severity == Severity::kWarning ? ", when there is one to spare" : ""));
    }
  };
  tell(gone, Severity::kError, "is not in the deck any more");
  tell(withheld, Severity::kError, "is dedicated or spill");
  tell(going, Severity::kWarning, "drains");
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
