// Brings a deal file up to its fleet: records for new tenants, other workers for those that left.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "croupier/key.h"
#include "croupier/result.h"
#include "fleet/deals/deal_records.h"
#include "fleet/model.h"

namespace croupier::fleet {

struct AssignOptions {
  bool anew = false;     // deal everybody a new hand, whatever the old file says
  bool release = false;  // drop records of whom the fleet no longer lists
  // Hands of other deals, by worker ids: their tenants are given these.
  std::vector<DealRecord> imports;
};

struct Assignment {
  DealFile file;
  std::size_t added = 0;     // records
  std::size_t released = 0;  // records
  // With `bounded` slots, with `search` members of hands, that another worker was put in.
  std::size_t replaced = 0;
  std::size_t redealt = 0;  // with `search`: hands in which no single worker could be replaced
  bool changed = false;     // the file differs from the old one, and has a version of its own
};

// `old`: the deck's file, if it has one. Deterministic: the same fleet, key and old file give the
// same new one. Hands that hold only workers still dealt from stay as they are; of others as few
// members as can be change. Errors: kFailedPrecondition, an old file of another shape or key (see
// why_foreign); kInvalidArgument, a deck that cannot be dealt so; an import that is no hand of the
// deck or breaks the bound; kResourceExhausted, more holders than hands; kUnavailable, a search
// that gave up. The bound of a searched deck is kept between all records, listed or not.
// Cost: O(tenants + records), and of `search` one hand's search for each new record.
Result<Assignment> assign_records(const Fleet& fleet, const Deck& deck, const Key& key,
                                  std::optional<ReadDeals> old, const AssignOptions& options);

}  // namespace croupier::fleet
