#include "croupier/sharing.h"

#include <algorithm>

#include "core/analysis/merge_holders.h"

namespace croupier {

std::vector<std::uint32_t> workers_of(const Placement& placement,
                                      std::span<const std::uint32_t> tenants) {
  std::vector<std::uint32_t> workers;
  for (const std::uint32_t tenant : tenants) {
    const auto members = placement.members(placement.hand_of(tenant));
    workers.insert(workers.end(), members.begin(), members.end());
  }
  std::sort(workers.begin(), workers.end());
  workers.erase(std::unique(workers.begin(), workers.end()), workers.end());
  return workers;
}

std::vector<std::uint32_t> tenants_of(const Placement& placement,
                                      std::span<const std::uint32_t> hands) {
  std::vector<bool> wanted(placement.hands());
  for (const std::uint32_t hand : hands) wanted[hand] = true;
  std::vector<std::uint32_t> tenants;
  for (std::uint32_t tenant = 0; tenant < placement.tenants() && !hands.empty(); ++tenant) {
    if (wanted[placement.hand_of(tenant)]) tenants.push_back(tenant);
  }
  return tenants;
}

std::vector<std::vector<std::uint32_t>> tenants_sharing(const Placement& placement,
                                                        std::uint32_t tenant) {
  const std::uint32_t own = placement.hand_of(tenant);
  std::vector<std::uint32_t> shared(placement.hands());
  analysis::merge_holders(
      placement, placement.members(own),
      [&shared](std::uint32_t hand, std::uint32_t held) { shared[hand] = held; });
  std::vector<std::vector<std::uint32_t>> sharing(placement.size(own) + 1U);
  for (std::uint32_t other = 0; other < placement.tenants(); ++other) {
    const std::uint32_t count = shared[placement.hand_of(other)];
    if (count > 0 && other != tenant) sharing[count].push_back(other);
  }
  return sharing;
}

std::vector<std::vector<std::uint32_t>> twin_groups(const Placement& placement) {
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> group_of(placement.hands(), kNone);
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::uint32_t tenant = 0; tenant < placement.tenants(); ++tenant) {
    const std::uint32_t hand = placement.hand_of(tenant);
    if (placement.count(hand) < 2) continue;
    if (group_of[hand] == kNone) {
      group_of[hand] = static_cast<std::uint32_t>(groups.size());
      groups.emplace_back().reserve(placement.count(hand));
    }
    groups[group_of[hand]].push_back(tenant);
  }
  return groups;
}

}  // namespace croupier
