// What assign_records does for each policy.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "croupier/key.h"
#include "fleet/deals/assign.h"
#include "fleet/deals/pins.h"
#include "fleet/eligible.h"

namespace croupier::fleet {

// The deal under way. `file` has the old records, by id, that stay.
struct Draft {
  const Fleet& fleet;
  const Deck& deck;
  const Key& key;
  Eligible eligible;
  PinIndex& pins;                          // that new hands must keep the bound with
  bool fresh;                              // nothing was dealt yet
  std::vector<std::string_view> missing;   // ids that need a record, in the order to deal
  std::size_t unlisted;                    // records of whom the fleet does not list
  const std::vector<DealRecord>& imports;  // of ids among the missing
  Assignment& result;

  DealFile& file() { return result.file; }
  std::uint32_t bound() const { return result.file.max_overlap; }
};

// Each replaces workers that are no longer dealt from, takes the imports, and deals to the missing.
// New records are appended; the caller sorts them.
//
// New hands keep the bound with pinned ones, too. Where the deck's pins may break it and no such
// hand was found in kMostAvoided, the last one is dealt all the same; where they may not, it is
// kUnavailable.
inline constexpr int kMostAvoided = 10'000;
Result<void> assign_bounded(Draft& draft);
Result<void> assign_search(Draft& draft);

// Whether an imported hand, by worker indices, may stand beside the pinned ones.
Result<void> check_import(Draft& draft, const DealRecord& import,
                          std::span<const std::uint32_t> workers);

tl::unexpected<Error> no_hand_beside(const Draft& draft, const Pin& pin);

}  // namespace croupier::fleet
