// croupier explain FLEET --tenant ID [--deck NAME] [--json]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/ready_fleet.h"
#include "fleet/risk.h"

namespace croupier::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kNeighbours = 5;

struct Options {
  std::string fleet_file;
  std::string tenant;
  std::string deck;
  bool json = false;
};

// All that is told of the tenant in one deck.
struct Explanation {
  const fleet::DealtDeck& deck;
  fleet::Resolved resolved;
  std::vector<fleet::Neighbour> neighbours;
};

struct Value {
  const char* name;
  fleet::Origin origin;
};

std::array<Value, 6> values(const fleet::Resolved& resolved) {
  return {Value{"hand", resolved.hand_origin},
          Value{"hand_size", resolved.hand_size},
          Value{"max_attempts", resolved.max_attempts},
          Value{"try_timeout", resolved.try_timeout},
          Value{"repeat", resolved.repeat},
          Value{"all_down", resolved.all_down}};
}

Result<Explanation> explain_deck(const fleet::Fleet& fleet, const fleet::DealtDeck& deck,
                                 const std::string& tenant) {
  auto resolved = fleet::resolve(fleet, deck, tenant);
  if (!resolved) return tl::unexpected(std::move(resolved.error()));
  Explanation explanation{deck, std::move(*resolved), {}};
  if (explanation.resolved.refused) return explanation;
  auto neighbours = fleet::closest_neighbours(fleet, deck, tenant, kNeighbours);
  if (!neighbours) return tl::unexpected(std::move(neighbours.error()));
  explanation.neighbours = std::move(*neighbours);
  return explanation;
}

std::string describe(const Explanation& explanation, const std::string& tenant) {
  const fleet::Resolved& resolved = explanation.resolved;
  const std::string chosen =
      resolved.guest_when_chosen ? " (where SNI or path name it: the guest hand)" : "";
  if (resolved.guest) return "not listed: shares the guest hand, dealt as " + resolved.dealt_as;
  if (resolved.refused) return "not listed: refused" + chosen;
  const std::string listed = resolved.listed ? "listed" : "not listed" + chosen;
  return resolved.dealt_as == tenant ? listed : listed + ", dealt as " + resolved.dealt_as;
}

// One line for each member, its columns aligned.
std::string member_lines(const fleet::Fleet& fleet, const std::vector<std::uint32_t>& hand) {
  std::size_t id_width = 0, address_width = 0;
  const auto address = [&](std::uint32_t i) -> std::string_view {
    const std::string& written = fleet.workers[i].address;
    return written.empty() ? std::string_view("no address") : std::string_view(written);
  };
  for (const std::uint32_t i : hand) {
    id_width = std::max(id_width, fleet.workers[i].id.size());
    address_width = std::max(address_width, address(i).size());
  }
  std::string text;
  for (std::size_t position = 0; position < hand.size(); ++position) {
    const fleet::Worker& worker = fleet.workers[hand[position]];
    const auto zone = worker.attributes.find("zone");
    text += fmt::format("  {:>3}  {:<{}}  {:<{}}  {}{}\n", position + 1, worker.id, id_width,
                        address(hand[position]), address_width,
                        zone == worker.attributes.end() ? "" : "zone " + zone->second,
                        worker.state == fleet::WorkerState::kDraining ? "  draining" : "");
  }
  return text;
}

std::string value_line(const Value& value) {
  std::string place;
  if (value.origin.place.line != 0) {
    place = fmt::format(" ({}:{})", value.origin.place.file, value.origin.place.line);
  }
  return fmt::format("  {:<12}  {:<22}  from {}{}\n", value.name, value.origin.value,
                     value.origin.from, place);
}

// The routes to the deck on which another rule than `repeat` holds for the tenant.
std::vector<const fleet::Route*> routes_that_change_repeat(const fleet::Fleet& fleet,
                                                           const Explanation& explanation) {
  std::vector<const fleet::Route*> routes;
  if (explanation.resolved.own_repeat) return routes;
  for (const fleet::Route& route : fleet.routes) {
    if (route.repeat && route.deck == explanation.deck.deck->name) routes.push_back(&route);
  }
  return routes;
}

std::vector<std::string> shared_ids(const fleet::Fleet& fleet, const fleet::Neighbour& neighbour) {
  std::vector<std::string> ids;
  for (const std::uint32_t worker : neighbour.shared) ids.push_back(fleet.workers[worker].id);
  return ids;
}

