// From a fleet to the Envoy configuration that serves it. docs/envoy.md explains the parts.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fleet/model.h"

namespace croupier::publish {

struct EnvoyOptions {
  std::string snapshot_folder;  // where the module finds snapshots
  std::string fleet_folder;     // what relative file names in the fleet file are relative to
  bool absolute_paths = true;   // resolve them; false: leave them as written
};

// Envoy's name for the cluster of a deck.
std::string cluster_name(const std::string& deck);

// A complete bootstrap: admin, our extension, one listener, one cluster a deck.
nlohmann::json envoy_bootstrap(const fleet::Fleet& fleet, const EnvoyOptions& options);

// The same parts by name, for an Envoy that has a bootstrap of its own: bootstrap_extension,
// http_filters, local_reply_config, route_config, clusters.
nlohmann::json envoy_fragments(const fleet::Fleet& fleet, const EnvoyOptions& options);

// SHA-256 (hex) over all that the fleet says of Envoy's configuration. The configuration and every
// snapshot carry it, so that an Envoy whose routes or identity no longer fit its snapshot says so.
std::string envoy_config_digest(const fleet::Fleet& fleet);

}  // namespace croupier::publish
