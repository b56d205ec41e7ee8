// Who has the same workers, or the same whole hand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "croupier/placement.h"

namespace croupier {

// All workers of these tenants' hands, ascending: what fails when they are poison (and
// count_failed() leaves them out: they are not their own victims).
std::vector<std::uint32_t> workers_of(const Placement& placement,
                                      std::span<const std::uint32_t> tenants);

// All tenants that have one of these hands, ascending. Cost: O(tenants).
std::vector<std::uint32_t> tenants_of(const Placement& placement,
                                      std::span<const std::uint32_t> hands);

// The other tenants that share exactly 1, 2, ... workers with this one, up to its hand's size:
// lists by that number, each ascending; the first is empty. Cost: O(tenants), and the hands that
// hold a worker of the tenant times its hand's size.
std::vector<std::vector<std::uint32_t>> tenants_sharing(const Placement& placement,
                                                        std::uint32_t tenant);

// The tenants, two or more, that have the same whole hand: each group ascending, groups by their
// first tenant. Cost: O(tenants).
std::vector<std::vector<std::uint32_t>> twin_groups(const Placement& placement);

}  // namespace croupier
