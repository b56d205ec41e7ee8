// Envoy's bootstrap for the demo: the stock listeners beside ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "croupier/result.h"

namespace croupier::demo {

struct StockListeners {
  // Ports of their workers; empty: not wanted.
  std::vector<std::uint16_t> pool;
  std::vector<std::uint16_t> fixed;
  // Who belongs to which shard of `fixed`: tenant number t to shard t mod kShards.
  std::vector<std::string> tenants;
};

// `ours` is what `croupier envoy-config` printed, or empty. Its first listener is renamed to
// "croupier", the stock listeners "pool" and "fixed" are added, and every listener and the admin
// page get port 0. The stock ones have the same health checks and number of attempts as ours, and
// the same rule of repeating: GETs after a loss, POSTs only when they were never sent.
// kInternal: `ours` is no bootstrap.
Result<std::string> envoy_config(const std::string& ours, const StockListeners& stock);

}  // namespace croupier::demo
