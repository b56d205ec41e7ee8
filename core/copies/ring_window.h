// Which members a shard may hold at a moment, and which of them make it larger.
#pragma once

#include <chrono>
#include <cstdint>

#include "croupier/result.h"
#include "croupier/token_ring.h"

namespace croupier::copies {

// Look-back as the rings compare it: whether there is one, and the second at which it begins.
struct RingWindow {
  bool looks_back = false;
  std::chrono::sys_seconds begin{};

  bool covers(std::chrono::sys_seconds moment) const { return looks_back && moment >= begin; }
};

// kInvalidArgument where the period or now is out of the range of Lookback.
Result<RingWindow> ring_window(const Lookback& lookback);

}  // namespace croupier::copies
