// Exact overlaps on several threads.
#pragma once

#include "croupier/overlap.h"

namespace croupier::audit {

// `threads`: at least 1, this one included. Each takes the memory of an OverlapCounter. Errors as
// OverlapCounter::make's; std::bad_alloc, on this thread. `placement` must outlive the result.
Result<Overlaps> count_overlaps(const Placement& placement, std::uint32_t threads);

}  // namespace croupier::audit
