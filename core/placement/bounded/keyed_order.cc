#include "core/placement/bounded/keyed_order.h"

namespace croupier::placement {
namespace {

constexpr std::uint64_t kMostBlocks = 64;  // of a group: more would hide more and balance less

std::uint64_t blocks_of_a_group(std::uint64_t blocks) {
  std::uint64_t divisor = kMostBlocks;
  while (blocks % divisor != 0) --divisor;
  return divisor;
}

}  // namespace

KeyedOrder::KeyedOrder(const Key& key, std::uint64_t capacity, std::uint32_t block)
    : id_{key.derive("croupier bounded within 1"), capacity, block},
      block_(block),
      group_(blocks_of_a_group(capacity / block)),
      blocks_(key.derive("croupier bounded blocks 1"), capacity / block),
      within_(id_.key, group_ * block) {}

// Blocks are shared by many tenants and few: they come first, but leave half to the tenants.
KeyedOrder::Cache::Cache(const KeyedOrder& order, std::size_t most_bytes)
    : of(order.id_),
      blocks(order.blocks_.size(), most_bytes / 2),
      within(order.id_.capacity, most_bytes - blocks.size_bytes()) {}

template <typename Blocks, typename Within>
Placed KeyedOrder::place_with(std::uint64_t ordinal, const Blocks& blocks,
                              const Within& within) const {
  const std::uint64_t group = ordinal / within_.size();
  const std::uint64_t place = within(group, ordinal - group * within_.size());
  const std::uint64_t block = group * group_ + place / block_;
  return {blocks(block) * block_ + place % block_, block};
}

Placed KeyedOrder::place(std::uint64_t ordinal) const {
  return place_with(
      ordinal, [&](std::uint64_t block) { return blocks_.apply(0, block); },
      [&](std::uint64_t group, std::uint64_t place) { return within_.apply(group, place); });
}

Placed KeyedOrder::place(std::uint64_t ordinal, Cache& cache) const {
  return place_with(
      ordinal,
      [&](std::uint64_t block) {
        return cache.blocks.get(block, [&] { return blocks_.apply(0, block); });
      },
      [&](std::uint64_t group, std::uint64_t place) {
        return cache.within.get(ordinal, [&] { return within_.apply(group, place); });
      });
}

std::uint64_t KeyedOrder::from_construction(std::uint64_t ordinal) const {
  const std::uint64_t block = blocks_.invert(0, ordinal / block_);
  const std::uint64_t group = block / group_;
  const std::uint64_t place = block % group_ * block_ + ordinal % block_;
  return group * within_.size() + within_.invert(group, place);
}

}  // namespace croupier::placement
