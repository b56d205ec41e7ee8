#include "envoy/headers.h"

#include <algorithm>

namespace croupier::envoy {
namespace {

// What Envoy's router obeys when a request brings it. Sorted.
constexpr std::array<std::string_view, 14> kEnvoySteering{
    "x-envoy-attempt-count",
    "x-envoy-expected-rq-timeout-ms",
    "x-envoy-hedge-on-per-try-timeout",
    "x-envoy-is-timeout-retry",
    "x-envoy-max-retries",
    "x-envoy-retriable-header-names",
    "x-envoy-retriable-status-codes",
    "x-envoy-retry-grpc-on",
    "x-envoy-retry-on",
    "x-envoy-upstream-alt-stat-name",
    "x-envoy-upstream-rq-per-try-timeout-ms",
    "x-envoy-upstream-rq-timeout-alt-response",
    "x-envoy-upstream-rq-timeout-ms",
    "x-envoy-upstream-stream-duration-ms",
};
static_assert(std::is_sorted(kEnvoySteering.begin(), kEnvoySteering.end()));

std::vector<AbiHeader>& buffer_of_this_thread() {
  thread_local std::vector<AbiHeader> headers;
  return headers;
}

}  // namespace

RequestHeaders::RequestHeaders(AbiFilter filter) : headers_(buffer_of_this_thread()) {
  headers_.resize(
      envoy_dynamic_module_callback_http_get_headers_size(filter, AbiHeaderType::kRequestHeader));
  if (headers_.empty()) return;
  if (!envoy_dynamic_module_callback_http_get_headers(filter, AbiHeaderType::kRequestHeader,
                                                      headers_.data())) {
    headers_.clear();
  }
}

std::string_view RequestHeaders::get(std::string_view name) const {
  for (const AbiHeader& header : headers_) {
    if (std::string_view(header.key_ptr, header.key_length) == name) {
      return {header.value_ptr, header.value_length};
    }
  }
  return {};
}

std::size_t RequestHeaders::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(headers_.begin(), headers_.end(), [&](const AbiHeader& header) {
        return std::string_view(header.key_ptr, header.key_length) == name;
      }));
}

bool is_steering_header(std::string_view name) {
  if (!name.starts_with("x-")) return false;
  if (name.starts_with("x-croupier-")) return true;
  return name.starts_with("x-envoy-") &&
         std::binary_search(kEnvoySteering.begin(), kEnvoySteering.end(), name);
}

}  // namespace croupier::envoy
