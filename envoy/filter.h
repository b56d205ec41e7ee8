// The HTTP filter: identity, hand, attempts. One object a stream; all on the stream's own thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/rules.h"
#include "envoy/abi.h"
#include "envoy/identity.h"
#include "envoy/metrics.h"
#include "envoy/request.h"
#include "envoy/stream_filter.h"

namespace croupier::envoy {

// {"deck": "api", "identity": [...], "missing": "refuse" | "guest", "door": "cluster" | "policy",
//  "metadata": true}; deck, door and metadata are optional.
struct FilterConfig {
  bool upstream = false;  // of the upstream chain; the rest is then empty
  std::string deck;       // where the route does not name another
  std::vector<IdentitySource> identity;
  bool missing_is_guest = false;
  bool metadata = true;      // tell access logs of each answer's worker and attempts
  bool policy_door = false;  // leave the load-balancing policy a token to find the request by

  // `name` is the filter's: "upstream" takes no configuration, any other the one above.
  static Result<std::unique_ptr<FilterConfig>> parse(std::string_view name, std::string_view bytes);
};

// {"deck": "api", "repeat": "idempotent" | "never-sent" | "always", "retries": 3}; all optional.
struct RouteConfig {
  std::string deck;
  std::optional<Repeat> repeat;
  // The route's own retry policy has this num_retries, and in retry_on what may be repeated for
  // every request (kRetryUnsent), so that the filter sets only what a request has otherwise.
  std::optional<std::uint32_t> retries;

  static Result<std::unique_ptr<RouteConfig>> parse(std::string_view bytes);
};

class Filter final : public StreamFilter {
 public:
  Filter(const FilterConfig& config, AbiFilter filter) : config_(config), filter_(filter) {}
  ~Filter() override;
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  AbiHeadersStatus request_headers() override;
  void response_headers() override;
  void local_reply(std::uint32_t status, std::string_view details) override;

 private:
  AbiHeadersStatus refuse(std::uint32_t status, Counter counter, std::string_view reason);
  AbiHeadersStatus admit(const Identity& identity, const RouteConfig* route,
                         std::string_view method);
  void set_retry_headers(const RouteConfig* route);
  void tell_worker(std::string_view tenant);
  void write_metadata();
  void set_header(std::string_view name, std::string_view value);

  const FilterConfig& config_;
  const AbiFilter filter_;
  Request* request_ = nullptr;  // in this thread's table, at index_
  std::uint32_t index_ = 0;
  bool finished_ = false;  // answered, or refused
  bool grpc_ = false;      // the client understands a gRPC status only
};

}  // namespace croupier::envoy
