// What a fleet means for one tenant in one deck: every value with its origin, and the hand.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "croupier/deal.h"
#include "fleet/deals/deal_records.h"
#include "fleet/load.h"
#include "fleet/model.h"
#include "fleet/tenant_index.h"

namespace croupier::fleet {

using croupier::AttemptRules;

struct Origin {
  std::string value;  // as a person would write it
  std::string from;   // "tenant acme", "group g", "deck api", "default"
  Place place;        // line 0 for defaults
};

// One deck with its dealer. Built once per fleet, then read-only and safe to share between threads.
// Points into the fleet, which must stay where it is (moving a Fleet keeps it so, copying does
// not).
struct DealtDeck {
  const Deck* deck = nullptr;
  std::vector<std::uint32_t> dealt;      // worker indices the dealer deals from: the deck's active
                                         // workers, less spill and dedicated ones, in deck order;
                                         // of `bounded` the slots of its deal file
  PolicyOptions options;                 // the deck's, complete
  std::unique_ptr<const Dealer> dealer;  // none when a problem of the deck was reported
  std::shared_ptr<const DealRecords> records;  // of stored policies
  std::shared_ptr<const TenantIndex> tenants;  // of the whole fleet; shared by all its decks
};

// Builds the dealers of all decks of a fleet without errors; `keys` are those that load_keys gave,
// `deals` what load_deals gave (fewer than decks: the others have none).
// The result has one entry for each deck, in order. Problems (with places) for decks that cannot
// be dealt: hand larger than the eligible workers, a spread that cannot be kept (names the largest
// balanced hand), an override larger than the deck, records that are missing or not the deck's,
// pins that break its bound. Cost: O(workers) per deck, O(tenants).
std::vector<DealtDeck> deal_decks(const Fleet& fleet, const std::vector<Key>& keys,
                                  std::vector<std::optional<ReadDeals>> deals,
                                  std::vector<Problem>& problems);

// Whether the tenant's hand in the deck is written down in the fleet file, not dealt.
bool is_pinned(const Fleet& fleet, const Deck& deck, const Tenant& tenant);

struct Resolved {
  std::string dealt_as;  // the id the hand is dealt under: the tenant's, its group's or the guest's
  bool listed = false;
  bool guest = false;
  bool guest_when_chosen = false;   // not listed: where SNI or path name it, it is a guest all the
                                    // same, as clients choose those
  bool refused = false;             // unknown tenant in a deck that refuses them: no hand
  bool pinned = false;              // the hand is written down
  std::vector<std::uint32_t> hand;  // worker indices, in order
  AttemptRules attempts;
  bool own_repeat = false;  // attempts.repeat is the tenant's or its group's: no route changes it
  Origin hand_size, hand_origin, max_attempts, try_timeout, repeat, all_down;
};

// `tenant` need not be listed; one that is not, yet has a group's id, is dealt that group's hand,
// and one that only SNI or path could name is a guest.
// kInvalidArgument: no valid id; kFailedPrecondition: the deck has no dealer. Cost: O(1) to find
// the tenant, O(log decks) to find its overrides, and one deal.
Result<Resolved> resolve(const Fleet& fleet, const DealtDeck& deck, std::string_view tenant);

// The same for a listed tenant by index, without the search for its id and without origins.
Result<Resolved> resolve_listed(const Fleet& fleet, const DealtDeck& deck, std::uint32_t tenant);

}  // namespace croupier::fleet
