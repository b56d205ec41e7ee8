// HTTP filter: downstream, or in a cluster's upstream chain.
#pragma once

#include "envoy/abi/common.h"

#pragma GCC visibility push(default)

using AbiFilterConfig = void*;            // valid until config_destroy
using AbiFilterConfigSelf = const void*;  // ours
using AbiFilterRouteSelf = const void*;   // ours, per-route configuration
using AbiFilter = void*;                  // one stream, valid until filter_destroy
using AbiFilterSelf = const void*;        // ours

enum class AbiHeaderType : uint32_t {
  kRequestHeader = 0,
  kRequestTrailer = 1,
  kResponseHeader = 2,
  kResponseTrailer = 3,
};

// For request and response headers alike.
enum class AbiHeadersStatus : uint32_t {
  kContinue = 0,
  kStopIteration = 1,  // parks the headers; body frames still arrive at our hooks
  kContinueAndDontEndStream = 2,
  kStopAllIterationAndBuffer = 3,     // parks everything; too large a body gets 413
  kStopAllIterationAndWatermark = 4,  // parks everything; back-pressure instead of 413
};

enum class AbiBodyStatus : uint32_t {
  kContinue = 0,
  kStopIterationAndBuffer = 1,
  kStopIterationAndWatermark = 2,
  kStopIterationNoBuffer = 3,
};

enum class AbiTrailersStatus : uint32_t {
  kContinue = 0,
  kStopIteration = 1,
};

enum class AbiLocalReplyStatus : uint32_t {
  kContinue = 0,
  kContinueAndResetStream = 1,
};

// Why a streamed callout of ours was reset.
enum class AbiStreamResetReason : uint32_t {
  kConnectionFailure = 0,
  kConnectionTermination = 1,
  kLocalReset = 2,
  kLocalRefusedStreamReset = 3,
  kOverflow = 4,
  kRemoteReset = 5,
  kRemoteRefusedStreamReset = 6,
  kProtocolError = 7,
};

// Each is served by one getter only.
enum class AbiAttribute : uint32_t {
  kConnectionMtls = 29,
  kConnectionRequestedServerName = 30,
  kConnectionUriSanPeerCertificate = 37,
};

