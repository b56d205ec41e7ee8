// Chooses the tenants of the demo, so that there is something to predict.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "croupier/result.h"
#include "demo/model/model.h"

namespace croupier::demo {

inline constexpr std::size_t kCandidates = 100'000;
inline constexpr std::size_t kSharingAllButOne = 5;

// "tenant-000", "tenant-001", ...
std::string tenant_name(std::size_t number);

// Picks `count` of the candidates (by number, ascending): the first that shares the attacker's
// whole hand and no other such, the first five that share all but one worker, and then the first of
// the rest. `hands` are the candidates'. kNotFound: there are not enough; the message says of what.
Result<std::vector<std::size_t>> choose_tenants(const std::vector<WorkerSet>& hands,
                                                const WorkerSet& attacker, std::size_t count);

}  // namespace croupier::demo
