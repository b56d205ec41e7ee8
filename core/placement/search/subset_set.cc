#include "core/placement/search/subset_set.h"

#include "core/base/uint128.h"

namespace croupier::placement {
namespace {

constexpr std::size_t kFirstTable = 1024;
constexpr std::uint64_t kMost = std::uint64_t{1} << 63;

// C(n, r), or kMost when it is that or more.
std::uint64_t binomial_up_to_most(std::uint32_t n, std::uint32_t r) {
  if (r > n) return 0;
  std::uint64_t value = 1;
  for (std::uint32_t i = 1; i <= r; ++i) {
    const Uint128 next = multiply_wide(value, n - r + i) / i;
    if (next >= kMost) return kMost;
    value = static_cast<std::uint64_t>(next);
  }
  return value;
}

// Mixes all bits, so that neighbouring ranks do not crowd together.
std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93;
  x ^= x >> 32;
  return x;
}

}  // namespace

NumberSet::NumberSet(std::uint64_t bound) {
  if (bound / 8 <= kMostDenseBytes) {
    bits_.resize(bound / 64 + 1);
  } else {
    table_.assign(kFirstTable, kEmpty);
  }
}

bool NumberSet::contains(std::uint64_t number) const {
  if (dense()) return (bits_[number / 64] >> number % 64 & 1) != 0;
  return table_[slot_of(number)] == number;
}

void NumberSet::prefetch(std::uint64_t number) const {
  __builtin_prefetch(dense() ? &bits_[number / 64] : &table_[mix(number) & (table_.size() - 1)]);
}

void NumberSet::insert(std::uint64_t number) {
  if (dense()) {
    bits_[number / 64] |= std::uint64_t{1} << number % 64;
    return;
  }
  if (5 * (used_ + 1) > 3 * table_.size()) grow();  // at most 60 % full
  table_[slot_of(number)] = number;
  ++used_;
}

void NumberSet::erase(std::uint64_t number) {
  if (dense()) {
    bits_[number / 64] &= ~(std::uint64_t{1} << number % 64);
    return;
  }
  // Moves back what came after it on the same run, so that no gap hides anything.
  const std::size_t mask = table_.size() - 1;
  std::size_t gap = slot_of(number);
  for (std::size_t at = (gap + 1) & mask; table_[at] != kEmpty; at = (at + 1) & mask) {
    const std::size_t home = mix(table_[at]) & mask;
    if (((at - home) & mask) < ((at - gap) & mask)) continue;
    table_[gap] = table_[at];
    gap = at;
  }
  table_[gap] = kEmpty;
  --used_;
}

std::size_t NumberSet::slot_of(std::uint64_t number) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = mix(number) & mask;
  while (table_[at] != kEmpty && table_[at] != number) at = (at + 1) & mask;
  return at;
}

void NumberSet::grow() {
  std::vector<std::uint64_t> old(2 * table_.size(), kEmpty);
  old.swap(table_);
  for (const std::uint64_t number : old) {
    if (number != kEmpty) table_[slot_of(number)] = number;
  }
}

bool SubsetRanks::fits(std::uint32_t workers, std::uint32_t t) {
  return binomial_up_to_most(workers, t) < kMost;
}

SubsetRanks::SubsetRanks(std::uint32_t workers, std::uint32_t t)
    : workers_(workers), t_(t), table_(std::size_t{t} * (workers + 1)) {
  for (std::uint32_t r = 1; r <= t; ++r) {
    for (std::uint32_t n = 0; n <= workers; ++n) {
      table_[std::size_t{r - 1} * (workers + 1) + n] = binomial_up_to_most(n, r);
    }
  }
}

std::uint64_t SubsetRanks::count() const {
  return binomial(workers_, t_);
}

}  // namespace croupier::placement
