// All headers of a request, read from Envoy in one call.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "envoy/abi.h"

namespace croupier::envoy {

// Views into Envoy's header map, valid until it is changed.
class RequestHeaders {
 public:
  // Reads into memory of the calling thread, which the next reading reuses.
  explicit RequestHeaders(AbiFilter filter);

  // The value of the first header of this (lower-case) name; empty when there is none.
  std::string_view get(std::string_view name) const;

  // How many headers have this (lower-case) name.
  std::size_t count(std::string_view name) const;

  // Copies of the names that `wanted` says yes to, so that they outlive a change of the map.
  template <typename Wanted>
  std::vector<std::string> names_of(const Wanted& wanted) const {
    std::vector<std::string> names;
    for (const AbiHeader& header : headers_) {
      const std::string_view name(header.key_ptr, header.key_length);
      if (wanted(name)) names.emplace_back(name);
    }
    return names;
  }

 private:
  std::vector<AbiHeader>& headers_;
};

// Whether a client's header of this name could steer Envoy's retries or time limits, or pass for
// one of ours.
bool is_steering_header(std::string_view name);

}  // namespace croupier::envoy
