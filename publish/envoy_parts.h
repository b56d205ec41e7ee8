// The parts of Envoy's configuration, one function each.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "fleet/model.h"
#include "publish/envoy_config.h"

namespace croupier::publish {

using Json = nlohmann::json;

Json socket_address(std::string_view address);  // "ip:port" or "[ip6]:port"
Json downstream_tls(const fleet::Listener& listener, const EnvoyOptions& options);
Json bootstrap_extension(const fleet::Fleet& fleet, const EnvoyOptions& options,
                         const std::string& config_digest);

// One virtual host; routes in the fleet's order, so that the first match wins.
Json route_config(const fleet::Fleet& fleet);

// A file's path as the options want it: absolute, or as the fleet file writes it.
std::string resolve_path(const EnvoyOptions& options, const std::string& file);

// jwt_authn and set_filter_state where a claim names the tenant, our filter, the router.
// `metadata`: our filter tells access logs of each answer.
Json http_filters(const fleet::Fleet& fleet, const EnvoyOptions& options, bool metadata);

// Writes one JSON line a request into the file.
Json access_log(const std::string& path);

// Puts our reason for a failure into the answer's header and body.
Json local_reply_config();

// The deck's cluster, with all that Envoy would decide for a whole cluster put out of reach.
Json deck_cluster(const fleet::Deck& deck);

}  // namespace croupier::publish
