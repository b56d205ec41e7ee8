// Section `identity`.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "croupier/ip.h"
#include "croupier/quote.h"
#include "fleet/parse_state.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

using Kind = IdentitySource::Kind;

constexpr std::uint32_t kMaxSegment = 63;
constexpr std::size_t kMaxSources = 16;

constexpr std::pair<std::string_view, Kind> kKinds[] = {
    {"jwt_claim", Kind::kJwtClaim},
    {"mtls_uri_san", Kind::kMtlsUriSan},
    {"header", Kind::kHeader},
    {"sni", Kind::kSni},
    {"path_segment", Kind::kPathSegment},
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

// Headers that HTTP itself or the proxy needs: Croupier strips forged tenants, and must not strip
// these.
bool is_reserved_header(std::string_view name) {
  constexpr std::array<std::string_view, 7> kReserved = {
      "host", "connection", "content-length", "transfer-encoding", "te", "upgrade", "trailer"};
  return std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end() ||
         name.substr(0, 8) == "x-envoy-" || name.substr(0, 11) == "x-croupier-";
}

void read_header(Report& report, const MapReader& map, const Node& node, IdentitySource& source) {
  constexpr std::string_view kTokenCharacters =
      "abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~";
  source.name = lower(read_text(report, node, "header").value_or(""));
  if (source.name.find_first_not_of(kTokenCharacters) != std::string::npos) {
    report.error(node, fmt::format("{} is not a header name", quote(source.name)));
  } else if (source.name.find('_') != std::string::npos) {
    report.error(node,
                 fmt::format("header {} has an underscore, which many servers take for a dash; "
                             "Envoy is told to refuse such headers",
                             quote(source.name)));
  } else if (is_reserved_header(source.name)) {
    report.error(node, fmt::format("header {} is reserved", quote(source.name)));
  }
  const Node* trusted = map.find("trusted");
  if (trusted == nullptr) {
    report.error(map.node(), fmt::format("header {} needs trusted, the address ranges of the peers "
                                         "that may set it",
                                         quote(source.name)));
    return;
  }
  source.trusted = read_texts(report, *trusted, "trusted");
  if (trusted->is_sequence() && trusted->children.empty()) {
    report.error(*trusted, "trusted is empty; nobody could set the header");
  }
  for (const Node& range : trusted->children) {
    if (!range.is_scalar()) continue;
    if (const auto valid = IpRange::parse(range.text); !valid) {
      report.error(range, fmt::format("{} is {}", quote(range.text), valid.error().message));
    }
  }
}

void read_jwt(Report& report, const MapReader& map, const Node& node, IdentitySource& source) {
  source.name = read_id(report, node, "jwt_claim").value_or("");
  // Envoy's formatter takes the claim's name out of a path whose parts these characters separate.
  if (source.name.find_first_of(":%()") != std::string::npos) {
    report.error(node, fmt::format("claim {} has one of : % ( ), which Envoy cannot name; claims "
                                   "inside other claims and namespaced ones are not supported",
                                   quote(source.name)));
  }
  if (const Node* issuer = map.need("issuer")) {
    source.issuer = read_text(report, *issuer, "issuer").value_or("");
  }
  if (const Node* jwks = map.need("jwks_file")) {
    source.jwks_file = read_text(report, *jwks, "jwks_file").value_or("");
  }
  if (const Node* audiences = map.find("audiences")) {
    source.audiences = read_texts(report, *audiences, "audiences");
  }
}

void read_sni(Report& report, const Node& node, IdentitySource& source) {
  source.prefix = lower(read_text(report, node, "sni").value_or(""));
  if (!source.prefix.empty() && (source.prefix.front() != '.' || source.prefix.size() < 2)) {
    report.error(node, fmt::format("sni must be a domain suffix that begins with a dot, such as "
                                   ".example.com, not {}",
                                   quote(source.prefix)));
  }
}

// The one key that says which kind of source this is.
const Node* find_kind(Report& report, const MapReader& map, IdentitySource& source) {
  const Node* chosen = nullptr;
  int kinds = 0;
  for (const auto& [key, kind] : kKinds) {
    if (!map.has(key)) continue;
    ++kinds;
    source.kind = kind;
    chosen = map.find(key);
  }
  if (map.is_map() && kinds != 1) {
    report.error(map.node(),
                 "a source must have one of jwt_claim, mtls_uri_san, header, sni and "
                 "path_segment");
    return nullptr;
  }
  return chosen;
}

void refuse_foreign_keys(Report& report, const MapReader& map, Kind kind) {
  constexpr std::array<std::pair<std::string_view, Kind>, 4> kOwners = {{
      {"issuer", Kind::kJwtClaim},
      {"jwks_file", Kind::kJwtClaim},
      {"audiences", Kind::kJwtClaim},
      {"trusted", Kind::kHeader},
  }};
  for (const auto& [key, owner] : kOwners) {
    if (!map.has(key) || owner == kind) continue;
    report.error(map.node(), fmt::format("{} goes only with {}", key,
                                         owner == Kind::kHeader ? "header" : "jwt_claim"));
  }
}

void read_source(ParseState& state, const Node& node) {
  Report& report = state.report;
  IdentitySource source;
  source.place = report.place(node.mark);
  const MapReader map(report, node, kSourceKeys, "a source");
  const Node* value = find_kind(report, map, source);
  if (value == nullptr) return;
  refuse_foreign_keys(report, map, source.kind);
  switch (source.kind) {
    case Kind::kJwtClaim:
      read_jwt(report, map, *value, source);
      break;
    case Kind::kMtlsUriSan:
      source.prefix = read_text(report, *value, "mtls_uri_san").value_or("");
      break;
    case Kind::kHeader:
      read_header(report, map, *value, source);
      break;
    case Kind::kSni:
      read_sni(report, *value, source);
      break;
    case Kind::kPathSegment:
      source.segment = read_count(report, *value, "path_segment", 0, kMaxSegment).value_or(0);
      break;
  }
  state.fleet.identity.sources.push_back(std::move(source));
}

}  // namespace

void parse_identity(ParseState& state, const Node& node) {
  constexpr std::pair<std::string_view, Missing> kMissing[] = {
      {"refuse", Missing::kRefuse},
      {"guest", Missing::kGuest},
  };
  Report& report = state.report;
  const MapReader map(report, node, kIdentityKeys, "identity");
  if (const Node* missing = map.find("missing")) {
    state.fleet.identity.missing =
        read_word(report, *missing, "missing", kMissing).value_or(Missing::kRefuse);
  }
  const Node* sources = map.need("sources");
  if (sources == nullptr) return;
  const std::vector<Node>& list = read_list(report, *sources, "sources");
  if (sources->is_sequence() && (list.empty() || list.size() > kMaxSources)) {
    report.error(*sources,
                 fmt::format("{} sources; there must be 1 to {}", list.size(), kMaxSources));
    return;
  }
  for (const Node& item : list) read_source(state, item);
}

}  // namespace croupier::fleet
