#include "fleet/known_keys.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace croupier::fleet {
namespace {

using Names = std::string_view[];

constexpr Names kFleetNames = {"version",  "keys",     "workers",      "decks",
                               "groups",   "tenants",  "tenant_files", "routes",
                               "identity", "listener", "risk_budget",  "show_hands"};
constexpr Names kKeyNames = {"id", "file"};
constexpr Names kWorkerNames = {"id", "address", "weight", "state", "zone", "attributes"};
constexpr Names kDeckNames = {
    "name",          "policy",  "key",        "bounded",         "search",
    "apf",           "infima",  "mimir-ring", "thanos",          "hand_size",
    "spread",        "workers", "spill",      "unknown",         "guest",
    "attempts",      "health",  "protocol",   "connect_timeout", "request_timeout",
    "worker_headers"};
constexpr Names kSpreadNames = {"attribute", "attributes", "mode"};
constexpr Names kBoundedNames = {"max_overlap", "stripes", "attribute", "deal_file", "pins"};
constexpr Names kSearchNames = {"max_overlap", "deal_file", "pins"};
constexpr Names kApfNames = {"flow_schema"};
constexpr Names kInfimaNames = {"dimensions", "seed"};
constexpr Names kMimirRingNames = {"ring_file", "zone_aware", "lookback"};
constexpr Names kThanosNames = {"zone_aware", "replication_factor"};
constexpr Names kDeckWorkersNames = {"match"};
constexpr Names kAttemptsNames = {"max", "try_timeout", "repeat", "all_down"};
constexpr Names kHealthNames = {"path", "interval", "timeout", "unhealthy_after", "healthy_after"};
constexpr Names kOverrideNames = {"hand_size", "hand", "attempts"};
constexpr Names kGroupNames = {"id", "decks", "hand_size", "hand", "attempts"};
constexpr Names kTenantNames = {"id", "group", "decks", "hand_size", "hand", "attempts"};
constexpr Names kRouteNames = {"host", "path", "deck", "repeat"};
constexpr Names kIdentityNames = {"sources", "missing"};
constexpr Names kSourceNames = {"jwt_claim", "issuer",  "jwks_file", "audiences",   "mtls_uri_san",
                                "header",    "trusted", "sni",       "path_segment"};
constexpr Names kListenerNames = {"address",          "admin",          "certificate_file",
                                  "private_key_file", "client_ca_file", "access_log"};
constexpr Names kRiskNames = {"deck", "when", "touched", "degraded", "down", "keep"};
constexpr Names kWhenNames = {"workers_failed", "poison_tenants"};

}  // namespace

const KeyTable kFleetKeys = {"fleet", kFleetNames};
const KeyTable kKeyKeys = {"key", kKeyNames};
const KeyTable kWorkerKeys = {"worker", kWorkerNames};
const KeyTable kDeckKeys = {"deck", kDeckNames};
const KeyTable kSpreadKeys = {"spread", kSpreadNames};
const KeyTable kBoundedKeys = {"bounded", kBoundedNames};
const KeyTable kSearchKeys = {"search", kSearchNames};
const KeyTable kApfKeys = {"apf", kApfNames};
const KeyTable kInfimaKeys = {"infima", kInfimaNames};
const KeyTable kMimirRingKeys = {"mimir_ring", kMimirRingNames};
const KeyTable kThanosKeys = {"thanos", kThanosNames};
const KeyTable kDeckWorkersKeys = {"deck_workers", kDeckWorkersNames};
const KeyTable kAttemptsKeys = {"attempts", kAttemptsNames};
const KeyTable kHealthKeys = {"health", kHealthNames};
const KeyTable kOverrideKeys = {"override", kOverrideNames};
const KeyTable kGroupKeys = {"group", kGroupNames};
const KeyTable kTenantKeys = {"tenant", kTenantNames};
const KeyTable kRouteKeys = {"route", kRouteNames};
const KeyTable kIdentityKeys = {"identity", kIdentityNames};
const KeyTable kSourceKeys = {"source", kSourceNames};
const KeyTable kListenerKeys = {"listener", kListenerNames};
const KeyTable kRiskKeys = {"risk_rule", kRiskNames};
const KeyTable kWhenKeys = {"when", kWhenNames};

std::span<const KeyTable* const> all_key_tables() {
  static constexpr std::array kAll = {
      &kFleetKeys,    &kKeyKeys,         &kWorkerKeys,   &kDeckKeys,     &kSpreadKeys,
      &kBoundedKeys,  &kSearchKeys,      &kApfKeys,      &kInfimaKeys,   &kMimirRingKeys,
      &kThanosKeys,   &kDeckWorkersKeys, &kAttemptsKeys, &kHealthKeys,   &kOverrideKeys,
      &kGroupKeys,    &kTenantKeys,      &kRouteKeys,    &kIdentityKeys, &kSourceKeys,
      &kListenerKeys, &kRiskKeys,        &kWhenKeys};
  return kAll;
}

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest_key(const KeyTable& table, std::string_view key) {
  constexpr std::size_t kMostEdits = 3;
  constexpr std::size_t kLongest = 40;  // no known key is as long
  std::string_view nearest;
  std::size_t fewest = kMostEdits + 1;
  if (key.size() > kLongest) return nearest;
  for (const std::string_view known : table.keys) {
    const std::size_t edits = edit_distance(key, known);
    if (edits < fewest && 2 * edits < known.size()) {
      fewest = edits;
      nearest = known;
    }
  }
  return nearest;
}

}  // namespace croupier::fleet
