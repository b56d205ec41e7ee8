#include "envoy/fake_host/fake_stream.h"

#include <algorithm>

#include "envoy/fake_host/calls.h"

namespace croupier::envoy::fake {

FakeFilter::FakeFilter(std::string_view config, std::string_view name)
    : self_(envoy_dynamic_module_on_http_filter_config_new(nullptr, bytes_of(name),
                                                           bytes_of(config))) {}

FakeFilter::~FakeFilter() {
  if (accepted()) envoy_dynamic_module_on_http_filter_config_destroy(self_);
}

FakeRoute::FakeRoute(std::string_view config)
    : self_(envoy_dynamic_module_on_http_filter_per_route_config_new(bytes_of("downstream"),
                                                                     bytes_of(config))) {}

FakeRoute::~FakeRoute() {
  if (accepted()) envoy_dynamic_module_on_http_filter_per_route_config_destroy(self_);
}

FakeStream::FakeStream(const FakeFilter& filter)
    : self_(envoy_dynamic_module_on_http_filter_new(filter.self(), this)) {}

FakeStream::FakeStream(const FakeFilter& filter, FakeStream& downstream)
    : filter_state_(downstream.filter_state_),
      self_(envoy_dynamic_module_on_http_filter_new(filter.self(), this)) {}

FakeStream::~FakeStream() {
  destroy();
}

AbiHeadersStatus FakeStream::request(HeaderList request_headers) {
  headers = std::move(request_headers);
  return envoy_dynamic_module_on_http_filter_request_headers(this, self_, /*end=*/true);
}

std::string FakeStream::choose(FakeCluster& cluster, std::size_t worker) {
  return cluster.address_of(cluster.lb(worker).choose(this));
}

void FakeStream::response_headers() {
  envoy_dynamic_module_on_http_filter_response_headers(this, self_, /*end=*/true);
}

void FakeStream::local_reply(std::uint32_t code, std::string_view details) {
  envoy_dynamic_module_on_http_filter_local_reply(this, self_, code, bytes_of(details),
                                                  /*reset_imminent=*/false);
}

void FakeStream::fail(std::uint32_t code, std::string_view details) {
  local_reply(code, details);
  response_headers();
}

void FakeStream::destroy() {
  if (self_ == nullptr) return;
  envoy_dynamic_module_on_http_filter_stream_complete(this, self_);
  envoy_dynamic_module_on_http_filter_destroy(std::exchange(self_, nullptr));
}

std::string FakeStream::header(std::string_view name) const {
  std::string values;
  for (const auto& [key, value] : headers) {
    if (key != name) continue;
    if (!values.empty()) values += ',';
    values += value;
  }
  return values;
}

std::string FakeStream::metadata(std::string_view key) const {
  const auto at = metadata_.find(key);
  return at == metadata_.end() ? std::string() : at->second;
}

struct StreamCallbacks {
  static FakeStream& of(void* stream, std::string_view callback) {
    enter(callback);
    return *static_cast<FakeStream*>(stream);
  }

  static bool get(const ByName& map, std::string_view key, AbiBuffer* value) {
    const auto at = map.find(key);
    if (at == map.end()) return false;
    *value = bytes_of(at->second);
    return true;
  }

  // Moves every header to fresh memory, so that views into the old map show as used after free.
  static void set_header(FakeStream& stream, std::string_view name, AbiBuffer value) {
    HeaderList next;
    for (const auto& [key, old] : stream.headers) {
      if (key != name) next.emplace_back(std::string(key), std::string(old));
    }
    if (value.ptr != nullptr) next.emplace_back(name, text_of(value));
    stream.headers = std::move(next);
  }

  static void set_metadata(FakeStream& stream, std::string_view ns, std::string_view key,
                           std::string_view value) {
    if (ns == "croupier") stream.metadata_.insert_or_assign(std::string(key), value);
  }

  static void respond(FakeStream& stream, std::uint32_t status, const AbiHeader* headers,
                      std::size_t count, std::string_view body, std::string_view details) {
    FakeStream::Answer answer{status, {}, std::string(body)};
    for (const AbiHeader& header : std::span(headers, count)) {
      answer.headers.emplace_back(std::string(header.key_ptr, header.key_length),
                                  std::string(header.value_ptr, header.value_length));
    }
    stream.answer_ = std::move(answer);
    stream.local_reply(status, details);
  }
};

}  // namespace croupier::envoy::fake

using croupier::envoy::fake::bytes_of;
using croupier::envoy::fake::FakeStream;
using croupier::envoy::fake::StreamCallbacks;
using croupier::envoy::fake::text_of;

