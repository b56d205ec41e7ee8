#include <cstdio>
#include <string>

#include "cli/deal.h"
#include "cli/hand_printer.h"
#include "cli/tenant_source.h"

namespace croupier::cli {
namespace {

constexpr std::string_view kPublishedKey = "shuffle-shard-v1";

bool has_key(Policy policy) {
  return policy == Policy::kHmac || policy == Policy::kRendezvous;
}

void note(const std::string& text) {
  std::fprintf(stderr, "croupier: note: %s\n", text.c_str());
}

Result<Key> choose_key(const DealOptions& options) {
  auto given = given_key(options);
  if (!given) return tl::unexpected(std::move(given.error()));
  if (*given) {
    if ((*given)->bytes().empty()) note("the key is empty: everybody can compute the hands");
    return std::move(**given);
  }
  if (options.recipe.policy == Policy::kHmac) {
    note("no key given, so hands are dealt with the published key \"" + std::string(kPublishedKey) +
         "\": everybody can compute them");
    return Key(kPublishedKey);
  }
  return Key(std::string_view());
}

// What the options may not say together; throws what the parser reports.
void check_usage(const DealOptions& options) {
  const std::string policy(policy_name(options.recipe.policy));
  const bool keyed = options.key_file || options.key_text;
  if (keyed && !has_key(options.recipe.policy)) {
    throw CLI::ValidationError("--key-text, --key-file", "policy " + policy + " has no key");
  }
  if (!keyed && options.recipe.policy == Policy::kRendezvous) {
    throw CLI::ValidationError("--policy",
                               "rendezvous deals with a secret key: give --key-file "
                               "(or, for a trial, --key-text)");
  }
  if (options.has_seed && options.recipe.policy != Policy::kJavaDemo) {
    throw CLI::ValidationError("--seed", "policy " + policy + " has no seed");
  }
}

}  // namespace

int deal_numbers(const DealOptions& options) {
  check_usage(options);
  const auto key = choose_key(options);
  if (!key) return report(key.error());
  const auto deal = make_deal(options.recipe, *key);
  if (!deal) return report(deal.error());

  Output output;
  HandPrinter printer(output, options.json, false);
  TenantSource tenants(options.tenants);
  std::vector<std::uint64_t> hand(options.recipe.hand);
  while (!output.closed()) {
    const auto tenant = tenants.next();
    if (!tenant) break;
    if (auto dealt = (*deal)(*tenant, hand); !dealt) {
      tenants.refuse(std::move(dealt.error()));
      continue;
    }
    printer.begin(*tenant);
    for (const std::uint64_t worker : hand) printer.add(worker);
    printer.end();
  }
  printer.finish();
  if (const auto written = output.finish(); !written) return report(written.error());
  return tenants.status();
}

}  // namespace croupier::cli
