#include "publish/envoy_parts.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "croupier/assert.h"
#include "croupier/router.h"

namespace croupier::publish {
namespace {

constexpr std::uint32_t kOutOfReach = UINT32_MAX;

std::string seconds(fleet::Milliseconds duration) {
  const auto count = duration.count();
  std::string fraction = std::to_string(1000 + count % 1000).substr(1);
  return std::to_string(count / 1000) + "." + fraction + "s";
}

Json typed(const char* name, Json config) {
  return {{"name", name}, {"typed_config", std::move(config)}};
}

Json string_value(const Json& config) {
  return {{"@type", "type.googleapis.com/google.protobuf.StringValue"}, {"value", config.dump()}};
}

Json module() {
  return {{"name", "croupier"}, {"metrics_namespace", "croupier"}, {"do_not_close", true}};
}

// A host pattern as a regular expression over :authority, its port aside.
Json host_matcher(const std::string& host) {
  std::string pattern = "(?i)";
  std::string_view rest = host;
  if (rest.starts_with("*.")) {
    pattern += "[^:]+";
    rest.remove_prefix(1);
  }
  for (const char c : rest) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_';
    if (!plain) pattern += '\\';
    pattern += c;
  }
  pattern += "(:[0-9]+)?";
  return {{"name", ":authority"}, {"string_match", {{"safe_regex", {{"regex", pattern}}}}}};
}

// How often a request of the deck is repeated unless its tenant says otherwise; nothing where the
// hand's size is known only when it is dealt.
std::optional<std::uint32_t> usual_retries(const fleet::Deck& deck) {
  const bool counted = deck.hand_size.kind == fleet::HandSize::Kind::kCount;
  if (!counted || !deals_exact_sizes(deck.policy)) return std::nullopt;
  const AttemptRules rules = deck.attempts.apply({});
  return attempt_limit(rules, deck.hand_size.count, !deck.spill.empty()) - 1;
}

// What may be repeated for every request; the filter adds to it for those that may be repeated
// after they were sent.
Json retry_policy(std::optional<std::uint32_t> retries) {
  Json policy{{"num_retries", retries.value_or(0)},
              {"retry_back_off", {{"base_interval", "0.005s"}, {"max_interval", "0.050s"}}}};
  if (retries) policy["retry_on"] = "connect-failure,refused-stream,reset-before-request";
  return policy;
}

Json route_entry(const fleet::Fleet& fleet, const fleet::Route& route) {
  const auto deck = std::find_if(fleet.decks.begin(), fleet.decks.end(),
                                 [&](const auto& each) { return each.name == route.deck; });
  CROUPIER_ASSERT(deck != fleet.decks.end());  // the fleet was checked
  const auto timeout = deck->request_timeout;
  const auto retries = usual_retries(*deck);
  Json match{{"prefix", route.path_prefix}};
  if (route.host != "*") match["headers"] = Json::array({host_matcher(route.host)});
  Json config{{"deck", route.deck}};
  if (route.repeat) config["repeat"] = word_of(*route.repeat);
  if (retries) config["retries"] = *retries;
  Json action{{"cluster", cluster_name(route.deck)}, {"timeout", seconds(timeout)}};
  // Envoy ends a stream that is idle for five minutes, unless it is told otherwise.
  constexpr fleet::Milliseconds kEnvoyIdle = std::chrono::minutes(5);
  if (timeout.count() == 0 || timeout > kEnvoyIdle) action["idle_timeout"] = seconds(timeout);
  action["retry_policy"] = retry_policy(retries);
  return {{"match", std::move(match)},
          {"route", std::move(action)},
          {"typed_per_filter_config",
           {{"croupier",
             {{"@type",
               "type.googleapis.com/envoy.extensions.filters.http.dynamic_modules.v3."
               "DynamicModuleFilterPerRoute"},
              {"dynamic_module_config", module()},
              {"filter_name", "croupier"},
              {"filter_config", string_value(config)}}}}}};
}

// The filter-state key under which the claim of identity source number `i` arrives.
std::string claim_key(std::size_t i) {
  return "croupier.claim." + std::to_string(i);
}

bool is_claim(const fleet::IdentitySource& source) {
  return source.kind == fleet::IdentitySource::Kind::kJwtClaim;
}

// The provider of the claim's issuer, named after the first source that has it: Envoy asks each
// provider for its own token, so that all claims of one issuer must come through one.
std::string provider_name(const fleet::Identity& identity, std::size_t i) {
  std::size_t first = 0;
  while (!is_claim(identity.sources[first]) ||
         identity.sources[first].issuer != identity.sources[i].issuer) {
    ++first;
  }
  return "croupier_jwt_" + std::to_string(first);
}

Json jwt_filter(const fleet::Identity& identity, const EnvoyOptions& options) {
  Json providers = Json::object();
  Json any = Json::array();
  for (std::size_t i = 0; i < identity.sources.size(); ++i) {
    const fleet::IdentitySource& source = identity.sources[i];
    if (!is_claim(source)) continue;
    const std::string name = provider_name(identity, i);
    if (providers.contains(name)) continue;
    Json provider{{"issuer", source.issuer},
                  {"payload_in_metadata", name},
                  {"local_jwks", {{"filename", resolve_path(options, source.jwks_file)}}}};
    if (!source.audiences.empty()) provider["audiences"] = source.audiences;
    providers[name] = std::move(provider);
    any.push_back({{"provider_name", name}});
  }
  // No token is left to the next source and, at the end, to `missing`; a bad one is refused here.
  any.push_back({{"allow_missing", Json::object()}});
  return typed(
      "envoy.filters.http.jwt_authn",
      {{"@type",
        "type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication"},
       {"providers", std::move(providers)},
       {"rules", Json::array({{{"match", {{"prefix", "/"}}},
                               {"requires", {{"requires_any", {{"requirements", any}}}}}}})}});
}

// The module cannot read the nested payload that jwt_authn leaves; this copies the claims.
Json claim_filter(const fleet::Identity& identity) {
  Json values = Json::array();
  for (std::size_t i = 0; i < identity.sources.size(); ++i) {
    if (!is_claim(identity.sources[i])) continue;
    const std::string format =
        "%DYNAMIC_METADATA(envoy.filters.http.jwt_authn:" + provider_name(identity, i) + ":" +
        identity.sources[i].name + ")%";
    values.push_back(
        {{"object_key", claim_key(i)},
         {"factory_key", "envoy.string"},
         {"skip_if_empty", true},
         {"format_string",
          {{"omit_empty_values", true}, {"text_format_source", {{"inline_string", format}}}}}});
  }
  return typed(
      "envoy.filters.http.set_filter_state",
      {{"@type", "type.googleapis.com/envoy.extensions.filters.http.set_filter_state.v3.Config"},
       {"on_request_headers", std::move(values)}});
}

Json identity_source(const fleet::IdentitySource& source, std::size_t i) {
  using Kind = fleet::IdentitySource::Kind;
  switch (source.kind) {
    case Kind::kJwtClaim:
      return {{"filter_state", claim_key(i)}};
    case Kind::kMtlsUriSan:
      return {{"uri_san_prefix", source.prefix}};
    case Kind::kHeader:
      return {{"header", source.name}, {"trusted", source.trusted}};
    case Kind::kSni:
      return {{"sni_suffix", source.prefix}};
    case Kind::kPathSegment:
      return {{"path_segment", source.segment}};
  }
  return {};
}

Json module_filter(const char* filter_name, Json config) {
  Json json{{"@type",
             "type.googleapis.com/envoy.extensions.filters.http.dynamic_modules.v3."
             "DynamicModuleFilter"},
            {"dynamic_module_config", module()},
            {"filter_name", filter_name}};
  if (!config.is_null()) json["filter_config"] = std::move(config);
  return typed("croupier", std::move(json));
}

Json health_check(const fleet::Deck& deck) {
  Json http{{"path", deck.health.path}};
  if (deck.protocol == fleet::Protocol::kHttp2) http["codec_client_type"] = "HTTP2";
  return {{"timeout", seconds(deck.health.timeout)},
          {"interval", seconds(deck.health.interval)},
          // Envoy checks idle clusters once a minute by default; a worker that nobody asks must be
          // known as well.
          {"no_traffic_interval", seconds(deck.health.interval)},
          {"unhealthy_threshold", deck.health.unhealthy_after},
          {"healthy_threshold", deck.health.healthy_after},
          {"http_health_check", std::move(http)}};
}

Json http_options(const fleet::Deck& deck) {
  Json options{
      {"@type", "type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions"}};
  const char* protocol =
      deck.protocol == fleet::Protocol::kHttp2 ? "http2_protocol_options" : "http_protocol_options";
  options["explicit_http_config"] = {{protocol, Json::object()}};
  if (deck.worker_headers) {
    options["http_filters"] =
        Json::array({module_filter("upstream", {}),
                     typed("envoy.filters.http.upstream_codec",
                           {{"@type",
                             "type.googleapis.com/envoy.extensions.filters.http.upstream_codec.v3."
                             "UpstreamCodec"}})});
  }
  return {{"envoy.extensions.upstreams.http.v3.HttpProtocolOptions", std::move(options)}};
}

Json thresholds(const char* priority) {
  return {{"priority", priority},
          {"max_connections", kOutOfReach},
          {"max_pending_requests", kOutOfReach},
          {"max_requests", kOutOfReach},
          {"max_retries", kOutOfReach},
          {"max_connection_pools", kOutOfReach}};
}

}  // namespace

