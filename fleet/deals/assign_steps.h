// What assign_records does for each policy.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "croupier/key.h"
#include "fleet/deals/assign.h"

namespace croupier::fleet {

// The deal under way. `file` has the old records, by id, that stay.
struct Draft {
  const Fleet& fleet;
  const Deck& deck;
  const Key& key;
  std::vector<std::uint32_t> eligible;     // worker indices that may be dealt, in the deck's order
  bool fresh;                              // nothing was dealt yet
  std::vector<std::string_view> missing;   // ids that need a record, in the order to deal
  const std::vector<DealRecord>& imports;  // of ids among the missing
  Assignment& result;

  DealFile& file() { return result.file; }
};

// Each replaces workers that are no longer dealt from, takes the imports, and deals to the missing.
// New records are appended; the caller sorts them.
Result<void> assign_bounded(Draft& draft);
Result<void> assign_search(Draft& draft);

}  // namespace croupier::fleet
