// Who is behind these sick workers? With the tenants' numbers in place of hands'.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "audit/input.h"
#include "croupier/suspects.h"

namespace croupier::audit {

struct Suspicion {
  std::vector<std::uint32_t> sick;  // workers, in the order named
  Suspects found;
  std::vector<std::vector<std::uint32_t>> tenants;  // of each ranked group, ascending
  // For each explanation, for each of its hands: the tenants that have it, one of which is a
  // culprit; ascending.
  std::vector<std::vector<std::vector<std::uint32_t>>> culprits;
};

// `names`: one or more workers between commas. kInvalidArgument: a name is empty, no worker, or
// stands twice; and the errors of find_suspects.
Result<Suspicion> suspects(const Input& input, std::string_view names,
                           const SuspectOptions& options);

}  // namespace croupier::audit
