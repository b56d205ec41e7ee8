// What every worker carries.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "croupier/placement.h"

namespace croupier {

struct Load {
  std::vector<std::uint64_t> tenants;  // by worker: tenants whose hand holds it
  std::vector<double> weight;          // by worker: its share of their weights
  double max_over_mean = 0;            // largest weight over the mean of all workers; 0: no weight
  std::vector<std::uint32_t> idle;     // workers in no hand, ascending
};

// A tenant's weight spreads evenly over its hand. `weights`, by tenant, are finite and not
// negative, and so is their sum; an empty list gives every tenant the weight 1. Cost: O(tenants +
// members).
Load count_load(const Placement& placement, std::span<const double> weights = {});

}  // namespace croupier
