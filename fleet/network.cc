#include "fleet/network.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "fleet/text_checks.h"

namespace croupier::fleet {
namespace {

constexpr std::uint32_t kNoPrefix = UINT32_MAX;
constexpr std::size_t kMappedBytes = 12;  // ::ffff:0:0/96 holds the IPv4 addresses

std::optional<std::array<std::uint8_t, 16>> parse_ip(std::string_view text, bool v6) {
  std::array<std::uint8_t, 16> ip{};
  const std::string terminated(text.substr(0, INET6_ADDRSTRLEN));
  if (terminated.size() != text.size()) return std::nullopt;
  if (v6) {
    if (inet_pton(AF_INET6, terminated.c_str(), ip.data()) != 1) return std::nullopt;
    return ip;
  }
  ip[10] = ip[11] = 0xFF;
  if (inet_pton(AF_INET, terminated.c_str(), ip.data() + kMappedBytes) != 1) return std::nullopt;
  return ip;
}

// Decimal digits only, without leading zeros; nothing when above `max`.
std::optional<std::uint32_t> parse_number(std::string_view text, std::uint32_t max) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || value > max) {
    return std::nullopt;
  }
  return value;
}

Error bad_endpoint(std::string_view text, std::string_view reason) {
  return {Code::kInvalidArgument,
          fmt::format("address {} is not ip:port or [ip6]:port: {}", quote(text), reason)};
}

bool bits_clear_after(const std::array<std::uint8_t, 16>& ip, std::size_t bits) {
  for (std::size_t bit = bits; bit < 128; ++bit) {
    if ((ip[bit / 8] >> (7 - bit % 8)) & 1) return false;
  }
  return true;
}

}  // namespace

Result<Endpoint> parse_endpoint(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) {
    return tl::unexpected(bad_endpoint(text, "the port is missing"));
  }
  std::string_view host = text.substr(0, colon);
  const bool v6 = host.size() >= 2 && host.front() == '[' && host.back() == ']';
  if (v6) host = host.substr(1, host.size() - 2);
  const auto ip = parse_ip(host, v6);
  if (!ip) {
    return tl::unexpected(bad_endpoint(text, "the host must be an IP address (IPv6 in brackets)"));
  }
  const auto port = parse_number(text.substr(colon + 1), 65'535);
  if (!port || *port == 0) {
    return tl::unexpected(bad_endpoint(text, "the port must be 1 to 65535"));
  }
  return Endpoint{*ip, static_cast<std::uint16_t>(*port)};
}

std::string format(const Endpoint& endpoint) {
  const bool v4 = std::all_of(endpoint.ip.begin(), endpoint.ip.begin() + 10,
                              [](std::uint8_t byte) { return byte == 0; }) &&
                  endpoint.ip[10] == 0xFF && endpoint.ip[11] == 0xFF;
  char text[INET6_ADDRSTRLEN];
  if (v4) {
    inet_ntop(AF_INET, endpoint.ip.data() + kMappedBytes, text, sizeof text);
    return fmt::format("{}:{}", text, endpoint.port);
  }
  inet_ntop(AF_INET6, endpoint.ip.data(), text, sizeof text);
  return fmt::format("[{}]:{}", text, endpoint.port);
}

Result<void> check_cidr(std::string_view text) {
  const std::size_t slash = std::min(text.rfind('/'), text.size());
  const std::string_view host = text.substr(0, slash);
  const std::string_view prefix = text.substr(std::min(slash + 1, text.size()));
  const bool v6 = host.find(':') != std::string_view::npos;
  const auto ip = parse_ip(host, v6);
  const std::uint32_t bits = parse_number(prefix, v6 ? 128 : 32).value_or(kNoPrefix);
  if (!ip || bits == kNoPrefix) {
    return error(Code::kInvalidArgument,
                 fmt::format("{} is not a CIDR range such as 10.0.0.0/8 or fd00::/8", quote(text)));
  }
  if (!bits_clear_after(*ip, v6 ? bits : 8 * kMappedBytes + bits)) {
    return error(Code::kInvalidArgument,
                 fmt::format("{} has address bits beyond its prefix", quote(text)));
  }
  return {};
}

}  // namespace croupier::fleet
