// Decks over the published recipes, which know workers only by number: position in the deck.
#pragma once

#include <cstdint>

#include "core/placement/hand_size.h"
#include "croupier/deal.h"
#include "croupier/recipes.h"

namespace croupier::placement {

// A policy that grants hands of up to all workers.
class NumberDealer : public Dealer {
 public:
  explicit NumberDealer(std::uint32_t workers) : workers_(workers) {}

  std::uint32_t largest_hand() const final { return workers_; }
  Result<void> check_size(std::uint32_t size) const final {
    return check_hand_size(size, workers_, "the number of workers");
  }

 protected:
  std::uint32_t workers() const { return workers_; }

 private:
  std::uint32_t workers_;
};

class HmacDealer final : public NumberDealer {
 public:
  HmacDealer(std::uint32_t workers, const Key& key) : NumberDealer(workers), recipe_(key) {}

  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;

 private:
  HmacRecipe recipe_;
};

class JavaDemoDealer final : public NumberDealer {
 public:
  using NumberDealer::NumberDealer;

  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;
};

class PythonSampleDealer final : public NumberDealer {
 public:
  using NumberDealer::NumberDealer;

  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;
};

}  // namespace croupier::placement
