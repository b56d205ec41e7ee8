// One way to number hands so that any two of them share few workers. Plain: no key, no order but
// the construction's own; BoundedDeck (croupier/bounded.h) puts the key on top.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace croupier::placement {

// Immutable; one object serves all threads.
class Construction {
 public:
  virtual ~Construction() = default;

  // Fills `hand` (of the deck's hand size) with distinct workers of 0 to workers()-1, for an
  // ordinal below capacity().
  virtual void deal(std::uint64_t ordinal, std::span<std::uint32_t> hand) const = 0;

  // The ordinal whose hand this is, its workers in ascending order; nothing when it is none.
  virtual std::optional<std::uint64_t> ordinal_of(std::span<const std::uint32_t> hand) const = 0;

  virtual std::uint64_t capacity() const = 0;
  // How many consecutive ordinals, from a multiple of it on, use each of the workers once. It
  // divides capacity().
  virtual std::uint32_t block() const = 0;
  virtual std::uint32_t workers()
      const = 0;  // that hands are dealt from; the deck's others are spares
};

}  // namespace croupier::placement
