#include <fmt/format.h>

#include "fleet/checks.h"
#include "fleet/text_checks.h"

namespace croupier::fleet {

void check_identity(const Fleet& fleet, Report& report) {
  using Kind = IdentitySource::Kind;
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
    if (source.kind != Kind::kSni && source.kind != Kind::kPathSegment) continue;
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
