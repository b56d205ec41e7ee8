// Searched hands that are spread over attributes, such as zones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "croupier/search.h"
#include "fleet/model.h"

namespace croupier::fleet {

// The values of the workers, by index, in the attributes that the deck spreads over, in the words
// of SearchDeck. Without attributes: none.
SearchSpread spread_of(const Fleet& fleet, const Deck& deck,
                       std::span<const std::uint32_t> workers);

// What is uneven about a hand of the deck: the value of which it has too many workers beside
// another that `eligible` workers have. Nothing when it is spread, or need not be.
std::optional<std::string> why_uneven(const Fleet& fleet, const Deck& deck,
                                      std::span<const std::uint32_t> eligible,
                                      std::span<const std::uint32_t> hand);

}  // namespace croupier::fleet
