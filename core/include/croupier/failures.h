// What a set of failed workers, or of poison tenants, does to all tenants.
//
// A tenant is touched when a member of its hand failed, down when none is left, degraded when it is
// touched and not down.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "croupier/placement.h"

namespace croupier {

struct FailureCounts {
  std::uint64_t untouched = 0, touched = 0, degraded = 0, down = 0;  // tenants
  // Tenants that lost exactly 0, 1, ... members, up to the largest hand's size.
  std::vector<std::uint64_t> by_workers_lost;
  std::vector<std::uint32_t> down_hands;  // hands with no worker left, ascending
};

// The workers, each once, fail together. Tenants in `left_out`, each once, are not counted.
// Cost: the smaller of the members of all hands, about half a nanosecond each, and of the hands
// that hold a failed worker times the failed workers.
FailureCounts count_failed(const Placement& placement, std::span<const std::uint32_t> workers,
                           std::span<const std::uint32_t> left_out = {});

}  // namespace croupier
