// How many replicas Thanos can place over zones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace croupier::copies {

// Thanos gives a zone a further replica only while no zone has fewer. Once the smallest zone is
// full at m, the others stop at m + 1, and a ring that wants more replicas waits for ever. The most
// that zones of these sizes (each at least 1) can hold; all endpoints where there is one zone.
inline std::uint64_t most_replicas(std::span<const std::uint32_t> zone_sizes) {
  if (zone_sizes.size() == 1) return zone_sizes[0];
  std::uint32_t least = UINT32_MAX;
  for (const std::uint32_t size : zone_sizes) least = std::min(least, size);
  std::uint64_t most = 0;
  for (const std::uint32_t size : zone_sizes) most += std::min(size, least + 1);
  return most;
}

}  // namespace croupier::copies
