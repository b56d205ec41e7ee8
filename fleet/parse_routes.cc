// Sections `routes` and `listener`.
#include <fmt/format.h>

#include <algorithm>

#include "croupier/quote.h"
#include "fleet/network.h"
#include "fleet/parse_state.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

// Reads an exact host, "*.suffix" or "*", in lower case.
std::optional<std::string> read_host(Report& report, const Node& node) {
  auto host = read_text(report, node, "host");
  if (!host) return host;
  std::transform(host->begin(), host->end(), host->begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  std::string_view name = *host;
  if (name == "*") return host;
  if (name.substr(0, 2) == "*.") name.remove_prefix(2);
  constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-_.:[]";
  if (name.empty() || name.size() > 255 || name.front() == '.' ||
      name.find_first_not_of(kCharacters) != std::string_view::npos) {
    report.error(node, fmt::format("host must be a name, *.suffix or *, not {}", quote(*host)));
    return std::nullopt;
  }
  return host;
}

Route read_route(ParseState& state, const Node& node) {
  Report& report = state.report;
  Route route;
  route.place = report.place(node.mark);
  const MapReader map(report, node, kRouteKeys, "a route");
  if (const Node* host = map.find("host")) {
    route.host = read_host(report, *host).value_or(route.host);
  }
  if (const Node* path = map.find("path")) {
    route.path_prefix = read_url_path(report, *path, "path").value_or(route.path_prefix);
  }
  if (const Node* deck = map.need("deck")) {
    if (find_id(state, state.decks, *deck, "deck")) route.deck = deck->text;
  }
  if (const Node* repeat = map.find("repeat")) route.repeat = read_repeat(report, *repeat);
  return route;
}

void read_endpoint(Report& report, const MapReader& map, std::string_view key,
                   std::string& endpoint) {
  const Node* node = map.find(key);
  if (node == nullptr) return;
  const auto text = read_text(report, *node, key);
  if (!text) return;
  if (const auto parsed = parse_endpoint(*text); !parsed) {
    report.error(*node, parsed.error().message);
    return;
  }
  endpoint = *text;
}

void read_path(Report& report, const MapReader& map, std::string_view key, std::string& path) {
  if (const Node* node = map.find(key)) path = read_text(report, *node, key).value_or("");
}

}  // namespace

void parse_routes(ParseState& state, const Node& node) {
  for (const Node& item : read_list(state.report, node, "routes")) {
    if (state.fleet.routes.size() == kMaxRoutes) {
      state.report.error(item, fmt::format("more than {} routes", kMaxRoutes));
      return;
    }
    state.fleet.routes.push_back(read_route(state, item));
  }
}

void parse_listener(ParseState& state, const Node& node) {
  Report& report = state.report;
  Listener& listener = state.fleet.listener;
  const MapReader map(report, node, kListenerKeys, "listener");
  read_endpoint(report, map, "address", listener.address);
  read_endpoint(report, map, "admin", listener.admin);
  read_path(report, map, "certificate_file", listener.certificate_file);
  read_path(report, map, "private_key_file", listener.private_key_file);
  read_path(report, map, "client_ca_file", listener.client_ca_file);
  read_path(report, map, "access_log", listener.access_log);
  if (listener.address == listener.admin) {
    report.error(node, fmt::format("address and admin are both {}", quote(listener.address)));
  }
  if (listener.certificate_file.empty() != listener.private_key_file.empty()) {
    report.error(node, "certificate_file and private_key_file go together; one is missing");
  }
  if (!listener.client_ca_file.empty() && listener.certificate_file.empty()) {
    report.error(node, "client_ca_file needs certificate_file and private_key_file");
  }
}

}  // namespace croupier::fleet
