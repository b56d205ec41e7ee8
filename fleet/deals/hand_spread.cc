#include "fleet/deals/hand_spread.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "croupier/quote.h"
#include "fleet/eligible.h"

namespace croupier::fleet {

SearchSpread spread_of(const Fleet& fleet, const Deck& deck,
                       std::span<const std::uint32_t> workers) {
  SearchSpread spread;
  spread.values.resize(deck.attributes.size());
  std::vector<std::map<std::string, std::uint32_t>> numbers(deck.attributes.size());
  for (const std::uint32_t worker : workers) {
    const auto values = dealt_values(fleet.workers[worker], deck);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(numbers[i].size());
      spread.values[i].push_back(numbers[i].emplace(values[i], number).first->second);
    }
  }
  return spread;
}

SpreadCheck::SpreadCheck(const Fleet& fleet, const Deck& deck,
                         std::span<const std::uint32_t> eligible)
    : deck_(deck), attributes_(deck.attributes.size()) {
  numbers_.resize(fleet.workers.size() * attributes_.size());
  const auto spread = spread_of(fleet, deck, eligible);
  for (std::size_t i = 0; i < eligible.size(); ++i) {
    const auto values = dealt_values(fleet.workers[eligible[i]], deck);
    for (std::size_t a = 0; a < attributes_.size(); ++a) {
      const std::uint32_t number = spread.values[a][i];
      numbers_[eligible[i] * attributes_.size() + a] = number;
      if (number == attributes_[a].values.size()) attributes_[a].values.push_back(values[a]);
    }
  }
}

std::optional<std::string> SpreadCheck::why_uneven(std::span<const std::uint32_t> hand) {
  for (std::size_t a = 0; a < attributes_.size(); ++a) {
    auto& [values, counts] = attributes_[a];
    counts.assign(values.size(), 0);
    for (const std::uint32_t worker : hand) ++counts[numbers_[worker * attributes_.size() + a]];
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    if (*most <= *least + 1) continue;
    const std::string attribute = quote(deck_.attributes[a]);
    return fmt::format("it has {} workers whose {} is {}, and {} whose {} is {}", *most, attribute,
                       quote(values[static_cast<std::size_t>(most - counts.begin())]), *least,
                       attribute, quote(values[static_cast<std::size_t>(least - counts.begin())]));
  }
  return std::nullopt;
}

}  // namespace croupier::fleet
