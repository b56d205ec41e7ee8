#include "croupier/load.h"

#include <algorithm>

namespace croupier {

Load count_load(const Placement& placement, std::span<const double> weights) {
  std::vector<double> hand_weights(placement.hands());
  for (std::uint32_t tenant = 0; tenant < placement.tenants(); ++tenant) {
    hand_weights[placement.hand_of(tenant)] += weights.empty() ? 1.0 : weights[tenant];
  }
  Load load;
  load.tenants.resize(placement.workers());
  load.weight.resize(placement.workers());
  double total = 0;
  for (std::uint32_t hand = 0; hand < placement.hands(); ++hand) {
    total += hand_weights[hand];
    const double share = hand_weights[hand] / placement.size(hand);
    for (const std::uint32_t worker : placement.members(hand)) {
      load.tenants[worker] += placement.count(hand);
      load.weight[worker] += share;
    }
  }
  for (std::uint32_t worker = 0; worker < placement.workers(); ++worker) {
    if (load.tenants[worker] == 0) load.idle.push_back(worker);
  }
  if (total > 0) {
    const double most = *std::max_element(load.weight.begin(), load.weight.end());
    load.max_over_mean = most / (total / placement.workers());
  }
  return load;
}

}  // namespace croupier
