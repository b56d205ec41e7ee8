// Pinned hands beside dealt ones: whether the deck's largest overlap still holds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fleet/load.h"
#include "fleet/resolve.h"

namespace croupier::fleet {

// A hand written down in the fleet file, of one holder.
struct Pin {
  std::uint32_t tenant = 0;             // index; of a group's the first that has it
  std::span<const std::uint32_t> hand;  // worker indices
};

// The pins of a deck, by the workers they hold. Points into the fleet. Not thread-safe.
class PinIndex {
 public:
  // Cost: O(tenants).
  PinIndex(const Fleet& fleet, const Deck& deck);

  std::span<const Pin> pins() const { return pins_; }

  // Calls `visit(pin, shared)` for every pin, by its place in pins(), that shares workers with the
  // hand, until it says false. Cost: O(hand + meetings).
  template <typename Visit>
  void meet(std::span<const std::uint32_t> hand, const Visit& visit) {
    met_.clear();
    for (const std::uint32_t worker : hand) {
      for (const std::uint32_t pin : holders_[worker]) {
        if (shared_[pin]++ == 0) met_.push_back(pin);
      }
    }
    bool on = true;
    for (const std::uint32_t pin : met_) {
      if (on) on = visit(pin, shared_[pin]);
      shared_[pin] = 0;
    }
  }

  // A pin that shares more than so many workers with the hand; null when there is none.
  const Pin* find_near(std::span<const std::uint32_t> hand, std::uint32_t most_shared);

 private:
  std::vector<Pin> pins_;
  std::vector<std::vector<std::uint32_t>> holders_;  // worker to pins
  std::vector<std::uint32_t> shared_;                // by pin; zero between calls
  std::vector<std::uint32_t> met_;
};

// A pinned hand that shares more workers with another holder's hand than the deck's bound allows.
struct BrokenBound {
  std::uint32_t tenant = 0;            // whose hand is pinned; index
  std::optional<std::uint32_t> other;  // index; nothing: the guest
  std::uint32_t shared = 0;            // workers
};

// Every pair of listed tenants, and of one with the guest, whose hands break the bound of a stored
// policy, each once, at most `most`; tenants that share a hand by their group count as one, the
// first of them. Empty for decks without bound or records. Cost: O(tenants) and a meeting for every
// pin that a tenant shares a worker with; nothing without pins.
std::vector<BrokenBound> find_broken_bounds(const Fleet& fleet, const DealtDeck& deck,
                                            std::size_t most);

// Tells of them: errors, or warnings where the deck's pins may suspend the bound.
void check_pins(const Fleet& fleet, const DealtDeck& deck, std::vector<Problem>& problems);

// The deck's largest overlap between any two hands; nothing for policies without one.
std::optional<std::uint32_t> bound_of(const Deck& deck);

}  // namespace croupier::fleet
