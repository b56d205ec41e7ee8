// Every key a fleet file may hold, by the kind of map it stands in. fleet.schema.json has the same
// sets; a test compares them.
#pragma once

#include <span>
#include <string_view>

namespace croupier::fleet {

struct KeyTable {
  std::string_view name;  // of the map's kind: its name among the schema's $defs
  std::span<const std::string_view> keys;
};

extern const KeyTable kFleetKeys, kKeyKeys, kWorkerKeys, kDeckKeys, kSpreadKeys, kDeckWorkersKeys,
    kBoundedKeys, kSearchKeys, kApfKeys, kInfimaKeys, kMimirRingKeys, kThanosKeys, kAttemptsKeys,
    kHealthKeys, kOverrideKeys, kGroupKeys, kTenantKeys, kRouteKeys, kIdentityKeys, kSourceKeys,
    kListenerKeys, kRiskKeys, kWhenKeys;

std::span<const KeyTable* const> all_key_tables();

// The key of the table that takes the fewest edits to reach from `key`, at most 3 and fewer than
// half its length; empty when none is near. Cost: bounded, whatever the key's length.
std::string_view nearest_key(const KeyTable& table, std::string_view key);

}  // namespace croupier::fleet
