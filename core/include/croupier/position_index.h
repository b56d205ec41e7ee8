// Finds equal items of a sequence that somebody else keeps.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace croupier {

// A flat hash table of positions, 8 bytes a slot, at most 5/8 full; it grows by itself. The caller
// hashes and compares. Not keyed: for inputs that their owner analyses, not for requests.
class PositionIndex {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // `expected`: items that fit before it grows.
  explicit PositionIndex(std::size_t expected = 0) { slots_.resize(slots_for(expected)); }

  // The position of the item that `equal(position)` accepts; kNone without any.
  template <typename Equal>
  std::uint32_t find(std::uint64_t hash, const Equal& equal) const {
    const std::uint64_t slot = slots_[slot_of(hash, equal)];
    return slot == 0 ? kNone : position_of(slot);
  }

  // The same; where there is none, adds `position` (below kNone) and gives it back.
  template <typename Equal>
  std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t position, const Equal& equal) {
    if (8 * (used_ + 1) > 5 * slots_.size()) grow();
    std::uint64_t& slot = slots_[slot_of(hash, equal)];
    if (slot != 0) return position_of(slot);
    slot = tag_of(hash) << 32 | (position + 1U);
    ++used_;
    return position;
  }

  // Hints that the item of this hash is asked for soon.
  void prefetch(std::uint64_t hash) const {
    __builtin_prefetch(&slots_[tag_of(hash) & (slots_.size() - 1)]);
  }

 private:
  static std::size_t slots_for(std::size_t items) { return std::bit_ceil(items / 5 * 8 + 16); }
  static std::uint64_t tag_of(std::uint64_t hash) { return hash >> 32; }
  static std::uint32_t position_of(std::uint64_t slot) {
    return static_cast<std::uint32_t>(slot) - 1;
  }

  // Where the item is, or the empty slot where it belongs.
  template <typename Equal>
  std::size_t slot_of(std::uint64_t hash, const Equal& equal) const {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t tag = tag_of(hash);
    std::size_t at = tag & mask;
    while (slots_[at] != 0 && !(slots_[at] >> 32 == tag && equal(position_of(slots_[at])))) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void grow() {
    std::vector<std::uint64_t> old(2 * slots_.size());
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const std::uint64_t slot : old) {
      if (slot == 0) continue;
      std::size_t at = (slot >> 32) & mask;
      while (slots_[at] != 0) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }

  std::vector<std::uint64_t>
      slots_;  // a power of two; the hash's upper half, position + 1; 0: free
  std::size_t used_ = 0;
};

}  // namespace croupier
