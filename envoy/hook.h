// What every hook shares: no exception leaves the module, and Envoy's buffers read as strings.
#pragma once

#include <string>
#include <string_view>

#include "envoy/abi.h"

namespace croupier::envoy {

inline std::string_view text(AbiBuffer buffer) {
  return buffer.ptr == nullptr ? std::string_view() : std::string_view(buffer.ptr, buffer.length);
}

inline AbiBuffer buffer(std::string_view text) {
  return {text.data(), text.size()};
}

void log(AbiLogLevel level, std::string_view message);

// Counts and logs (once for each hook) the exception that is being handled.
void report_fault(const char* hook) noexcept;

// Runs a hook's body; when it throws, which only a bug of ours does, gives the neutral answer.
template <typename Answer, typename Body>
Answer guarded(const char* hook, Answer neutral, const Body& body) noexcept {
  try {
    return body();
  } catch (...) {
    report_fault(hook);
    return neutral;
  }
}

template <typename Body>
void guarded(const char* hook, const Body& body) noexcept {
  try {
    body();
  } catch (...) {
    report_fault(hook);
  }
}

}  // namespace croupier::envoy
