// Hooks of the HTTP filter.
#include "envoy/filter.h"
#include "envoy/hook.h"
#include "envoy/upstream_filter.h"

namespace croupier::envoy {
namespace {

StreamFilter* as_filter(AbiFilterSelf self) {
  return static_cast<StreamFilter*>(const_cast<void*>(self));
}

std::unique_ptr<StreamFilter> make_filter(const FilterConfig& config, AbiFilter filter) {
  if (config.upstream) return std::make_unique<UpstreamFilter>(filter);
  return std::make_unique<Filter>(config, filter);
}

// Hands Envoy a parsed configuration, or logs why there is none.
template <typename Config>
const void* release_or_log(Result<std::unique_ptr<Config>> parsed) {
  if (parsed) return parsed->release();
  log(AbiLogLevel::kError, "croupier: " + parsed.error().message);
  return nullptr;
}

}  // namespace
}  // namespace croupier::envoy

using namespace croupier::envoy;

AbiFilterConfigSelf envoy_dynamic_module_on_http_filter_config_new(AbiFilterConfig, AbiBuffer name,
                                                                   AbiBuffer bytes) {
  return guarded("http_filter_config_new", AbiFilterConfigSelf{},
                 [&] { return release_or_log(FilterConfig::parse(text(name), text(bytes))); });
}

void envoy_dynamic_module_on_http_filter_config_destroy(AbiFilterConfigSelf self) {
  delete static_cast<const FilterConfig*>(self);
}

AbiFilterRouteSelf envoy_dynamic_module_on_http_filter_per_route_config_new(AbiBuffer,
                                                                            AbiBuffer bytes) {
  return guarded("http_filter_per_route_config_new", AbiFilterRouteSelf{},
                 [&] { return release_or_log(RouteConfig::parse(text(bytes))); });
}

void envoy_dynamic_module_on_http_filter_per_route_config_destroy(AbiFilterRouteSelf self) {
  delete static_cast<const RouteConfig*>(self);
}

AbiFilterSelf envoy_dynamic_module_on_http_filter_new(AbiFilterConfigSelf config,
                                                      AbiFilter filter) {
  return guarded("http_filter_new", AbiFilterSelf{}, [&] {
    return static_cast<AbiFilterSelf>(
        make_filter(*static_cast<const FilterConfig*>(config), filter).release());
  });
}

void envoy_dynamic_module_on_http_filter_destroy(AbiFilterSelf self) {
  guarded("http_filter_destroy", [&] { delete as_filter(self); });
}

// A bug while admitting must not let the request through unadmitted: it then has no token, and the
// cluster refuses it.
AbiHeadersStatus envoy_dynamic_module_on_http_filter_request_headers(AbiFilter, AbiFilterSelf self,
                                                                     bool) {
  return guarded("http_filter_request_headers", AbiHeadersStatus::kContinue,
                 [&] { return as_filter(self)->request_headers(); });
}

AbiHeadersStatus envoy_dynamic_module_on_http_filter_response_headers(AbiFilter, AbiFilterSelf self,
                                                                      bool) {
  guarded("http_filter_response_headers", [&] { as_filter(self)->response_headers(); });
  return AbiHeadersStatus::kContinue;
}

AbiLocalReplyStatus envoy_dynamic_module_on_http_filter_local_reply(AbiFilter, AbiFilterSelf self,
                                                                    uint32_t code,
                                                                    AbiBuffer details, bool) {
  guarded("http_filter_local_reply", [&] { as_filter(self)->local_reply(code, text(details)); });
  return AbiLocalReplyStatus::kContinue;
}

AbiBodyStatus envoy_dynamic_module_on_http_filter_request_body(AbiFilter, AbiFilterSelf, bool) {
  return AbiBodyStatus::kContinue;
}

AbiTrailersStatus envoy_dynamic_module_on_http_filter_request_trailers(AbiFilter, AbiFilterSelf) {
  return AbiTrailersStatus::kContinue;
}

AbiBodyStatus envoy_dynamic_module_on_http_filter_response_body(AbiFilter, AbiFilterSelf, bool) {
  return AbiBodyStatus::kContinue;
}

AbiTrailersStatus envoy_dynamic_module_on_http_filter_response_trailers(AbiFilter, AbiFilterSelf) {
  return AbiTrailersStatus::kContinue;
}

// Destroy follows and does what is to be done.
void envoy_dynamic_module_on_http_filter_stream_complete(AbiFilter, AbiFilterSelf) {}

// The module makes no call-outs and schedules no events on streams; Envoy wants the hooks.
void envoy_dynamic_module_on_http_filter_scheduled(AbiFilter, AbiFilterSelf, uint64_t) {}
void envoy_dynamic_module_on_http_filter_downstream_above_write_buffer_high_watermark(
    AbiFilter, AbiFilterSelf) {}
void envoy_dynamic_module_on_http_filter_downstream_below_write_buffer_low_watermark(
    AbiFilter, AbiFilterSelf) {}
void envoy_dynamic_module_on_http_filter_http_callout_done(AbiFilter, AbiFilterSelf, uint64_t,
                                                           AbiCalloutResult, AbiHeader*, size_t,
                                                           AbiBuffer*, size_t) {}
void envoy_dynamic_module_on_http_filter_http_stream_headers(AbiFilter, AbiFilterSelf, uint64_t,
                                                             AbiHeader*, size_t, bool) {}
void envoy_dynamic_module_on_http_filter_http_stream_data(AbiFilter, AbiFilterSelf, uint64_t,
                                                          const AbiBuffer*, size_t, bool) {}
void envoy_dynamic_module_on_http_filter_http_stream_trailers(AbiFilter, AbiFilterSelf, uint64_t,
                                                              AbiHeader*, size_t) {}
void envoy_dynamic_module_on_http_filter_http_stream_complete(AbiFilter, AbiFilterSelf, uint64_t) {}
void envoy_dynamic_module_on_http_filter_http_stream_reset(AbiFilter, AbiFilterSelf, uint64_t,
                                                           AbiStreamResetReason) {}
void envoy_dynamic_module_on_http_filter_config_scheduled(AbiFilterConfig, AbiFilterConfigSelf,
                                                          uint64_t) {}
void envoy_dynamic_module_on_http_filter_config_http_callout_done(AbiFilterConfig,
                                                                  AbiFilterConfigSelf, uint64_t,
                                                                  AbiCalloutResult, AbiHeader*,
                                                                  size_t, AbiBuffer*, size_t) {}
void envoy_dynamic_module_on_http_filter_config_http_stream_headers(AbiFilterConfig,
                                                                    AbiFilterConfigSelf, uint64_t,
                                                                    AbiHeader*, size_t, bool) {}
void envoy_dynamic_module_on_http_filter_config_http_stream_data(AbiFilterConfig,
                                                                 AbiFilterConfigSelf, uint64_t,
                                                                 const AbiBuffer*, size_t, bool) {}
void envoy_dynamic_module_on_http_filter_config_http_stream_trailers(AbiFilterConfig,
                                                                     AbiFilterConfigSelf, uint64_t,
                                                                     AbiHeader*, size_t) {}
void envoy_dynamic_module_on_http_filter_config_http_stream_complete(AbiFilterConfig,
                                                                     AbiFilterConfigSelf,
                                                                     uint64_t) {}
void envoy_dynamic_module_on_http_filter_config_http_stream_reset(AbiFilterConfig,
                                                                  AbiFilterConfigSelf, uint64_t,
                                                                  AbiStreamResetReason) {}
