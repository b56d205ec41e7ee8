// The order in which a key's holder deals a construction's hands.
#pragma once

#include <cstdint>

#include "core/placement/bounded/number_cache.h"
#include "core/placement/bounded/permutation.h"
#include "croupier/key.h"

namespace croupier::placement {

// Where a tenant's ordinal leads.
struct Placed {
  std::uint64_t ordinal;  // of the construction
  std::uint64_t block;    // the how-manieth block of hands it is in, in the order of dealing
};

// Orders with the same id are the same.
struct KeyedOrderId {
  SipKey key;  // of the shuffles within groups
  std::uint64_t capacity;
  std::uint64_t block;

  bool operator==(const KeyedOrderId&) const = default;
};

// A construction is blocks of m hands that use every worker once. This permutes the blocks, then
// deals groups of M blocks at a time (M the largest divisor of the number of blocks up to 64), each
// group shuffled within itself. Numbering neighbours therefore says little of each other's hands,
// and yet in every prefix of the ordinals two workers' loads differ by at most M.
// Source: docs/policies/bounded.md, "Keyed order". Immutable.
class KeyedOrder {
 public:
  // `block` divides `capacity`, both at least 1.
  KeyedOrder(const Key& key, std::uint64_t capacity, std::uint32_t block);

  // What one thread remembers of one order.
  struct Cache {
    Cache(const KeyedOrder& order, std::size_t most_bytes);

    KeyedOrderId of;
    NumberCache blocks;
    NumberCache within;
  };

  const KeyedOrderId& id() const { return id_; }

  // From the tenants' ordinal to the construction's, and back; both below the capacity. The cache
  // must be of an order with the same id.
  Placed place(std::uint64_t ordinal) const;
  Placed place(std::uint64_t ordinal, Cache& cache) const;
  std::uint64_t from_construction(std::uint64_t ordinal) const;

 private:
  template <typename Blocks, typename Within>
  Placed place_with(std::uint64_t ordinal, const Blocks& blocks, const Within& within) const;

  KeyedOrderId id_;
  std::uint64_t block_;
  std::uint64_t group_;  // M blocks
  Permutation blocks_;
  Permutation within_;  // of a group; its number is the tweak
};

}  // namespace croupier::placement
