// The door between the module and the fake host: every callback enters here, is counted, and can be
// made to throw.
#pragma once

#include <cstdint>
#include <string_view>

namespace croupier::envoy::fake {

// Each callback calls it first, with its name less the prefix that all have. Throws
// std::runtime_error when the calling thread is inside a FailingCallback of that name.
void enter(std::string_view callback);

// Callbacks that the calling thread has made so far.
std::uint64_t callbacks_of_this_thread();

// While it lives, the named callback throws on this thread.
class FailingCallback {
 public:
  explicit FailingCallback(std::string_view callback);
  ~FailingCallback();
  FailingCallback(const FailingCallback&) = delete;
  FailingCallback& operator=(const FailingCallback&) = delete;
};

}  // namespace croupier::envoy::fake
