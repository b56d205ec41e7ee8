// What if these workers fail, or these tenants are poison? And who has which workers?
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "audit/input.h"
#include "croupier/failures.h"

namespace croupier::audit {

struct Answer {
  std::vector<std::uint32_t> failed;  // workers, ascending
  FailureCounts counts;
  std::vector<std::uint32_t> down_tenants;  // that are counted as down, ascending
};

// `names`: one or more between commas, each of a worker, a zone or a dependency; the latter two
// stand for all their workers. kInvalidArgument: a name is empty, of nothing, or of several things
// with different workers.
Result<Answer> fail(const Input& input, std::string_view names);

// `names`: one or more tenants between commas. All workers of their hands fail; they themselves are
// not counted. kInvalidArgument: a name is empty or no tenant.
Result<Answer> poison(const Input& input, std::string_view names);

// Who shares workers with a tenant.
struct Sharing {
  std::uint32_t tenant = 0;
  // The others that share exactly 1, 2, ... workers with it, up to its hand's size, each list
  // ascending; the first is empty.
  std::vector<std::vector<std::uint32_t>> by_shared;
};

// kInvalidArgument: no such tenant.
Result<Sharing> who_shares(const Input& input, std::string_view tenant);

// Who has a worker, ascending.
struct Holders {
  std::uint32_t worker = 0;
  std::vector<std::uint32_t> tenants;
};

// kInvalidArgument: no such worker.
Result<Holders> tenants_of(const Input& input, std::string_view worker);

// What two tenants share: workers, ascending.
struct Overlap {
  std::uint32_t one = 0, other = 0;
  std::vector<std::uint32_t> shared;
};

// `names`: two tenants, with a comma between. kInvalidArgument: they are not two, or no tenants.
Result<Overlap> overlap(const Input& input, std::string_view names);

}  // namespace croupier::audit