extern "C" {

// --- Hooks, main thread

AbiFilterConfigSelf envoy_dynamic_module_on_http_filter_config_new(AbiFilterConfig config,
                                                                   AbiBuffer name, AbiBuffer bytes);
// May run on whichever thread drops the last stream that used the configuration.
void envoy_dynamic_module_on_http_filter_config_destroy(AbiFilterConfigSelf self);
AbiFilterRouteSelf envoy_dynamic_module_on_http_filter_per_route_config_new(AbiBuffer name,
                                                                            AbiBuffer bytes);
void envoy_dynamic_module_on_http_filter_per_route_config_destroy(AbiFilterRouteSelf self);
void envoy_dynamic_module_on_http_filter_config_scheduled(AbiFilterConfig config,
                                                          AbiFilterConfigSelf self, uint64_t event);
void envoy_dynamic_module_on_http_filter_config_http_callout_done(
    AbiFilterConfig config, AbiFilterConfigSelf self, uint64_t callout, AbiCalloutResult result,
    AbiHeader* headers, size_t header_count, AbiBuffer* chunks, size_t chunk_count);
void envoy_dynamic_module_on_http_filter_config_http_stream_headers(AbiFilterConfig config,
                                                                    AbiFilterConfigSelf self,
                                                                    uint64_t stream,
                                                                    AbiHeader* headers,
                                                                    size_t header_count, bool end);
void envoy_dynamic_module_on_http_filter_config_http_stream_data(AbiFilterConfig config,
                                                                 AbiFilterConfigSelf self,
                                                                 uint64_t stream,
                                                                 const AbiBuffer* chunks,
                                                                 size_t chunk_count, bool end);
void envoy_dynamic_module_on_http_filter_config_http_stream_trailers(AbiFilterConfig config,
                                                                     AbiFilterConfigSelf self,
                                                                     uint64_t stream,
                                                                     AbiHeader* trailers,
                                                                     size_t trailer_count);
void envoy_dynamic_module_on_http_filter_config_http_stream_complete(AbiFilterConfig config,
                                                                     AbiFilterConfigSelf self,
                                                                     uint64_t stream);
void envoy_dynamic_module_on_http_filter_config_http_stream_reset(AbiFilterConfig config,
                                                                  AbiFilterConfigSelf self,
                                                                  uint64_t stream,
                                                                  AbiStreamResetReason reason);

// --- Hooks, the worker thread of the stream

// Null makes Envoy answer 500.
AbiFilterSelf envoy_dynamic_module_on_http_filter_new(AbiFilterConfigSelf config, AbiFilter filter);
AbiHeadersStatus envoy_dynamic_module_on_http_filter_request_headers(AbiFilter filter,
                                                                     AbiFilterSelf self, bool end);
AbiBodyStatus envoy_dynamic_module_on_http_filter_request_body(AbiFilter filter, AbiFilterSelf self,
                                                               bool end);
AbiTrailersStatus envoy_dynamic_module_on_http_filter_request_trailers(AbiFilter filter,
                                                                       AbiFilterSelf self);
AbiHeadersStatus envoy_dynamic_module_on_http_filter_response_headers(AbiFilter filter,
                                                                      AbiFilterSelf self, bool end);
AbiBodyStatus envoy_dynamic_module_on_http_filter_response_body(AbiFilter filter,
                                                                AbiFilterSelf self, bool end);
AbiTrailersStatus envoy_dynamic_module_on_http_filter_response_trailers(AbiFilter filter,
                                                                        AbiFilterSelf self);
// Envoy makes an answer of its own, for example when no host was found.
AbiLocalReplyStatus envoy_dynamic_module_on_http_filter_local_reply(
    AbiFilter filter, AbiFilterSelf self, uint32_t code, AbiBuffer details, bool reset_imminent);
// The stream is over; access logs have not been written yet. Never called in an upstream chain.
void envoy_dynamic_module_on_http_filter_stream_complete(AbiFilter filter, AbiFilterSelf self);
// The last hook. No AbiFilter any more: nothing of the stream can be read here.
void envoy_dynamic_module_on_http_filter_destroy(AbiFilterSelf self);
// The answer to scheduler_commit.
void envoy_dynamic_module_on_http_filter_scheduled(AbiFilter filter, AbiFilterSelf self,
                                                   uint64_t event);
void envoy_dynamic_module_on_http_filter_downstream_above_write_buffer_high_watermark(
    AbiFilter filter, AbiFilterSelf self);
void envoy_dynamic_module_on_http_filter_downstream_below_write_buffer_low_watermark(
    AbiFilter filter, AbiFilterSelf self);
void envoy_dynamic_module_on_http_filter_http_callout_done(AbiFilter filter, AbiFilterSelf self,
                                                           uint64_t callout,
                                                           AbiCalloutResult result,
                                                           AbiHeader* headers, size_t header_count,
                                                           AbiBuffer* chunks, size_t chunk_count);
void envoy_dynamic_module_on_http_filter_http_stream_headers(AbiFilter filter, AbiFilterSelf self,
                                                             uint64_t stream, AbiHeader* headers,
                                                             size_t header_count, bool end);
void envoy_dynamic_module_on_http_filter_http_stream_data(AbiFilter filter, AbiFilterSelf self,
                                                          uint64_t stream, const AbiBuffer* chunks,
                                                          size_t chunk_count, bool end);
void envoy_dynamic_module_on_http_filter_http_stream_trailers(AbiFilter filter, AbiFilterSelf self,
                                                              uint64_t stream, AbiHeader* trailers,
                                                              size_t trailer_count);
void envoy_dynamic_module_on_http_filter_http_stream_complete(AbiFilter filter, AbiFilterSelf self,
                                                              uint64_t stream);
void envoy_dynamic_module_on_http_filter_http_stream_reset(AbiFilter filter, AbiFilterSelf self,
                                                           uint64_t stream,
                                                           AbiStreamResetReason reason);

// --- Headers

size_t envoy_dynamic_module_callback_http_get_headers_size(AbiFilter filter, AbiHeaderType type);
// `headers` must have room for headers_size entries.
bool envoy_dynamic_module_callback_http_get_headers(AbiFilter filter, AbiHeaderType type,
                                                    AbiHeader* headers);
// Replaces all values; a null value pointer removes the header.
bool envoy_dynamic_module_callback_http_set_header(AbiFilter filter, AbiHeaderType type,
                                                   AbiBuffer key, AbiBuffer value);

// --- Control of the stream

// A whole answer of our own. Our local_reply hook runs within the call; our response hooks are
// skipped. The hook that calls it must return a stop status.
void envoy_dynamic_module_callback_http_send_response(AbiFilter filter, uint32_t status,
                                                      AbiHeader* headers, size_t header_count,
                                                      AbiBuffer body, AbiBuffer details);
// Null when no route has one. Ours, made by per_route_config_new.
AbiFilterRouteSelf envoy_dynamic_module_callback_get_most_specific_route_config(AbiFilter filter);

// --- Filter state and metadata

// Bytes under a key for the life of the stream; choose_host and the upstream filter read them.
bool envoy_dynamic_module_callback_http_set_filter_state_bytes(AbiFilter filter, AbiBuffer key,
                                                               AbiBuffer value);
bool envoy_dynamic_module_callback_http_get_filter_state_bytes(AbiFilter filter, AbiBuffer key,
                                                               AbiBuffer* value);
// `key` must name a registered object factory, such as envoy.hashable_string.
bool envoy_dynamic_module_callback_http_set_filter_state_typed(AbiFilter filter, AbiBuffer key,
                                                               AbiBuffer value);

void envoy_dynamic_module_callback_http_set_dynamic_metadata_string(AbiFilter filter, AbiBuffer ns,
                                                                    AbiBuffer key, AbiBuffer value);
void envoy_dynamic_module_callback_http_set_dynamic_metadata_string_batch(AbiFilter filter,
                                                                          AbiBuffer ns,
                                                                          const AbiHeader* entries,
                                                                          size_t count);

// --- Facts about the request, the connection and the upstream

bool envoy_dynamic_module_callback_http_filter_get_attribute_string(AbiFilter filter,
                                                                    AbiAttribute attribute,
                                                                    AbiBuffer* value);
bool envoy_dynamic_module_callback_http_filter_get_attribute_bool(AbiFilter filter,
                                                                  AbiAttribute attribute,
                                                                  bool* value);
// The peer of the connection itself, whatever x-forwarded-for says. "ip:port".
bool envoy_dynamic_module_callback_http_get_downstream_direct_remote_address(AbiFilter filter,
                                                                             AbiBuffer* address);

}  // extern "C"

#pragma GCC visibility pop
