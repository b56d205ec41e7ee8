#include "cli/deal.h"
#include "cli/hand_printer.h"
#include "cli/ready_fleet.h"
#include "cli/tenant_source.h"
#include "croupier/quote.h"

namespace croupier::cli {
namespace {

Result<void> print_hand(const fleet::Fleet& fleet, const fleet::DealtDeck& deck,
                        std::string_view tenant, HandPrinter& printer) {
  const auto resolved = fleet::resolve(fleet, deck, tenant);
  if (!resolved) return tl::unexpected(resolved.error());
  if (resolved->refused) {
    return error(Code::kFailedPrecondition, quote(tenant) + " is not listed, and deck " +
                                                quote(deck.deck->name) +
                                                " refuses tenants that are not");
  }
  printer.begin(tenant, deck.deck->name);
  for (const std::uint32_t worker : resolved->hand) {
    printer.add(std::string_view(fleet.workers[worker].id));
  }
  printer.end(resolved->guest               ? "the guest hand"
              : resolved->guest_when_chosen ? "the guest hand where SNI or path name it"
                                            : "");
  return {};
}

}  // namespace

int deal_fleet(const DealOptions& options) {
  int status = kFine;
  const auto ready = read_good_fleet(options.fleet_file, status);
  if (!ready) return status;
  const auto decks = find_decks(*ready, options.deck);
  if (!decks) return report(decks.error());

  Output output;
  HandPrinter printer(output, options.json, decks->size() > 1);
  TenantSource tenants(options.tenants);
  while (!output.closed()) {
    const auto tenant = tenants.next();
    if (!tenant) break;
    for (const fleet::DealtDeck* deck : *decks) {
      auto printed = print_hand(ready->fleet(), *deck, *tenant, printer);
      if (!printed) tenants.refuse(std::move(printed.error()));
    }
  }
  printer.finish();
  if (const auto written = output.finish(); !written) return report(written.error());
  return tenants.status();
}

}  // namespace croupier::cli
