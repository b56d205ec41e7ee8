// Addresses and address ranges as a fleet file writes them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "croupier/result.h"

namespace croupier::fleet {

// An endpoint in a form that compares: an IPv4 address is mapped into IPv6.
struct Endpoint {
  std::array<std::uint8_t, 16> ip{};
  std::uint16_t port = 0;
  auto operator<=>(const Endpoint&) const = default;
};

// "ip:port" with an IPv4 address or "[ip]:port" with an IPv6 address (no zone); port 1 to 65535.
// kInvalidArgument says what is wrong; names are not resolved.
Result<Endpoint> parse_endpoint(std::string_view text);

// The endpoint as Envoy writes it: "a.b.c.d:port", or "[ip6]:port" in the shortest form.
std::string format(const Endpoint& endpoint);

// Checks "ip/bits" for IPv4 (0 to 32) or IPv6 (0 to 128) without address bits past the prefix.
Result<void> check_cidr(std::string_view text);

}  // namespace croupier::fleet
