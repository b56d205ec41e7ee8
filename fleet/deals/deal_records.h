// A deal file's records, ready to be looked up for one fleet.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fleet/deals/deal_file.h"
#include "fleet/eligible.h"
#include "fleet/load.h"
#include "fleet/model.h"

namespace croupier::fleet {

// A deal file as it was read.
struct ReadDeals {
  DealFile file;
  std::string digest;
};

// The deal files of the fleet's decks, in their order; none for decks that have none. Paths are
// relative to `folder`. A file that is not there, or is damaged, becomes a problem at its deck.
std::vector<std::optional<ReadDeals>> load_deals(const Fleet& fleet, const std::string& folder,
                                                 std::vector<Problem>& problems);

// One deck's file, for who may do without: nothing when it is not there; else as
// files::read_file and decode_deal_file, the path in the message.
Result<std::optional<ReadDeals>> load_deal_file(const std::string& path);

// What would make the file's hands others than the deck's: another deck, policy, size, bound or
// key. Nothing: the two fit.
std::optional<std::string> why_foreign(const DealFile& file, const Deck& deck, const Key& key);

// Two hands of a searched deck that share more workers than it allows; nothing when there are none.
// Cost: O(records), and memory as SearchDeck takes it.
std::optional<std::string> why_too_near(const DealFile& file);

// What ordinals of the file the deal of so many hands has not; nothing when it has them all.
std::optional<std::string> why_beyond(const DealFile& file, std::uint64_t capacity);

// Immutable: any number of threads.
class DealRecords {
 public:
  // Precondition: why_foreign() finds nothing. Recorded workers that are not eligible any more
  // become problems (draining ones warnings): hands with them wait for `croupier deal --assign`.
  DealRecords(const Fleet& fleet, const Deck& deck, ReadDeals deals, const Eligible& eligible,
              std::vector<Problem>& problems);

  const DealFile& file() const { return deals_.file; }
  const std::string& digest() const { return deals_.digest; }

  // With `bounded`: the worker indices of the slots, in order.
  std::span<const std::uint32_t> slots() const { return slots_; }

  const DealRecord* find(std::string_view id) const;

  // With `search`: the worker indices of the record's hand.
  std::span<const std::uint32_t> hand(const DealRecord& record) const;

 private:
  ReadDeals deals_;
  std::unordered_map<std::string_view, std::uint32_t> index_;  // id to position among the records
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> members_;  // of all records' hands, one after another
};

}  // namespace croupier::fleet
