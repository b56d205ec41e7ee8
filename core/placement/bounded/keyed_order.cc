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
    : block_(block),
      group_(blocks_of_a_group(capacity / block)),
      blocks_(key.derive("croupier bounded blocks 1"), capacity / block),
      within_(key.derive("croupier bounded within 1"), group_ * block) {}

Placed KeyedOrder::place(std::uint64_t ordinal) const {
  const std::uint64_t group = ordinal / within_.size();
  const std::uint64_t place = within_.apply(group, ordinal % within_.size());
  const std::uint64_t block = group * group_ + place / block_;
  return {blocks_.apply(0, block) * block_ + place % block_, block};
}

std::uint64_t KeyedOrder::from_construction(std::uint64_t ordinal) const {
  const std::uint64_t block = blocks_.invert(0, ordinal / block_);
  const std::uint64_t group = block / group_;
  const std::uint64_t place = block % group_ * block_ + ordinal % block_;
  return group * within_.size() + within_.invert(group, place);
}

}  // namespace croupier::placement
