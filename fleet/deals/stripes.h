// Stripes of a bounded deck that are tied to an attribute of workers, such as their zone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "croupier/bounded.h"
#include "croupier/result.h"
#include "fleet/model.h"

namespace croupier::fleet {

// The workers of a new deck's slots: `eligible` in their order where the deck ties its stripes to
// nothing; else stripes that take turns among the attribute's values, so that every hand has
// workers of all of them. kInvalidArgument: BoundedDeck's refusals; values that cannot share the
// stripes evenly, or are more than a hand's members.
struct NewSlots {
  std::vector<std::uint32_t> workers;  // indices
  std::uint32_t stripe_size = 0;       // as BoundedSpec has it: 0 where the deck is free
};
Result<NewSlots> lay_out_slots(const Fleet& fleet, const Deck& deck,
                               std::span<const std::uint32_t> eligible);

// What is wrong with a deck's slots as zones go: a stripe of workers with several values, or a hand
// that would not span all values. Nothing where the deck ties its stripes to nothing.
std::optional<std::string> why_torn(const Fleet& fleet, const Deck& deck,
                                    std::span<const std::uint32_t> slots,
                                    std::uint32_t stripe_size);

// The value of the deck's attribute that a worker has; empty where stripes are tied to nothing.
std::string stripe_value(const Fleet& fleet, const Deck& deck, std::uint32_t worker);

}  // namespace croupier::fleet
