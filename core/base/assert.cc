#include "croupier/assert.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace croupier {
namespace {

void print_and_abort(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
  std::abort();
}

std::atomic<AssertHandler> current_handler{print_and_abort};

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) {
  return current_handler.exchange(handler == nullptr ? print_and_abort : handler);
}

void assert_failed(const char* expression, const char* file, int line) {
  current_handler.load()(expression, file, line);
  std::abort();  // a handler that returns has broken its contract
}

}  // namespace croupier
