// CROUPIER_ASSERT checks our own invariants, never input; it stays on in release builds.
#pragma once

namespace croupier {

// Called with the failed expression and its place. The default handler prints to stderr and aborts.
// It must not return: it may throw (the Envoy module's handler does, to unwind to its hook).
using AssertHandler = void (*)(const char* expression, const char* file, int line);

// Replaces the handler for the whole process and gives the old one. Call before threads start.
AssertHandler set_assert_handler(AssertHandler handler);

[[noreturn]] void assert_failed(const char* expression, const char* file, int line);

}  // namespace croupier

#define CROUPIER_ASSERT(expression) \
  ((expression) ? static_cast<void>(0) : ::croupier::assert_failed(#expression, __FILE__, __LINE__))
