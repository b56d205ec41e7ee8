// What all doors of the ABI share.
#pragma once

#include <cstddef>
#include <cstdint>

#pragma GCC visibility push(default)

// What on_program_init returns. Another value loads too, with a warning in Envoy's log.
inline constexpr char kAbiVersion[] = "v0.2.0";

// Bytes without a terminator. The ABI has one type for Envoy's bytes and one for the module's; both
// have this layout. A null `ptr` goes with a zero `length`.
struct AbiBuffer {
  const char* ptr;
  size_t length;
};

// One header, or one key and value of dynamic metadata.
struct AbiHeader {
  const char* key_ptr;
  size_t key_length;
  const char* value_ptr;
  size_t value_length;
};

enum class AbiLogLevel : uint32_t {
  kTrace = 0,
  kDebug = 1,
  kInfo = 2,
  kWarn = 3,
  kError = 4,
  kCritical = 5,
  kOff = 6,
};

enum class AbiMetricsResult : uint32_t {
  kSuccess = 0,
  kMetricNotFound = 1,
  kInvalidLabels = 2,
  kFrozen = 3,  // metrics can only be defined inside the config_new hook
};

enum class AbiCalloutResult : uint32_t {
  kSuccess = 0,
  kReset = 1,
  kExceedResponseBufferLimit = 2,
};

enum class AbiHostHealth : uint32_t {
  kUnhealthy = 0,
  kDegraded = 1,
  kHealthy = 2,
};

// Given to a shutdown hook; it must be called exactly once with the context that came with it.
using AbiCompletion = void (*)(void* context);

extern "C" {

// Main thread, once, when the module is loaded. Null refuses the load.
const char* envoy_dynamic_module_on_program_init();

// Any thread. Lines appear under Envoy's `dynamic_modules` logger.
void envoy_dynamic_module_callback_log(AbiLogLevel level, AbiBuffer message);

// Main thread. Whether Envoy only checks its configuration and then exits.
bool envoy_dynamic_module_callback_is_validation_mode();

}  // extern "C"

#pragma GCC visibility pop
