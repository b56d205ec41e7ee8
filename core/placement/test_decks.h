// Decks and hands for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "croupier/deal.h"

namespace croupier::placement {

using Positions = std::vector<std::uint32_t>;
using Ids = std::vector<std::string>;

inline const Key& test_key() {
  static const Key key("a key for tests");
  return key;
}

// Workers "w-0" to "w-<count - 1>".
inline DeckSpec plain_deck(Policy policy, std::uint32_t count) {
  DeckSpec deck;
  deck.policy = policy;
  for (std::uint32_t i = 0; i < count; ++i) deck.workers.push_back({"w-" + std::to_string(i)});
  return deck;
}

// Zones "zone-0", "zone-1", ... of the given sizes.
inline DeckSpec zoned_deck(Spread spread, const std::vector<std::uint32_t>& sizes) {
  DeckSpec deck;
  deck.spread = spread;
  for (std::size_t zone = 0; zone < sizes.size(); ++zone) {
    const std::string name = "zone-" + std::to_string(zone);
    for (std::uint32_t i = 0; i < sizes[zone]; ++i) {
      deck.workers.push_back({name + "-" + std::to_string(i), 1, {name}});
    }
  }
  return deck;
}

// A dealer that remembers its deck. A spec or hand that is refused throws, which fails the test.
class TestDeck {
 public:
  explicit TestDeck(DeckSpec spec, const Key& key = test_key())
      : spec_(spec), dealer_(make_dealer(std::move(spec), key).value()) {}

  Positions deal(std::string_view tenant, std::size_t k) {
    Positions hand;
    const auto dealt = dealer_->deal({tenant}, static_cast<std::uint32_t>(k), hand, scratch_);
    if (!dealt) throw std::runtime_error(dealt.error().message);
    return hand;
  }

  Ids ids(std::string_view tenant, std::size_t k) {
    Ids names;
    for (const std::uint32_t position : deal(tenant, k)) {
      names.push_back(spec_.workers[position].id);
    }
    return names;
  }

  Result<void> try_deal(std::string_view tenant, std::size_t k) {
    Positions hand;
    return dealer_->deal({tenant}, static_cast<std::uint32_t>(k), hand, scratch_);
  }

  const DeckSpec& spec() const { return spec_; }
  std::uint32_t largest_hand() const { return dealer_->largest_hand(); }

 private:
  DeckSpec spec_;
  std::unique_ptr<const Dealer> dealer_;
  DealScratch scratch_;
};

// Members of `a` that `b` lacks.
template <typename Member>
std::vector<Member> without(std::vector<Member> a, std::vector<Member> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<Member> rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace croupier::placement
