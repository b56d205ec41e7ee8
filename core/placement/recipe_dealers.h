// Decks over the published recipes, which know workers only by number: position in the deck.
#pragma once

#include <cstdint>

#include "croupier/deal.h"
#include "croupier/recipes.h"

namespace croupier::placement {

class HmacDealer final : public Dealer {
 public:
  HmacDealer(std::uint32_t workers, const Key& key) : recipe_(key), workers_(workers) {}

  Result<void> deal(std::string_view tenant, std::span<std::uint32_t> hand,
                    DealScratch& scratch) const override;
  std::uint32_t largest_hand() const override { return workers_; }

 private:
  HmacRecipe recipe_;
  std::uint32_t workers_;
};

class JavaDemoDealer final : public Dealer {
 public:
  explicit JavaDemoDealer(std::uint32_t workers) : workers_(workers) {}

  Result<void> deal(std::string_view tenant, std::span<std::uint32_t> hand,
                    DealScratch& scratch) const override;
  std::uint32_t largest_hand() const override { return workers_; }

 private:
  std::uint32_t workers_;
};

class PythonSampleDealer final : public Dealer {
 public:
  explicit PythonSampleDealer(std::uint32_t workers) : workers_(workers) {}

  Result<void> deal(std::string_view tenant, std::span<std::uint32_t> hand,
                    DealScratch& scratch) const override;
  std::uint32_t largest_hand() const override { return workers_; }

 private:
  std::uint32_t workers_;
};

}  // namespace croupier::placement
