#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "croupier/quote.h"
#include "publish/envoy_findings.h"

namespace croupier::publish {
namespace {

using Names = std::set<std::string, std::less<>>;

constexpr std::string_view kManagerType = "http_connection_manager.v3.HttpConnectionManager";
constexpr std::string_view kRouterType = "envoy.extensions.filters.http.router.v3.Router";

// Words of retry_on by which a request is sent again that a worker may have executed.
constexpr std::array<std::string_view, 11> kRepeatingWords = {"5xx",
                                                              "gateway-error",
                                                              "reset",
                                                              "retriable-4xx",
                                                              "retriable-headers",
                                                              "retriable-status-codes",
                                                              "cancelled",
                                                              "deadline-exceeded",
                                                              "internal",
                                                              "resource-exhausted",
                                                              "unavailable"};

// What a route that promises "retries" must have in retry_on; see RouteConfig in envoy/filter.h.
constexpr std::array<std::string_view, 3> kUnsentWords = {"connect-failure", "refused-stream",
                                                          "reset-before-request"};

void collect_managers(const Node& node, std::vector<const Node*>& found) {
  if (text_of(find(&node, {"@type"})).ends_with(kManagerType)) found.push_back(&node);
  for (const Node& child : node.children) collect_managers(child, found);
}

// Whether a filter of local replies, or one inside it, asks for our reason.
bool asks_for_reason(const Node& node) {
  const Node* matcher = find(&node, {"metadata_filter", "matcher"});
  if (text_of(find(matcher, {"filter"})) == "croupier") {
    const auto& path = items(find(matcher, {"path"}));
    if (path.size() == 1 && text_of(find(&path.front(), {"key"})) == "reason") return true;
  }
  return std::any_of(node.children.begin(), node.children.end(), asks_for_reason);
}

void check_local_reply(const Node& manager, const Node& filter, fleet::Report& report) {
  const auto& mappers = items(find(&manager, {"local_reply_config", "mappers"}));
  const bool mapped = std::any_of(mappers.begin(), mappers.end(), [](const Node& mapper) {
    const Node* condition = find(&mapper, {"filter"});
    return condition != nullptr && asks_for_reason(*condition);
  });
  if (mapped) return;
  report.warning(report.place(filter.mark),
                 "no local_reply_config mapper for the metadata croupier/reason: clients would not "
                 "be told why a request failed");
}

void check_order(const Node& manager, const Node& filter, fleet::Report& report) {
  for (const Node& other : items(find(&manager, {"http_filters"}))) {
    if (&other == &filter) return;
    if (!text_of(find(&other, {"typed_config", "@type"})).ends_with(kRouterType)) continue;
    report.warning(report.place(filter.mark),
                   "the filter croupier stands after the router and would never run");
    return;
  }
}

// The first of our clusters that a route may send a request to; empty: none.
std::string_view our_target(const Node* action, const Names& clusters) {
  const std::string_view single = text_of(find(action, {"cluster"}));
  if (clusters.contains(single)) return single;
  for (const Node& choice : items(find(action, {"weighted_clusters", "clusters"}))) {
    const std::string_view name = text_of(find(&choice, {"name"}));
    if (clusters.contains(name)) return name;
  }
  return {};
}

std::vector<std::string_view> repeating_words(std::string_view retry_on) {
  std::vector<std::string_view> found;
  while (!retry_on.empty()) {
    std::string_view word = retry_on.substr(0, retry_on.find(','));
    retry_on.remove_prefix(std::min(word.size() + 1, retry_on.size()));
    const std::size_t first = word.find_first_not_of(' ');
    if (first == std::string_view::npos) continue;
    word = word.substr(first, word.find_last_not_of(' ') - first + 1);
    const bool repeats =
        std::find(kRepeatingWords.begin(), kRepeatingWords.end(), word) != kRepeatingWords.end();
    if (repeats) found.push_back(word);
  }
  return found;
}

// The retries that the route says, to our filter, its own retry policy has.
std::optional<std::uint64_t> promised_retries(const Node& route) {
  const Node* filters = find(&route, {"typed_per_filter_config"});
  if (filters == nullptr) return std::nullopt;
  for (const Node& config : filters->children) {
    if (!is_croupier(&config)) continue;
    const Node* value = find(&config, {"filter_config", "value"});
    const auto json = nlohmann::json::parse(text_of(value), nullptr, false);
    if (!json.is_object() || !json.contains("retries")) continue;
    if (json["retries"].is_number_unsigned()) return json["retries"].get<std::uint64_t>();
  }
  return std::nullopt;
}

void check_promise(const Node& route, const Node* policy, std::string_view target,
                   fleet::Report& report) {
  const auto promised = promised_retries(route);
  if (!promised) return;
  const std::string_view retry_on = text_of(find(policy, {"retry_on"}));
  const bool all_words = std::all_of(kUnsentWords.begin(), kUnsentWords.end(), [&](auto word) {
    return retry_on.find(word) != std::string_view::npos;
  });
  const double retries = number_of(find(policy, {"num_retries"})).value_or(1);  // Envoy's default
  if (all_words && retries == static_cast<double>(*promised)) return;
  report.warning(
      report.place(route.mark),
      fmt::format("a route to cluster {} tells the filter croupier \"retries\": {}, but its "
                  "retry_policy is not that: set num_retries to {} and retry_on to {}, or "
                  "leave \"retries\" out",
                  quote(target), *promised, *promised, fmt::join(kUnsentWords, ",")));
}

void check_route(const Node& route, const Node& host, const Names& clusters, Names& high_priority,
                 fleet::Report& report) {
  const Node* action = find(&route, {"route"});
  const std::string_view target = our_target(action, clusters);
  if (target.empty()) return;
  if (text_of(find(action, {"priority"})) == "HIGH") high_priority.emplace(target);
  const auto of_route_or_host = [&](std::string_view field) {
    const Node* value = find(action, {field});
    return value != nullptr ? value : find(&host, {field});
  };
  if (const Node* hedge = of_route_or_host("hedge_policy"); hedge != nullptr) {
    report.warning(
        report.place(hedge->mark),
        fmt::format("a route to cluster {} has a hedge_policy: requests would be sent to "
                    "several workers at once, beyond the attempts that are allowed; leave "
                    "it out",
                    quote(target)));
  }
  const Node* policy = of_route_or_host("retry_policy");
  check_promise(route, policy, target, report);
  const Node* retry_on = find(policy, {"retry_on"});
  const auto words = repeating_words(text_of(retry_on));
  if (words.empty()) return;
  report.warning(report.place(retry_on->mark),
                 fmt::format("a route to cluster {} has retry_on {}, which is added to what the "
                             "filter croupier sets for each request: POST and other requests that "
                             "are not idempotent would be sent twice; leave it out",
                             quote(target), fmt::join(words, ", ")));
}

bool routes_to(const Node& manager, const Names& clusters, std::string_view& target) {
  for (const Node& host : items(find(&manager, {"route_config", "virtual_hosts"}))) {
    for (const Node& route : items(find(&host, {"routes"}))) {
      target = our_target(find(&route, {"route"}), clusters);
      if (!target.empty()) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<const Node*> find_managers(const Node& root) {
  std::vector<const Node*> found;
  collect_managers(root, found);
  return found;
}

const Node* find_filter(const Node& manager) {
  for (const Node& filter : items(find(&manager, {"http_filters"}))) {
    if (is_croupier(find(&filter, {"typed_config"}))) return &filter;
  }
  return nullptr;
}

void check_manager(const Node& manager, const Names& clusters, Names& high_priority,
                   fleet::Report& report) {
  const Node* filter = find_filter(manager);
  std::string_view target;
  if (filter != nullptr) {
    check_order(manager, *filter, report);
    check_local_reply(manager, *filter, report);
  } else if (routes_to(manager, clusters, target)) {
    report.warning(report.place(manager.mark),
                   fmt::format("requests reach cluster {} without the filter croupier, and are "
                               "refused there",
                               quote(target)));
  }
  for (const Node& host : items(find(&manager, {"route_config", "virtual_hosts"}))) {
    for (const Node& route : items(find(&host, {"routes"}))) {
      check_route(route, host, clusters, high_priority, report);
    }
  }
}

}  // namespace croupier::publish
