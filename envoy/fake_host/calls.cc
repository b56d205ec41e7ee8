#include "envoy/fake_host/calls.h"

#include <stdexcept>
#include <string>

namespace croupier::envoy::fake {
namespace {

thread_local std::uint64_t t_calls = 0;
thread_local std::string_view t_failing;

}  // namespace

void enter(std::string_view callback) {
  ++t_calls;
  if (callback == t_failing) throw std::runtime_error(std::string(callback) + " fails");
}

std::uint64_t callbacks_of_this_thread() {
  return t_calls;
}

FailingCallback::FailingCallback(std::string_view callback) {
  t_failing = callback;
}

FailingCallback::~FailingCallback() {
  t_failing = {};
}

}  // namespace croupier::envoy::fake
