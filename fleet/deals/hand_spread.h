// Searched hands that are spread over attributes, such as zones.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "croupier/search.h"
#include "fleet/model.h"

namespace croupier::fleet {

// The values of the workers, by index, in the attributes that the deck spreads over, in the words
// of SearchDeck. Without attributes: none.
SearchSpread spread_of(const Fleet& fleet, const Deck& deck,
                       std::span<const std::uint32_t> workers);

// Tells whether hands are spread. Points into the fleet. Not thread-safe.
class SpreadCheck {
 public:
  // Hands are spread over the values that `eligible` workers have. Cost: O(workers * attributes).
  SpreadCheck(const Fleet& fleet, const Deck& deck, std::span<const std::uint32_t> eligible);

  // What is uneven about a hand of the deck: the value of which it has too many workers beside
  // another. Nothing when it is spread, or need not be. Cost: O(attributes * (hand + values)).
  std::optional<std::string> why_uneven(std::span<const std::uint32_t> hand);

 private:
  struct Attribute {
    std::vector<std::string> values;    // by number
    std::vector<std::uint32_t> counts;  // by number: of the hand at work
  };

  const Deck& deck_;
  std::vector<Attribute> attributes_;
  std::vector<std::uint32_t> numbers_;  // of each worker's value, attribute by attribute
};

}  // namespace croupier::fleet
