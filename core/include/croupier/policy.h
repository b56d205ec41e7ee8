// The policies, by name, and what each needs to know.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "croupier/bounded.h"
#include "croupier/mimir_ring.h"
#include "croupier/search.h"

namespace croupier {

// How hands come about. Pinned hands are no policy: they are written down (see fleet/model.h) and
// never reach a Dealer.
enum class Policy {
  kHmac,
  kRendezvous,
  kJavaDemo,
  kPythonSample,
  kBounded,
  kSearch,
  kApf,
  kInfima,
  kMimirRing,
  kMimirQueriers,
  kThanos,
};

std::string_view policy_name(Policy policy);  // "hmac", "mimir-ring", ...
std::optional<Policy> find_policy(std::string_view name);
std::string policy_names();  // all of them: "hmac, rendezvous, ..."

// Stored policies need a record of every tenant that was dealt to: an ordinal, or the hand itself.
constexpr bool is_stored(Policy policy) {
  return policy == Policy::kBounded || policy == Policy::kSearch;
}

// Whether hands are always as large as was asked: rings round up over their zones.
constexpr bool deals_exact_sizes(Policy policy) {
  return policy != Policy::kMimirRing && policy != Policy::kThanos;
}

// How a hand spreads over the values of worker attributes (a zone, a version, a store).
enum class Spread {
  kNone,
  kPrefer,    // as even as the sizes allow; never refuses a hand that the deck can fill
  kBalanced,  // the counts of any two values differ by at most one, or the deal is refused
};

// What the policies need besides workers. `workers` of a spec is the deck's.
struct ApfOptions {
  std::string flow_schema;  // whose flows the tenants are
};
struct InfimaOptions {
  std::vector<std::string> dimensions;  // names of the workers' values
  std::int64_t seed = 0;
};
struct MimirRingOptions {
  // One for each of the deck's workers, in their order: what the ring page says of it.
  std::vector<copies::RingInstance> instances;
  bool zone_aware = false;
  copies::Lookback lookback;  // of reads: hands also hold who was in them before
};
struct ThanosOptions {
  bool zone_aware = true;
  std::uint32_t replication_factor = 1;
};
using PolicyOptions = std::variant<std::monostate, BoundedSpec, SearchSpec, ApfOptions,
                                   InfimaOptions, MimirRingOptions, ThanosOptions>;

}  // namespace croupier
