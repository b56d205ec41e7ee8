#include "croupier/ip.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

namespace croupier {
namespace {

constexpr std::size_t kMappedBytes = kMappedBits / 8;

// Decimal digits only, without leading zeros.
std::optional<unsigned> parse_bits(std::string_view text, unsigned most) {
  if (text.empty() || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  unsigned bits = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), bits);
  if (failed != std::errc() || end != text.data() + text.size() || bits > most) return std::nullopt;
  return bits;
}

// The byte of a mask with this many leading ones over all 128 bits.
std::uint8_t mask_byte(unsigned bits, std::size_t byte) {
  const unsigned first = static_cast<unsigned>(byte) * 8;
  if (bits >= first + 8) return 0xFF;
  if (bits <= first) return 0;
  return static_cast<std::uint8_t>(0xFF00U >> (bits - first));
}

}  // namespace

std::optional<IpAddress> parse_ip(std::string_view text) {
  char terminated[INET6_ADDRSTRLEN];
  if (text.size() >= sizeof terminated) return std::nullopt;
  std::memcpy(terminated, text.data(), text.size());
  terminated[text.size()] = '\0';
  if (std::strlen(terminated) != text.size()) return std::nullopt;
  IpAddress address{};
  if (text.find(':') != std::string_view::npos) {
    if (::inet_pton(AF_INET6, terminated, address.data()) != 1) return std::nullopt;
    return address;
  }
  address[10] = address[11] = 0xFF;
  if (::inet_pton(AF_INET, terminated, address.data() + kMappedBytes) != 1) return std::nullopt;
  return address;
}

bool is_ipv4(const IpAddress& address) {
  constexpr std::array<std::uint8_t, kMappedBytes> kMapped{0, 0, 0, 0, 0,    0,
                                                           0, 0, 0, 0, 0xFF, 0xFF};
  return std::equal(kMapped.begin(), kMapped.end(), address.begin());
}

Result<IpRange> IpRange::parse(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string_view host = text.substr(0, slash);
  const bool v6 = host.find(':') != std::string_view::npos;
  const auto address = parse_ip(host);
  const auto bits = parse_bits(text.substr(std::min(slash + 1, text.size())), v6 ? 128 : 32);
  if (!address || !bits) {
    return error(Code::kInvalidArgument, "not an address range such as 10.0.0.0/8 or fd00::/8");
  }
  IpRange range;
  range.network_ = *address;
  range.bits_ = *bits + (v6 ? 0 : kMappedBits);
  for (std::size_t i = 0; i < address->size(); ++i) {
    if (((*address)[i] & ~mask_byte(range.bits_, i)) != 0) {
      return error(Code::kInvalidArgument, "an address range with address bits beyond its prefix");
    }
  }
  return range;
}

bool IpRange::contains(const IpAddress& address) const {
  for (std::size_t i = 0; i < address.size(); ++i) {
    if (((address[i] ^ network_[i]) & mask_byte(bits_, i)) != 0) return false;
  }
  return true;
}

}  // namespace croupier