std::string as_text(const fleet::Fleet& fleet, const std::string& tenant,
                    const Explanation& explanation) {
  const fleet::Resolved& resolved = explanation.resolved;
  std::string text = fmt::format("tenant {} in deck {}: {}\n", tenant, explanation.deck.deck->name,
                                 describe(explanation, tenant));
  if (resolved.refused) return text;
  text += "hand\n";
  text += member_lines(fleet, resolved.hand);
  text += "values\n";
  for (const Value& value : values(resolved)) text += value_line(value);
  for (const fleet::Route* route : routes_that_change_repeat(fleet, explanation)) {
    const std::string from = fmt::format("route {}{}", route->host, route->path_prefix);
    text += value_line({"repeat", {std::string(word_of(*route->repeat)), from, route->place}});
  }
  text += "closest neighbours\n";
  if (explanation.neighbours.empty()) text += "  none: no listed tenant shares a worker\n";
  for (const fleet::Neighbour& neighbour : explanation.neighbours) {
    text += fmt::format("  {} shares {} of {}: {}\n", fleet.tenants[neighbour.tenant].id,
                        neighbour.shared.size(), resolved.hand.size(),
                        fmt::join(shared_ids(fleet, neighbour), ", "));
  }
  return text;
}

Json hand_json(const fleet::Fleet& fleet, const std::vector<std::uint32_t>& hand) {
  Json list = Json::array();
  for (const std::uint32_t i : hand) {
    const fleet::Worker& worker = fleet.workers[i];
    list.push_back({{"worker", worker.id},
                    {"address", worker.address},
                    {"attributes", worker.attributes},
                    {"draining", worker.state == fleet::WorkerState::kDraining}});
  }
  return list;
}

Json as_json(const fleet::Fleet& fleet, const std::string& tenant, const Explanation& explanation) {
  const fleet::Resolved& resolved = explanation.resolved;
  Json json{{"tenant", tenant},
            {"deck", explanation.deck.deck->name},
            {"listed", resolved.listed},
            {"guest", resolved.guest},
            {"guest_when_chosen", resolved.guest_when_chosen},
            {"refused", resolved.refused}};
  if (resolved.refused) return json;
  json["dealt_as"] = resolved.dealt_as;
  json["hand"] = hand_json(fleet, resolved.hand);
  json["values"] = Json::object();
  for (const Value& value : values(resolved)) {
    Json entry{{"value", value.origin.value}, {"from", value.origin.from}};
    if (value.origin.place.line != 0) {
      entry["file"] = value.origin.place.file;
      entry["line"] = value.origin.place.line;
    }
    json["values"][value.name] = std::move(entry);
  }
  json["route_repeats"] = Json::array();
  for (const fleet::Route* route : routes_that_change_repeat(fleet, explanation)) {
    json["route_repeats"].push_back({{"host", route->host},
                                     {"path", route->path_prefix},
                                     {"repeat", word_of(*route->repeat)},
                                     {"file", route->place.file},
                                     {"line", route->place.line}});
  }
  json["neighbours"] = Json::array();
  for (const fleet::Neighbour& neighbour : explanation.neighbours) {
    json["neighbours"].push_back(
        {{"tenant", fleet.tenants[neighbour.tenant].id}, {"shared", shared_ids(fleet, neighbour)}});
  }
  return json;
}

int explain(const Options& options) {
  int status = kFine;
  const auto ready = read_good_fleet(options.fleet_file, status);
  if (!ready) return status;
  const auto decks = find_decks(*ready, options.deck);
  if (!decks) return report(decks.error());
  std::string text;
  for (const fleet::DealtDeck* deck : *decks) {
    const auto explanation = explain_deck(ready->fleet(), *deck, options.tenant);
    if (!explanation) return report(explanation.error());
    if (options.json) {
      const Json json = as_json(ready->fleet(), options.tenant, *explanation);
      text += json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    } else {
      text += as_text(ready->fleet(), options.tenant, *explanation);
    }
  }
  return print(text);
}

}  // namespace

void add_explain(CLI::App& program, int& status) {
  CLI::App* command = program.add_subcommand(
      "explain", "Say where a tenant's hand and every value come from, and who is close to it");
  auto options = std::make_shared<Options>();
  command->add_option("fleet", options->fleet_file, "fleet file")->required();
  command->add_option("--tenant", options->tenant, "listed or not")->required();
  command->add_option("--deck", options->deck, "of the fleet (default: every deck)");
  command->add_flag("--json", options->json, "one JSON object a deck, one a line");
  command->callback([options, &status] { status = explain(*options); });
}

}  // namespace croupier::cli
