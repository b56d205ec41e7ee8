#include "fleet/network.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>

#include "croupier/quote.h"

namespace croupier::fleet {
namespace {

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

}  // namespace

Result<Endpoint> parse_endpoint(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) {
    return tl::unexpected(bad_endpoint(text, "the port is missing"));
  }
  std::string_view host = text.substr(0, colon);
  const bool v6 = host.size() >= 2 && host.front() == '[' && host.back() == ']';
  if (v6) host = host.substr(1, host.size() - 2);
  const auto ip = parse_ip(host);
  if (!ip || (host.find(':') != std::string_view::npos) != v6) {
    return tl::unexpected(bad_endpoint(text, "the host must be an IP address (IPv6 in brackets)"));
  }
  const auto port = parse_number(text.substr(colon + 1), 65'535);
  if (!port || *port == 0) {
    return tl::unexpected(bad_endpoint(text, "the port must be 1 to 65535"));
  }
  return Endpoint{*ip, static_cast<std::uint16_t>(*port)};
}

std::string format(const Endpoint& endpoint) {
  char text[INET6_ADDRSTRLEN];
  if (is_ipv4(endpoint.ip)) {
    inet_ntop(AF_INET, endpoint.ip.data() + kMappedBits / 8, text, sizeof text);
    return fmt::format("{}:{}", text, endpoint.port);
  }
  inet_ntop(AF_INET6, endpoint.ip.data(), text, sizeof text);
  return fmt::format("[{}]:{}", text, endpoint.port);
}

}  // namespace croupier::fleet
