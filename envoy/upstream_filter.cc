#include "envoy/upstream_filter.h"

#include "envoy/hook.h"
#include "envoy/request.h"

namespace croupier::envoy {

AbiHeadersStatus UpstreamFilter::request_headers() {
  AbiBuffer token{nullptr, 0};
  envoy_dynamic_module_callback_http_get_filter_state_bytes(filter_, buffer(kTokenKey), &token);
  const Request* request = this_thread().requests.find(text(token));
  if (request == nullptr) return AbiHeadersStatus::kContinue;
  const std::string position = std::to_string(request->choice.position);
  envoy_dynamic_module_callback_http_set_header(filter_, AbiHeaderType::kRequestHeader,
                                                buffer("x-croupier-position"), buffer(position));
  return AbiHeadersStatus::kContinue;
}

}  // namespace croupier::envoy
