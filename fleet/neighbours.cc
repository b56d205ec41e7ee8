#include <algorithm>

#include "fleet/risk.h"

namespace croupier::fleet {
namespace {

bool closer(const Neighbour& a, const Neighbour& b) {
  if (a.shared.size() != b.shared.size()) return a.shared.size() > b.shared.size();
  return a.tenant < b.tenant;
}

}  // namespace

Result<std::vector<Neighbour>> closest_neighbours(const Fleet& fleet, const DealtDeck& deck,
                                                  std::string_view tenant, std::size_t count) {
  const auto own = resolve(fleet, deck, tenant);
  if (!own) return tl::unexpected(own.error());
  std::vector<bool> held(fleet.workers.size());
  for (const std::uint32_t worker : own->hand) held[worker] = true;
  const auto itself = deck.tenants->find(tenant);
  // A heap of the `count` closest so far, the farthest of them on top.
  std::vector<Neighbour> closest;
  for (std::uint32_t other = 0; other < fleet.tenants.size() && count > 0; ++other) {
    if (other == itself) continue;
    const auto resolved = resolve_listed(fleet, deck, other);
    if (!resolved) return tl::unexpected(resolved.error());
    Neighbour neighbour{other, {}};
    for (const std::uint32_t worker : resolved->hand) {
      if (held[worker]) neighbour.shared.push_back(worker);
    }
    if (neighbour.shared.empty()) continue;
    if (closest.size() == count) {
      if (!closer(neighbour, closest.front())) continue;
      std::pop_heap(closest.begin(), closest.end(), closer);
      closest.pop_back();
    }
    std::sort(neighbour.shared.begin(), neighbour.shared.end());
    closest.push_back(std::move(neighbour));
    std::push_heap(closest.begin(), closest.end(), closer);
  }
  std::sort(closest.begin(), closest.end(), closer);
  return closest;
}

}  // namespace croupier::fleet