std::string resolve_path(const EnvoyOptions& options, const std::string& file) {
  if (!options.absolute_paths) return file;
  return std::filesystem::absolute(std::filesystem::path(options.fleet_folder) / file)
      .lexically_normal()
      .string();
}

Json socket_address(std::string_view address) {
  const std::size_t colon = address.rfind(':');
  std::string_view host = address.substr(0, colon);
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  unsigned port = 0;
  std::from_chars(address.data() + colon + 1, address.data() + address.size(), port);
  return {{"socket_address", {{"address", host}, {"port_value", port}}}};
}

Json downstream_tls(const fleet::Listener& listener, const EnvoyOptions& options) {
  const auto file = [&](const std::string& name) {
    return Json{{"filename", resolve_path(options, name)}};
  };
  Json common{
      {"alpn_protocols", {"h2", "http/1.1"}},
      {"tls_certificates", Json::array({{{"certificate_chain", file(listener.certificate_file)},
                                         {"private_key", file(listener.private_key_file)}}})}};
  Json context{{"@type",
                "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3."
                "DownstreamTlsContext"}};
  if (!listener.client_ca_file.empty()) {
    common["validation_context"] = {{"trusted_ca", file(listener.client_ca_file)}};
    context["require_client_certificate"] = true;
  }
  context["common_tls_context"] = std::move(common);
  return typed("envoy.transport_sockets.tls", std::move(context));
}

