// What a policy needs besides workers, as JSON in the fleet segment.
#pragma once

#include "croupier/policy.h"
#include "files/json_fields.h"

namespace croupier::snapshot {

using files::Json;
using files::Problem;

// An empty object for policies without options.
Json encode_options(const PolicyOptions& options);

// Strict; `workers` is the number that the deck deals from. What is wrong is noted in `problem`.
PolicyOptions decode_options(Policy policy, const Json& json, std::uint32_t workers,
                             const std::string& where, Problem& problem);

}  // namespace croupier::snapshot
