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

std::optional<std::string> why_uneven(const Fleet& fleet, const Deck& deck,
                                      std::span<const std::uint32_t> eligible,
                                      std::span<const std::uint32_t> hand) {
  std::vector<std::map<std::string, std::uint32_t>> counts(deck.attributes.size());
  const auto count = [&](std::uint32_t worker, std::uint32_t more) {
    const auto values = dealt_values(fleet.workers[worker], deck);
    for (std::size_t i = 0; i < values.size(); ++i) counts[i][values[i]] += more;
  };
  for (const std::uint32_t worker : eligible) count(worker, 0);
  for (const std::uint32_t worker : hand) count(worker, 1);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto [least, most] =
        std::minmax_element(counts[i].begin(), counts[i].end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most->second <= least->second + 1) continue;
    return fmt::format("it has {} workers whose {} is {}, and {} whose {} is {}", most->second,
                       quote(deck.attributes[i]), quote(most->first), least->second,
                       quote(deck.attributes[i]), quote(least->first));
  }
  return std::nullopt;
}

}  // namespace croupier::fleet
