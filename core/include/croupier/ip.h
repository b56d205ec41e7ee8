// IP addresses and ranges of them, as text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "croupier/result.h"

namespace croupier {

// Network byte order. An IPv4 address is kept as the IPv4-mapped IPv6 address ::ffff:a.b.c.d.
using IpAddress = std::array<std::uint8_t, 16>;

inline constexpr unsigned kMappedBits = 96;  // of the prefix that holds the IPv4 addresses

// "a.b.c.d" or an IPv6 address without brackets and zone; nothing for all else.
std::optional<IpAddress> parse_ip(std::string_view text);

bool is_ipv4(const IpAddress& address);

// A range such as "10.0.0.0/8" or "fd00::/8".
class IpRange {
 public:
  // "address/bits" with 0 to 32 bits (IPv4) or 0 to 128 (IPv6), and no address bits past them.
  // kInvalidArgument says what is wrong, without the text.
  static Result<IpRange> parse(std::string_view text);

  bool contains(const IpAddress& address) const;

 private:
  IpAddress network_{};
  unsigned bits_ = 0;  // of the mapped address
};

}  // namespace croupier
