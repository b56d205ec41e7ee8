#include <algorithm>
#include <nlohmann/json.hpp>

#include "publish/envoy_findings.h"

namespace croupier::publish {
namespace {

// Whether our filter takes tenants from client certificates.
bool asks_certificates(const Node& filter) {
  const Node* config = find(&filter, {"typed_config", "filter_config"});
  for (const Node& source : items(find(config, {"identity"}))) {
    if (find(&source, {"uri_san_prefix"}) != nullptr) return true;
  }
  const auto json = nlohmann::json::parse(text_of(find(config, {"value"})), nullptr, false);
  if (!json.is_object() || !json.contains("identity") || !json["identity"].is_array()) return false;
  return std::any_of(json["identity"].begin(), json["identity"].end(), [](const auto& source) {
    return source.is_object() && source.contains("uri_san_prefix");
  });
}

bool asks_certificates_below(const Node& chain) {
  for (const Node* manager : find_managers(chain)) {
    const Node* filter = find_filter(*manager);
    if (filter != nullptr && asks_certificates(*filter)) return true;
  }
  return false;
}

bool accepts_anybody(const Node* context) {
  return text_of(find(context, {"trust_chain_verification"})) == "ACCEPT_UNTRUSTED";
}

// Whether a validation context verifies who signed a certificate.
bool verifies(const Node* context) {
  if (accepts_anybody(context)) return false;
  return find(context, {"trusted_ca"}) != nullptr ||
         find(context, {"custom_validator_config"}) != nullptr ||
         !items(find(context, {"verify_certificate_spki"})).empty() ||
         !items(find(context, {"verify_certificate_hash"})).empty();
}

bool verifies_clients(const Node& chain) {
  const Node* tls = find(&chain, {"transport_socket", "typed_config", "common_tls_context"});
  if (const Node* own = find(tls, {"validation_context"}); own != nullptr) return verifies(own);
  // What comes by SDS is not in the text; it is taken to verify, unless the text overrules it.
  if (find(tls, {"validation_context_sds_secret_config"}) != nullptr) return true;
  const Node* combined = find(tls, {"combined_validation_context"});
  const Node* defaults = find(combined, {"default_validation_context"});
  if (accepts_anybody(defaults)) return false;
  return find(combined, {"validation_context_sds_secret_config"}) != nullptr || verifies(defaults);
}

void check_chain(const Node* chain, fleet::Report& report) {
  if (chain == nullptr || !asks_certificates_below(*chain) || verifies_clients(*chain)) return;
  report.warning(report.place(chain->mark),
                 "tenants are taken from client certificates (uri_san_prefix), but this filter "
                 "chain verifies none: set trusted_ca in its validation_context, or anybody can "
                 "sign a certificate with a tenant's name");
}

}  // namespace

void check_client_certificates(const Node& root, fleet::Report& report) {
  for (const Node& listener : items(find(&root, {"static_resources", "listeners"}))) {
    for (const Node& chain : items(find(&listener, {"filter_chains"}))) check_chain(&chain, report);
    check_chain(find(&listener, {"default_filter_chain"}), report);
  }
}

}  // namespace croupier::publish
