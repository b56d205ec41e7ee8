#include <fmt/format.h>

#include <algorithm>

#include "croupier/quote.h"
#include "fleet/checks.h"

namespace croupier::fleet {
namespace {

// Server names come in lower case, however the client wrote them.
void check_server_names(const Fleet& fleet, const IdentitySource& source, Report& report) {
  const Tenant* first = nullptr;
  std::size_t count = 0;
  for (const Tenant& tenant : fleet.tenants) {
    const bool capital = std::any_of(tenant.id.begin(), tenant.id.end(),
                                     [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!capital) continue;
    if (first == nullptr) first = &tenant;
    ++count;
  }
  if (first == nullptr) return;
  report.warning(source.place, fmt::format("a server name is in lower case, so it never names the "
                                           "{} listed tenants with capital letters, such as {}",
                                           count, quote(first->id)));
}

}  // namespace

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
    if (source.kind == Kind::kSni) check_server_names(fleet, source, report);
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
