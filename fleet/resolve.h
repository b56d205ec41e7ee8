// What a fleet means for one tenant in one deck: every value with its origin, and the hand.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "croupier/deal.h"
#include "fleet/load.h"
#include "fleet/model.h"

namespace croupier::fleet {

using croupier::AttemptRules;

struct Origin {
  std::string value;  // as a person would write it
  std::string from;   // "tenant acme", "group g", "deck api", "default"
  Place place;        // line 0 for defaults
};

// One deck with its dealer. Built once per fleet, then read-only.
struct DealtDeck {
  const Deck* deck = nullptr;
  std::vector<std::uint32_t> dealt;  // worker indices the dealer deals from: the deck's active
                                     // workers, less spill and dedicated ones, in file order
  std::unique_ptr<const Dealer> dealer;
};

// Builds the dealers of all decks; problems (with places) for decks that cannot be dealt: hand
// larger than the eligible workers, a spread that cannot be kept (names the largest balanced hand),
// override larger than the deck.
std::vector<DealtDeck> deal_decks(const Fleet& fleet, const std::vector<Key>& keys,
                                  std::vector<Problem>& problems);

struct Resolved {
  std::string dealt_as;  // the id the hand is dealt under: the tenant's, its group's or the guest's
  bool listed = false;
  bool guest = false;
  bool refused = false;             // unknown tenant in a deck that refuses them: no hand
  bool pinned = false;              // the hand is written down
  std::vector<std::uint32_t> hand;  // worker indices, in order
  AttemptRules attempts;
  Origin hand_size, hand_origin, max_attempts, try_timeout, repeat, all_down;
};

// `tenant` need not be listed. Cost: one deal.
Result<Resolved> resolve(const Fleet& fleet, const DealtDeck& deck, std::string_view tenant);

// The same for a listed tenant by index, without the search for its id and without origins.
Result<Resolved> resolve_listed(const Fleet& fleet, const DealtDeck& deck, std::uint32_t tenant);

}  // namespace croupier::fleet
