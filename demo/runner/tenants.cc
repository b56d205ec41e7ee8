#include "demo/runner/tenants.h"

#include <fmt/format.h>

#include <algorithm>

namespace croupier::demo {

std::string tenant_name(std::size_t number) {
  return fmt::format("tenant-{:03}", number);
}

Result<std::vector<std::size_t>> choose_tenants(const std::vector<WorkerSet>& hands,
                                                const WorkerSet& attacker, std::size_t count) {
  std::vector<std::size_t> all, all_but_one, rest;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const auto overlap = static_cast<std::size_t>(
        std::count_if(hands[i].begin(), hands[i].end(), [&](std::uint32_t worker) {
          return std::find(attacker.begin(), attacker.end(), worker) != attacker.end();
        }));
    if (overlap == attacker.size()) {
      all.push_back(i);
    } else if (overlap + 1 == attacker.size() && all_but_one.size() < kSharingAllButOne) {
      all_but_one.push_back(i);
    } else {
      rest.push_back(i);
    }
  }
  const std::size_t special = 1 + kSharingAllButOne;
  if (all.empty() || all_but_one.size() < kSharingAllButOne || count < special ||
      rest.size() < count - special) {
    return error(
        Code::kNotFound,
        fmt::format("{} candidates: {} share all workers with the attacker (wanted 1), {} "
                    "all but one (wanted {}), {} others",
                    hands.size(), all.size(), all_but_one.size(), kSharingAllButOne, rest.size()));
  }
  std::vector<std::size_t> chosen{all.front()};
  chosen.insert(chosen.end(), all_but_one.begin(), all_but_one.end());
  chosen.insert(chosen.end(), rest.begin(), rest.begin() + static_cast<long>(count - special));
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace croupier::demo
