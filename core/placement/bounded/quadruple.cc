#include "core/placement/bounded/quadruple.h"

#include <algorithm>
#include <array>
#include <bit>

namespace croupier::placement {
namespace {

constexpr std::size_t kHand = 4;

// Opens a zero bit at position `at`, or closes it again.
constexpr std::uint64_t open_bit(std::uint64_t x, std::uint32_t at) {
  const std::uint64_t low = x & ((std::uint64_t{1} << at) - 1);
  return (x ^ low) << 1 | low;
}
constexpr std::uint64_t close_bit(std::uint64_t x, std::uint32_t at) {
  const std::uint64_t low = x & ((std::uint64_t{1} << at) - 1);
  return (x >> (at + 1)) << at | low;
}

constexpr std::uint32_t top_bit(std::uint64_t x) {
  return static_cast<std::uint32_t>(std::bit_width(x)) - 1;
}

// Planes whose highest bit is below i: (2^i - 1)(2^i - 2) / 6.
constexpr auto kPlanesBelow = [] {
  std::array<std::uint64_t, 18> planes{};
  for (std::size_t i = 1; i < planes.size(); ++i) {
    const std::uint64_t power = std::uint64_t{1} << i;
    planes[i] = (power - 1) * (power - 2) / 6;
  }
  return planes;
}();

}  // namespace

std::uint64_t QuadrupleDeal::capacity() const {
  return kPlanesBelow[bits_] << (bits_ - 2);
}

void QuadrupleDeal::deal(std::uint64_t ordinal, std::span<std::uint32_t> hand) const {
  const std::uint64_t plane = ordinal >> (bits_ - 2);
  const std::uint64_t coset = ordinal & (block() - 1);
  // The largest i with kPlanesBelow[i] <= plane; they grow by about four.
  std::uint32_t i = std::max(1U, top_bit(6 * plane + 1) / 2);
  while (kPlanesBelow[i + 1] <= plane) ++i;
  const std::uint64_t rest = plane - kPlanesBelow[i];
  const std::uint64_t v = (rest >> (i - 1)) + 1;  // 1 to 2^i - 1
  const std::uint64_t low = rest & ((std::uint64_t{1} << (i - 1)) - 1);
  const std::uint32_t j = top_bit(v);
  const std::uint64_t u = std::uint64_t{1} << i | open_bit(low, j);
  const std::uint64_t a = open_bit(open_bit(coset, j), i);
  hand[0] = static_cast<std::uint32_t>(a);
  hand[1] = static_cast<std::uint32_t>(a ^ v);
  hand[2] = static_cast<std::uint32_t>(a ^ u);
  hand[3] = static_cast<std::uint32_t>(a ^ u ^ v);
}

std::optional<std::uint64_t> QuadrupleDeal::ordinal_of(std::span<const std::uint32_t> hand) const {
  if (hand.size() != kHand || (hand[0] ^ hand[1] ^ hand[2] ^ hand[3]) != 0) return std::nullopt;
  if (std::any_of(hand.begin(), hand.end(), [&](auto worker) { return worker >= workers(); })) {
    return std::nullopt;
  }
  // Of the three differences two have the same top bit i; the third is v.
  std::array<std::uint64_t, 3> differences{};
  for (std::size_t n = 0; n < 3; ++n) differences[n] = hand[0] ^ hand[n + 1];
  std::sort(differences.begin(), differences.end());
  const std::uint64_t v = differences[0];
  if (v == 0) return std::nullopt;  // a worker stands twice
  const std::uint32_t j = top_bit(v);
  const std::uint32_t i = top_bit(differences[2]);
  const std::uint64_t u = (differences[1] >> j & 1) == 0 ? differences[1] : differences[2];
  std::uint64_t a = hand[0];
  if ((a >> i & 1) != 0) a ^= u;
  if ((a >> j & 1) != 0) a ^= v;
  const std::uint64_t coset = close_bit(close_bit(a, i), j);
  const std::uint64_t low = close_bit(u ^ std::uint64_t{1} << i, j);
  const std::uint64_t plane = kPlanesBelow[i] + ((v - 1) << (i - 1)) + low;
  return plane << (bits_ - 2) | coset;
}

}  // namespace croupier::placement
