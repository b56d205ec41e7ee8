// Looks through an Envoy configuration that others wrote for what would undo a hand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"
#include "fleet/load.h"

namespace croupier::publish {

inline constexpr std::size_t kMaxEnvoyFileBytes = 16u << 20;

// Warns, with line and column, of everything in a bootstrap (YAML or JSON, snake_case or camelCase
// names) that decides for a whole cluster where Croupier decides for a hand, and of missing parts:
//   clusters    circuit breakers, retry budget, outlier detection (and whether it could eject a
//               whole zone at all), panic threshold, health checks that an idle cluster skips
//   listeners   our filter missing or after the router, no local reply that names our reason
//   routes      a retry_on that repeats requests which may have been executed
//   bootstrap   our extension
// A cluster is ours when its cluster type or its load-balancing policy is the dynamic module
// `croupier`. What arrives by xDS cannot be seen. `fleet` gives decks their zones. A text that
// cannot be parsed is one error. Aliases are followed. Bounded time and memory for any input.
std::vector<fleet::Problem> check_envoy(std::string_view text, const std::string& name,
                                        const fleet::Fleet& fleet);

// The same for a file. kUnavailable: it cannot be read; kInvalidArgument: it is no regular file or
// larger than kMaxEnvoyFileBytes.
Result<std::vector<fleet::Problem>> check_envoy_file(const std::string& path,
                                                     const fleet::Fleet& fleet);

}  // namespace croupier::publish
