// Decks whose hands come from records: the policies `bounded` and `search`.
#pragma once

#include <cstdint>

#include "croupier/bounded.h"
#include "croupier/deal.h"

namespace croupier::placement {

// Hands by the subject's ordinal.
class BoundedDealer final : public Dealer {
 public:
  explicit BoundedDealer(BoundedDeck deck) : deck_(std::move(deck)) {}

  // kInvalidArgument also for an ordinal that the deck has no hand of.
  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;
  std::uint32_t largest_hand() const override { return deck_.largest_hand(); }
  std::uint64_t ordinals() const override { return deck_.shape().capacity; }
  Result<void> check_size(std::uint32_t size) const override { return deck_.check_size(size); }

 private:
  BoundedDeck deck_;
};

// Every hand stands in a record, so there is none to deal.
class SearchDealer final : public Dealer {
 public:
  explicit SearchDealer(std::uint32_t hand) : hand_(hand) {}

  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;  // always kNotFound
  std::uint32_t largest_hand() const override { return hand_; }
  Result<void> check_size(std::uint32_t size) const override;

 private:
  std::uint32_t hand_;
};

}  // namespace croupier::placement
