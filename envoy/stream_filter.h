// What the filter hooks call: one object per stream (downstream) or per attempt (upstream).
#pragma once

#include <cstdint>
#include <string_view>

#include "envoy/abi.h"

namespace croupier::envoy {

class StreamFilter {
 public:
  virtual ~StreamFilter() = default;
  virtual AbiHeadersStatus request_headers() = 0;
  virtual void response_headers() {}
  virtual void local_reply(std::uint32_t /*status*/, std::string_view /*details*/) {}
};

}  // namespace croupier::envoy
