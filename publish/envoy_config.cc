#include "publish/envoy_config.h"

#include <algorithm>

#include "croupier/hash.h"
#include "publish/envoy_parts.h"

namespace croupier::publish {
namespace {

Json listener(const fleet::Fleet& fleet, const EnvoyOptions& options) {
  const bool logs = !fleet.listener.access_log.empty();
  Json manager{
      {"@type",
       "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3."
       "HttpConnectionManager"},
      {"stat_prefix", "croupier"},
      {"codec_type", "AUTO"},
      {"common_http_protocol_options", {{"headers_with_underscores_action", "REJECT_REQUEST"}}},
      {"use_remote_address", true},
      {"normalize_path", true},
      {"merge_slashes", true},
      {"path_with_escaped_slashes_action", "REJECT_REQUEST"},
      {"upgrade_configs", Json::array({Json{{"upgrade_type", "websocket"}}})},
      {"route_config", route_config(fleet)},
      {"http_filters", http_filters(fleet, options, /*metadata=*/logs)},
      {"local_reply_config", local_reply_config()}};
  if (logs) {
    const std::string path = resolve_path(options, fleet.listener.access_log);
    manager["access_log"] = Json::array({access_log(path)});
  }
  Json chain{
      {"filters", Json::array({Json{{"name", "envoy.filters.network.http_connection_manager"},
                                    {"typed_config", std::move(manager)}}})}};
  Json json{{"name", "croupier"}, {"address", socket_address(fleet.listener.address)}};
  if (!fleet.listener.certificate_file.empty()) {
    chain["transport_socket"] = downstream_tls(fleet.listener, options);
    // SNI is read before the handshake, for identity by server name.
    json["listener_filters"] = Json::array(
        {Json{{"name", "envoy.filters.listener.tls_inspector"},
              {"typed_config",
               {{"@type",
                 "type.googleapis.com/envoy.extensions.filters.listener.tls_inspector.v3."
                 "TlsInspector"}}}}});
  }
  json["filter_chains"] = Json::array({std::move(chain)});
  return json;
}

Json clusters(const fleet::Fleet& fleet) {
  Json list = Json::array();
  for (const fleet::Deck& deck : fleet.decks) list.push_back(deck_cluster(deck));
  return list;
}

}  // namespace

std::string cluster_name(const std::string& deck) {
  return "croupier_" + deck;
}

std::string envoy_config_digest(const fleet::Fleet& fleet) {
  // Files by the names in the fleet file: where a machine keeps them is no difference of fleets.
  const EnvoyOptions as_written{.snapshot_folder = {}, .fleet_folder = {}, .absolute_paths = false};
  const Json parts{{"listener", listener(fleet, as_written)}, {"clusters", clusters(fleet)}};
  return hex(sha256(parts.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

Json envoy_bootstrap(const fleet::Fleet& fleet, const EnvoyOptions& options) {
  return {
      {"admin", {{"address", socket_address(fleet.listener.admin)}}},
      {"bootstrap_extensions",
       Json::array({bootstrap_extension(fleet, options, envoy_config_digest(fleet))})},
      {"static_resources",
       {{"listeners", Json::array({listener(fleet, options)})}, {"clusters", clusters(fleet)}}}};
}

Json envoy_fragments(const fleet::Fleet& fleet, const EnvoyOptions& options) {
  Json filters = http_filters(fleet, options, /*metadata=*/true);
  filters.erase(filters.size() - 1);  // the router is the other Envoy's own
  return {{"bootstrap_extension", bootstrap_extension(fleet, options, envoy_config_digest(fleet))},
          {"http_filters", std::move(filters)},
          {"local_reply_config", local_reply_config()},
          {"route_config", route_config(fleet)},
          {"clusters", clusters(fleet)}};
}

}  // namespace croupier::publish
