// Counts what a whole program allocates. Linking this replaces operator new, so such a test is a
// program of its own.
#pragma once

#include <cstddef>

namespace croupier::testing {

// All calls of operator new so far, on all threads.
std::size_t allocations();

}  // namespace croupier::testing
