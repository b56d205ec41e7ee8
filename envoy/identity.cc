#include "envoy/identity.h"

#include <algorithm>
#include <charconv>

#include "croupier/ids.h"
#include "croupier/quote.h"

namespace croupier::envoy {
namespace {

constexpr std::size_t kMaxSources = 16;
constexpr std::size_t kMaxRanges = 256;

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

// The segment with the bytes that %XX stand for; wrongly encoded ones become what is no id.
std::string_view percent_decoded(std::string_view segment) {
  if (segment.find('%') == std::string_view::npos) return segment;
  thread_local std::string decoded;
  decoded.clear();
  for (std::size_t i = 0; i < segment.size(); ++i) {
    if (segment[i] != '%') {
      decoded.push_back(segment[i]);
      continue;
    }
    unsigned byte = 0;
    const char* const digits = segment.data() + i + 1;
    const char* const end = digits + std::min<std::size_t>(2, segment.size() - i - 1);
    if (end - digits != 2 || std::from_chars(digits, end, byte, 16).ptr != end) return "\n";
    decoded.push_back(static_cast<char>(byte));
    i += 2;
  }
  return decoded;
}

bool is_trusted(const IdentitySource& source, const RequestFacts& facts) {
  const auto peer = parse_address(facts.peer_address());
  return peer && std::any_of(source.trusted.begin(), source.trusted.end(),
                             [&](const IpRange& range) { return range.contains(*peer); });
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
      return percent_decoded(path_segment(facts.path(), source.segment));
  }
  return {};
}

IdentitySource parse_source(const files::Json& json, const std::string& where,
                            files::Problem& problem) {
  IdentitySource source;
  files::Fields fields(json, where, problem);
  if (fields.has("filter_state")) {
    source.kind = IdentitySource::Kind::kFilterState;
    source.name = fields.text("filter_state");
  } else if (fields.has("uri_san_prefix")) {
    source.kind = IdentitySource::Kind::kUriSan;
    source.prefix = fields.text("uri_san_prefix");
  } else if (fields.has("header")) {
    source.kind = IdentitySource::Kind::kHeader;
    source.name = fields.text("header");
    for (const files::Json& range : fields.list("trusted", kMaxRanges)) {
      const std::string text = range.is_string() ? range.get<std::string>() : "";
      const auto parsed = IpRange::parse(text);
      if (parsed) {
        source.trusted.push_back(*parsed);
      } else {
        problem.note(where + ".trusted: " + quote(text) + " is " + parsed.error().message);
      }
    }
    const bool lower = std::none_of(source.name.begin(), source.name.end(),
                                    [](char c) { return c >= 'A' && c <= 'Z'; });
    const bool folded = source.name.find('_') == std::string::npos;
    if (source.name.empty() || !lower || !folded) {
      fields.wrong("header", "a lower-case header name without underscores");
    }
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

std::optional<IpAddress> parse_address(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    return end == std::string_view::npos ? std::nullopt : parse_ip(text.substr(1, end - 1));
  }
  const std::size_t colon = text.find(':');
  // With a second colon it is a bare IPv6 address, else what stands before the port.
  const bool v6 = colon != text.rfind(':');
  return parse_ip(v6 ? text : text.substr(0, colon));
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

std::vector<IdentitySource> parse_identity(const files::Json& list, files::Problem& problem) {
  std::vector<IdentitySource> sources;
  for (const files::Json& entry : list) {
    sources.push_back(
        parse_source(entry, "identity[" + std::to_string(sources.size()) + "]", problem));
  }
  if (sources.size() > kMaxSources) {
    problem.note("identity: at most " + std::to_string(kMaxSources) + " sources");
  }
  return sources;
}

}  // namespace croupier::envoy
