// Addresses of workers and listeners as a fleet file writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "croupier/ip.h"
#include "croupier/result.h"

namespace croupier::fleet {

// An endpoint in a form that compares.
struct Endpoint {
  IpAddress ip{};
  std::uint16_t port = 0;
  auto operator<=>(const Endpoint&) const = default;
};

// "ip:port" with an IPv4 address or "[ip]:port" with an IPv6 address (no zone); port 1 to 65535.
// kInvalidArgument says what is wrong; names are not resolved.
Result<Endpoint> parse_endpoint(std::string_view text);

// The endpoint as Envoy writes it: "a.b.c.d:port", or "[ip6]:port" in the shortest form.
std::string format(const Endpoint& endpoint);

}  // namespace croupier::fleet
