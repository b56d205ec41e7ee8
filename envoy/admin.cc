// The admin pages: /croupier/status and, where the fleet allows it, /croupier/hand.
#include "envoy/bootstrap.h"
#include "envoy/hook.h"
#include "envoy/hub.h"
#include "files/json_fields.h"

namespace croupier::envoy {
namespace {

using files::Json;

constexpr char kStatusPath[] = "/croupier/status";
constexpr char kHandPath[] = "/croupier/hand";

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// A query parameter's value, percent-decoded; empty when it is not there.
std::string parameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || pair.substr(0, equals) != name) continue;
    std::string value;
    for (std::size_t i = equals + 1; i < pair.size(); ++i) {
      const bool escaped = pair[i] == '%' && i + 2 < pair.size() && hex_digit(pair[i + 1]) >= 0 &&
                           hex_digit(pair[i + 2]) >= 0;
      value.push_back(escaped
                          ? static_cast<char>(hex_digit(pair[i + 1]) * 16 + hex_digit(pair[i + 2]))
                          : pair[i]);
      if (escaped) i += 2;
    }
    return value;
  }
  return {};
}

Json deck_json(const snapshot::DeckEntry& deck) {
  Json json{{"name", deck.name},          {"policy", policy_name(deck.policy)},
            {"key_id", deck.key_id},      {"workers", deck.members.size()},
            {"dealt", deck.dealt.size()}, {"spill", deck.spill.size()}};
  json["hand_size"] = deck.hand_size == snapshot::kAllWorkers ? Json("all") : Json(deck.hand_size);
  return json;
}

}  // namespace

void Bootstrap::register_admin() {
  const auto add = [&](const char* path, const char* help) {
    envoy_dynamic_module_callback_bootstrap_extension_register_admin_handler(
        envoy_, buffer(path), buffer(help), /*removable=*/true, /*mutates_server_state=*/false);
  };
  add(kStatusPath, "the snapshot in service and what was refused");
  add(kHandPath, "?deck=&tenant= the hand of a tenant, where the fleet shows hands");
}

std::uint32_t Bootstrap::admin(std::string_view path, std::string& body) {
  const std::string_view page = path.substr(0, path.find('?'));
  const std::string_view query = path.substr(std::min(path.size(), page.size() + 1));
  if (page == kStatusPath) {
    carry_metrics();
    body = status();
    return 200;
  }
  if (page == kHandPath) return hand(query, body);
  body = dump({{"error", "no such page"}});
  return 404;
}

std::string Bootstrap::status() const {
  Json json{{"folder", config_.loader.folder},
            {"snapshots_refused", metrics().total(Counter::kSnapshotRefused)},
            {"last_refused", last_refused_},
            {"swaps", metrics().total(Counter::kSwaps)},
            {"module_faults", metrics().total(Counter::kFaults)}};
  const auto view = hub().view();
  json["in_service"] = view != nullptr;
  if (!view) return dump(json);
  const snapshot::Snapshot& snapshot = *view->snapshot;
  const auto age = std::chrono::steady_clock::now() - loaded_at_;
  json["version"] = snapshot.version();
  json["age_seconds"] = std::chrono::duration_cast<std::chrono::seconds>(age).count();
  json["digest"] = snapshot.digest();
  json["from_previous"] = from_previous_;
  json["config_matches"] = snapshot.manifest().config_digest == config_.config_digest;
  json["workers"] = snapshot.workers().size();
  json["segments"] = Json::array();
  for (const snapshot::SegmentRef& segment : snapshot.manifest().segments) {
    json["segments"].push_back({{"digest", segment.digest}, {"bytes", segment.size_bytes}});
  }
  json["decks"] = Json::array();
  for (const snapshot::DeckEntry& deck : snapshot.decks()) json["decks"].push_back(deck_json(deck));
  std::uint64_t stored = 0;
  for (const snapshot::TenantTable& layer : snapshot.tenant_layers()) stored += layer.size();
  json["stored_tenants"] = stored;
  return dump(json);
}

std::uint32_t Bootstrap::hand(std::string_view query, std::string& body) const {
  const auto fail = [&](std::uint32_t status, const char* why) {
    body = dump({{"error", why}});
    return status;
  };
  const auto view = hub().view();
  if (!view) return fail(503, "no snapshot is in service");
  const snapshot::Snapshot& snapshot = *view->snapshot;
  if (!snapshot.show_hands())
    return fail(403, "hands are not shown: the fleet says show_hands: false");
  const auto deck = snapshot.find_deck(parameter(query, "deck"));
  if (!deck) return fail(404, "no such deck");
  const std::string tenant = parameter(query, "tenant");
  snapshot::Hand hand;
  const auto admission = snapshot.deal(*deck, {.tenant = tenant}, hand);
  if (admission == snapshot::Admission::kRefused)
    return fail(404, "the deck refuses unlisted tenants");
  Json json{{"deck", snapshot.decks()[*deck].name},
            {"tenant", tenant},
            {"version", snapshot.version()},
            {"listed", hand.listed},
            {"pinned", hand.pinned},
            {"guest", admission == snapshot::Admission::kGuest},
            // Clients choose those, so there an unlisted tenant is a guest all the same.
            {"guest_by_sni_or_path", !hand.listed},
            {"hand", Json::array()}};
  for (const std::uint32_t worker : hand.workers) {
    json["hand"].push_back(snapshot.workers()[worker].id);
  }
  body = dump(json);
  return 200;
}

}  // namespace croupier::envoy
