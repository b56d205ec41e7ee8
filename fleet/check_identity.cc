#include <fmt/format.h>

#include <map>
#include <string_view>

#include "croupier/quote.h"
#include "fleet/checks.h"

namespace croupier::fleet {
namespace {

// Warns of listed tenants that this source can never name, for they have one of `characters`.
void check_nameable(const Fleet& fleet, const IdentitySource& source, std::string_view why,
                    std::string_view characters, Report& report) {
  const Tenant* first = nullptr;
  std::size_t count = 0;
  for (const Tenant& tenant : fleet.tenants) {
    if (tenant.id.find_first_of(characters) == std::string::npos) continue;
    if (first == nullptr) first = &tenant;
    ++count;
  }
  if (first == nullptr) return;
  report.warning(source.place,
                 fmt::format("{}, so it never names {} of the listed tenants, such as {}", why,
                             count, quote(first->id)));
}

// A token is verified once for its issuer, so all its claims must mean the same verification.
void check_issuers(const Fleet& fleet, Report& report) {
  std::map<std::string_view, const IdentitySource*> first;
  for (const IdentitySource& source : fleet.identity.sources) {
    if (source.kind != IdentitySource::Kind::kJwtClaim) continue;
    const IdentitySource& other = *first.try_emplace(source.issuer, &source).first->second;
    if (source.jwks_file == other.jwks_file && source.audiences == other.audiences) continue;
    report.error(source.place,
                 fmt::format("issuer {} has other keys or audiences than{}; a token is verified "
                             "once for its issuer",
                             quote(source.issuer), at(other.place)));
  }
}

}  // namespace

void check_identity(const Fleet& fleet, Report& report) {
  using Kind = IdentitySource::Kind;
  check_issuers(fleet, report);
  for (const IdentitySource& source : fleet.identity.sources) {
    if (source.kind == Kind::kMtlsUriSan && fleet.listener.client_ca_file.empty()) {
      report.error(source.place,
                   "mtls_uri_san needs client_ca_file in listener: without it no "
                   "client certificate is verified");
    }
    if (source.kind == Kind::kSni && fleet.listener.certificate_file.empty()) {
      report.error(source.place,
                   "sni needs certificate_file in listener: plain connections name "
                   "no server");
    }
    if (source.kind == Kind::kSni) {
      check_nameable(fleet, source, "a server name comes in lower case",
                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ", report);
    }
    if (source.kind == Kind::kPathSegment) {
      check_nameable(fleet, source, "a path segment has no slash or backslash", "/\\", report);
    }
    if (!is_listed_only(source.kind)) continue;
    for (const Deck& deck : fleet.decks) {
      if (deck.unknown != Unknown::kDeal) continue;
      report.warning(source.place,
                     fmt::format("a client chooses this identity freely, so tenants that are not "
                                 "listed share the guest hand {} although deck {} says unknown: "
                                 "deal",
                                 quote(deck.guest), quote(deck.name)));
    }
  }
}

}  // namespace croupier::fleet
