#include "envoy/identity.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "croupier/ids.h"

namespace croupier::envoy {
namespace {

constexpr std::size_t kMaxSources = 16;
constexpr std::size_t kMaxRanges = 256;

// An IPv4 or IPv6 address without brackets and port.
std::optional<std::array<std::uint8_t, 16>> parse_ip(std::string_view text, bool* v4 = nullptr) {
  char copy[INET6_ADDRSTRLEN + 1];
  if (text.empty() || text.size() >= sizeof copy) return std::nullopt;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  std::array<std::uint8_t, 16> address{};
  if (::inet_pton(AF_INET, copy, &address[12]) == 1) {
    address[10] = address[11] = 0xFF;
    if (v4 != nullptr) *v4 = true;
    return address;
  }
  if (::inet_pton(AF_INET6, copy, address.data()) == 1) return address;
  return std::nullopt;
}

std::string_view path_segment(std::string_view path, std::uint32_t number) {
  path = path.substr(0, path.find_first_of("?#"));
  for (std::uint32_t i = 0; !path.empty(); ++i) {
    path.remove_prefix(1);  // the slash
    const std::size_t end = path.find('/');
    if (i == number) return path.substr(0, end);
    if (end == std::string_view::npos) break;
    path.remove_prefix(end);
  }
  return {};
}

bool is_trusted(const IdentitySource& source, const RequestFacts& facts) {
  const auto peer = parse_address(facts.peer_address());
  return peer && std::any_of(source.trusted.begin(), source.trusted.end(),
                             [&](const AddressRange& range) { return range.contains(*peer); });
}

// What the source says, as it stands; empty: nothing.
std::string_view ask(const IdentitySource& source, const RequestFacts& facts) {
  switch (source.kind) {
    case IdentitySource::Kind::kFilterState:
      return facts.filter_state(source.name);
    case IdentitySource::Kind::kUriSan: {
      const std::string_view san = facts.verified_uri_san();
      return san.starts_with(source.prefix) ? san.substr(source.prefix.size()) : std::string_view();
    }
    case IdentitySource::Kind::kHeader: {
      const std::string_view value = facts.header(source.name);
      return !value.empty() && is_trusted(source, facts) ? value : std::string_view();
    }
    case IdentitySource::Kind::kSni: {
      const std::string_view sni = facts.sni();
      if (!sni.ends_with(source.prefix)) return {};
      return sni.substr(0, sni.size() - source.prefix.size());
    }
    case IdentitySource::Kind::kPathSegment:
      return path_segment(facts.path(), source.segment);
  }
  return {};
}

IdentitySource parse_source(const snapshot::Json& json, const std::string& where,
                            snapshot::Problem& problem) {
  IdentitySource source;
  snapshot::Fields fields(json, where, problem);
  if (fields.has("filter_state")) {
    source.kind = IdentitySource::Kind::kFilterState;
    source.name = fields.text("filter_state");
  } else if (fields.has("uri_san_prefix")) {
    source.kind = IdentitySource::Kind::kUriSan;
    source.prefix = fields.text("uri_san_prefix");
  } else if (fields.has("header")) {
    source.kind = IdentitySource::Kind::kHeader;
    source.name = fields.text("header");
    for (const snapshot::Json& range : fields.list("trusted", kMaxRanges)) {
      const auto parsed = AddressRange::parse(range.is_string() ? range.get<std::string>() : "");
      if (parsed) {
        source.trusted.push_back(*parsed);
      } else {
        problem.note(where + ".trusted: " + parsed.error().message);
      }
    }
    const bool lower = std::none_of(source.name.begin(), source.name.end(),
                                    [](char c) { return c >= 'A' && c <= 'Z'; });
    if (source.name.empty() || !lower) fields.wrong("header", "a lower-case header name");
  } else if (fields.has("sni_suffix")) {
    source.kind = IdentitySource::Kind::kSni;
    source.prefix = fields.text("sni_suffix");
  } else {
    source.kind = IdentitySource::Kind::kPathSegment;
    source.segment = static_cast<std::uint32_t>(fields.number("path_segment", 0, 64));
  }
  fields.done();
  return source;
}

}  // namespace

Result<AddressRange> AddressRange::parse(std::string_view text) {
  const auto bad = [&] {
    return error(Code::kInvalidArgument,
                 "\"" + std::string(text) + "\" is not an address range such as 10.0.0.0/8");
  };
  const std::size_t slash = text.find('/');
  bool v4 = false;
  const auto address = parse_ip(text.substr(0, slash), &v4);
  if (!address) return bad();
  const unsigned most = v4 ? 32 : 128;
  unsigned bits = most;
  if (slash != std::string_view::npos) {
    const std::string_view tail = text.substr(slash + 1);
    const auto [end, failed] = std::from_chars(tail.data(), tail.data() + tail.size(), bits);
    if (failed != std::errc() || end != tail.data() + tail.size() || bits > most) return bad();
  }
  AddressRange range;
  range.network_ = *address;
  range.bits_ = bits + (v4 ? 96 : 0);
  return range;
}

bool AddressRange::contains(const std::array<std::uint8_t, 16>& address) const {
  const unsigned whole = bits_ / 8;
  if (std::memcmp(address.data(), network_.data(), whole) != 0) return false;
  if (bits_ % 8 == 0) return true;
  const auto mask = static_cast<std::uint8_t>(0xFF00u >> bits_ % 8);
  return (address[whole] & mask) == (network_[whole] & mask);
}

std::optional<std::array<std::uint8_t, 16>> parse_address(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    return end == std::string_view::npos ? std::nullopt : parse_ip(text.substr(1, end - 1));
  }
  if (const auto bare = parse_ip(text)) return bare;
  return parse_ip(text.substr(0, text.rfind(':')));
}

bool is_listed_only(IdentitySource::Kind kind) {
  return kind == IdentitySource::Kind::kSni || kind == IdentitySource::Kind::kPathSegment;
}

Identity identify(const std::vector<IdentitySource>& sources, const RequestFacts& facts) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string_view answer = ask(sources[i], facts);
    if (answer.empty()) continue;
    Identity identity;
    identity.state = check_id(answer) ? Identity::State::kNamed : Identity::State::kMalformed;
    identity.tenant = answer;
    identity.listed_only = is_listed_only(sources[i].kind);
    identity.source = static_cast<int>(i);
    return identity;
  }
  return {};
}

std::vector<IdentitySource> parse_identity(const snapshot::Json& list, snapshot::Problem& problem) {
  std::vector<IdentitySource> sources;
  for (const snapshot::Json& entry : list) {
    sources.push_back(
        parse_source(entry, "identity[" + std::to_string(sources.size()) + "]", problem));
  }
  if (sources.size() > kMaxSources) {
    problem.note("identity: at most " + std::to_string(kMaxSources) + " sources");
  }
  return sources;
}

}  // namespace croupier::envoy