bool envoy_dynamic_module_callback_cluster_lb_context_get_filter_state_bytes(
    AbiClusterLbContext context, AbiBuffer key, AbiBuffer* value) {
  FakeStream& stream = StreamCallbacks::of(context, "lb_context_get_filter_state_bytes");
  return StreamCallbacks::get(stream.filter_state(), text_of(key), value);
}

size_t envoy_dynamic_module_callback_http_get_headers_size(AbiFilter filter, AbiHeaderType) {
  return StreamCallbacks::of(filter, "http_get_headers_size").headers.size();
}

bool envoy_dynamic_module_callback_http_get_headers(AbiFilter filter, AbiHeaderType,
                                                    AbiHeader* headers) {
  for (const auto& [key, value] : StreamCallbacks::of(filter, "http_get_headers").headers) {
    *headers++ = {key.data(), key.size(), value.data(), value.size()};
  }
  return true;
}

bool envoy_dynamic_module_callback_http_set_header(AbiFilter filter, AbiHeaderType, AbiBuffer key,
                                                   AbiBuffer value) {
  StreamCallbacks::set_header(StreamCallbacks::of(filter, "http_set_header"), text_of(key), value);
  return true;
}

void envoy_dynamic_module_callback_http_send_response(AbiFilter filter, uint32_t status,
                                                      AbiHeader* headers, size_t header_count,
                                                      AbiBuffer body, AbiBuffer details) {
  StreamCallbacks::respond(StreamCallbacks::of(filter, "http_send_response"), status, headers,
                           header_count, text_of(body), text_of(details));
}

AbiFilterRouteSelf envoy_dynamic_module_callback_get_most_specific_route_config(AbiFilter filter) {
  const FakeStream& stream = StreamCallbacks::of(filter, "get_most_specific_route_config");
  return stream.route == nullptr ? nullptr : stream.route->self();
}

bool envoy_dynamic_module_callback_http_set_filter_state_bytes(AbiFilter filter, AbiBuffer key,
                                                               AbiBuffer value) {
  FakeStream& stream = StreamCallbacks::of(filter, "http_set_filter_state_bytes");
  stream.filter_state().insert_or_assign(std::string(text_of(key)), text_of(value));
  return true;
}

bool envoy_dynamic_module_callback_http_set_filter_state_typed(AbiFilter filter, AbiBuffer key,
                                                               AbiBuffer value) {
  FakeStream& stream = StreamCallbacks::of(filter, "http_set_filter_state_typed");
  stream.filter_state().insert_or_assign(std::string(text_of(key)), text_of(value));
  return true;
}

bool envoy_dynamic_module_callback_http_get_filter_state_bytes(AbiFilter filter, AbiBuffer key,
                                                               AbiBuffer* value) {
  FakeStream& stream = StreamCallbacks::of(filter, "http_get_filter_state_bytes");
  return StreamCallbacks::get(stream.filter_state(), text_of(key), value);
}

void envoy_dynamic_module_callback_http_set_dynamic_metadata_string(AbiFilter filter, AbiBuffer ns,
                                                                    AbiBuffer key,
                                                                    AbiBuffer value) {
  StreamCallbacks::set_metadata(StreamCallbacks::of(filter, "http_set_dynamic_metadata_string"),
                                text_of(ns), text_of(key), text_of(value));
}

void envoy_dynamic_module_callback_http_set_dynamic_metadata_string_batch(AbiFilter filter,
                                                                          AbiBuffer ns,
                                                                          const AbiHeader* entries,
                                                                          size_t count) {
  FakeStream& stream = StreamCallbacks::of(filter, "http_set_dynamic_metadata_string_batch");
  for (const AbiHeader& entry : std::span(entries, count)) {
    StreamCallbacks::set_metadata(stream, text_of(ns), {entry.key_ptr, entry.key_length},
                                  {entry.value_ptr, entry.value_length});
  }
}

bool envoy_dynamic_module_callback_http_filter_get_attribute_string(AbiFilter filter,
                                                                    AbiAttribute attribute,
                                                                    AbiBuffer* value) {
  FakeStream& stream = StreamCallbacks::of(filter, "http_filter_get_attribute_string");
  const bool sni = attribute == AbiAttribute::kConnectionRequestedServerName;
  const std::string& text = sni ? stream.sni : stream.uri_san;
  if (text.empty()) return false;
  *value = bytes_of(text);
  return true;
}

bool envoy_dynamic_module_callback_http_filter_get_attribute_bool(AbiFilter filter, AbiAttribute,
                                                                  bool* value) {
  *value = StreamCallbacks::of(filter, "http_filter_get_attribute_bool").mtls;
  return true;
}

bool envoy_dynamic_module_callback_http_get_downstream_direct_remote_address(AbiFilter filter,
                                                                             AbiBuffer* address) {
  *address =
      bytes_of(StreamCallbacks::of(filter, "http_get_downstream_direct_remote_address").peer);
  return true;
}
