// The page on which Mimir, Loki, Tempo and Cortex show a ring, as JSON.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>
#include <vector>

#include "croupier/mimir_ring.h"
#include "croupier/result.h"

namespace croupier::fleet {

inline constexpr std::size_t kMaxRingPageBytes = 256u << 20;

struct RingPage {
  std::vector<copies::RingInstance> instances;  // in the page's order, ids distinct; at least one
  std::chrono::sys_seconds now{};               // when the page was made
};

// Reads a whole page. kInvalidArgument, with the place in the page, for everything else: HTML or
// other text, a page cut short, a key that stands twice, is missing or is not known, a value of
// another kind, a time that is no RFC 3339 time or before 1970 (but for year 1, which stands for
// "never"), an id or zone that breaks check_id, an id that stands twice, no tokens at all, more
// than copies::kMaxRingMembers instances. `state`, `address` and `timestamp` are not looked at:
// they do not alter who is dealt. Pages of versions that know no read-only instances lack both of
// its keys. Memory: some ten times the text.
Result<RingPage> read_ring_page(std::string_view text);

}  // namespace croupier::fleet
