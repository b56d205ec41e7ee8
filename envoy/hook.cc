#include "envoy/hook.h"

#include <exception>
#include <mutex>
#include <set>
#include <stdexcept>

#include "croupier/assert.h"
#include "envoy/metrics.h"

namespace croupier::envoy {
namespace {

[[noreturn]] void throw_assert(const char* expression, const char* file, int line) {
  throw std::logic_error(std::string("assertion failed: ") + expression + " at " + file + ":" +
                         std::to_string(line));
}

std::string current_exception_text() {
  try {
    throw;
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return "unknown exception";
  }
}

}  // namespace

void log(AbiLogLevel level, std::string_view message) {
  envoy_dynamic_module_callback_log(level, buffer(message));
}

void report_fault(const char* hook) noexcept {
  metrics().add(Counter::kFaults);
  try {
    static std::mutex mutex;
    static std::set<std::string> reported;
    const std::lock_guard lock(mutex);
    if (!reported.insert(hook).second) return;
    log(AbiLogLevel::kError,
        "croupier: bug in " + std::string(hook) + ": " + current_exception_text());
  } catch (...) {
    // Out of memory while reporting: the counter has it.
  }
}

}  // namespace croupier::envoy

const char* envoy_dynamic_module_on_program_init() {
  croupier::set_assert_handler(croupier::envoy::throw_assert);
  return kAbiVersion;
}