Json bootstrap_extension(const fleet::Fleet& fleet, const EnvoyOptions& options,
                         const std::string& config_digest) {
  Json config{{"snapshot", std::filesystem::absolute(options.snapshot_folder).string()},
              {"keys", Json::array()},
              {"config_digest", config_digest}};
  for (const fleet::KeySource& key : fleet.keys) {
    config["keys"].push_back({{"id", key.id}, {"file", resolve_path(options, key.file)}});
  }
  return typed("envoy.bootstrap.dynamic_modules",
               {{"@type",
                 "type.googleapis.com/envoy.extensions.bootstrap.dynamic_modules.v3."
                 "DynamicModuleBootstrapExtension"},
                {"dynamic_module_config", module()},
                {"extension_name", "croupier"},
                {"extension_config", string_value(config)}});
}

Json route_config(const fleet::Fleet& fleet) {
  Json routes = Json::array();
  for (const fleet::Route& route : fleet.routes) routes.push_back(route_entry(fleet, route));
  return {{"name", "croupier"},
          {"virtual_hosts", Json::array({{{"name", "croupier"},
                                          {"domains", Json::array({"*"})},
                                          {"routes", std::move(routes)}}})}};
}

Json http_filters(const fleet::Fleet& fleet, const EnvoyOptions& options, bool metadata) {
  Json filters = Json::array();
  const fleet::Identity& identity = fleet.identity;
  if (std::any_of(identity.sources.begin(), identity.sources.end(), is_claim)) {
    filters.push_back(jwt_filter(identity, options));
    filters.push_back(claim_filter(identity));
  }
  Json sources = Json::array();
  for (std::size_t i = 0; i < identity.sources.size(); ++i) {
    sources.push_back(identity_source(identity.sources[i], i));
  }
  const bool guest = identity.missing == fleet::Missing::kGuest;
  filters.push_back(module_filter("croupier", string_value({{"identity", std::move(sources)},
                                                            {"missing", guest ? "guest" : "refuse"},
                                                            {"metadata", metadata}})));
  filters.push_back(
      typed("envoy.filters.http.router",
            {{"@type", "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router"}}));
  return filters;
}

Json access_log(const std::string& path) {
  Json fields{{"time", "%START_TIME%"},
              {"method", "%REQ(:METHOD)%"},
              {"path", "%REQ(X-ENVOY-ORIGINAL-PATH?:PATH)%"},
              {"authority", "%REQ(:AUTHORITY)%"},
              {"status", "%RESPONSE_CODE%"},
              {"flags", "%RESPONSE_FLAGS%"},
              {"duration_ms", "%DURATION%"},
              {"client", "%DOWNSTREAM_REMOTE_ADDRESS%"}};
  for (const std::string field : {"worker", "position", "version", "attempts", "reason"}) {
    fields[field] = "%DYNAMIC_METADATA(croupier:" + field + ")%";
  }
  return typed(
      "envoy.access_loggers.file",
      {{"@type", "type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog"},
       {"path", path},
       {"log_format", {{"json_format", std::move(fields)}}}});
}

Json local_reply_config() {
  const std::string reason = "%DYNAMIC_METADATA(croupier:reason)%";
  return {
      {"mappers",
       Json::array(
           {{{"filter",
              {{"metadata_filter",
                {{"matcher",
                  {{"filter", "croupier"},
                   {"path", Json::array({{{"key", "reason"}}})},
                   {"value", {{"present_match", true}}}}},
                 {"match_if_key_not_found", false}}}}},
             {"headers_to_add",
              Json::array({{{"header", {{"key", "x-croupier-reason"}, {"value", reason}}},
                            {"append_action", "OVERWRITE_IF_EXISTS_OR_ADD"}}})},
             {"body_format_override", {{"text_format_source", {{"inline_string", reason}}}}}}})}};
}

Json deck_cluster(const fleet::Deck& deck) {
  Json cluster{
      {"name", cluster_name(deck.name)},
      {"connect_timeout", seconds(deck.connect_timeout)},
      {"lb_policy", "CLUSTER_PROVIDED"},
      {"cluster_type",
       typed("envoy.clusters.dynamic_modules",
             {{"@type",
               "type.googleapis.com/envoy.extensions.clusters.dynamic_modules.v3.ClusterConfig"},
              {"dynamic_module_config", module()},
              {"cluster_name", "croupier"},
              {"cluster_config", string_value({{"deck", deck.name}})}})},
      {"circuit_breakers",
       {{"thresholds", Json::array({thresholds("DEFAULT"), thresholds("HIGH")})}}},
      {"common_lb_config", {{"healthy_panic_threshold", {{"value", 0.0}}}}},
      {"ignore_health_on_host_removal", true},
      {"typed_extension_protocol_options", http_options(deck)}};
  if (deck.health.enabled) cluster["health_checks"] = Json::array({health_check(deck)});
  return cluster;
}

}  // namespace croupier::publish
