// What the parts of the fleet parser share. Each part reads one section of the file into `fleet`
// and reports what is wrong with it; sections are read in the order in which they refer to each
// other, whatever their order in the file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fleet/map_reader.h"
#include "fleet/model.h"
#include "fleet/report.h"

namespace croupier::fleet {

using Index = std::unordered_map<std::string, std::uint32_t>;  // id to position in its vector

// What a worker is to a deck.
enum class Role : std::uint8_t { kNone, kMember, kSpill };

struct ParseState {
  ParseState(const std::string& name, std::string folder_path)
      : report(name), file(name), folder(std::move(folder_path)) {}

  Report report;
  std::string file;    // of the fleet itself
  std::string folder;  // that paths in the file are relative to
  Fleet fleet;
  Index keys, workers, decks, groups;
  std::vector<std::vector<Role>> roles;  // per deck, per worker
};

void parse_keys(ParseState& state, const Node& node);
void parse_workers(ParseState& state, const Node& node);
void parse_decks(ParseState& state, const Node& node);
void parse_groups(ParseState& state, const Node& node);
void parse_tenants(ParseState& state, const Node& node);
void parse_tenant_files(ParseState& state, const Node& node);
void parse_routes(ParseState& state, const Node& node);
void parse_identity(ParseState& state, const Node& node);
void parse_listener(ParseState& state, const Node& node);
void parse_risk_budget(ParseState& state, const Node& node);

// ---- shared by several sections ----

void report_duplicate(Report& report, std::string_view what, std::string_view id,
                      const Place& second, const Place& first);

// Enters the id of the thing that comes next in `things`; reports a duplicate with both places.
// `what` names the thing: "worker".
template <typename Thing>
void enter_id(ParseState& state, Index& index, const std::vector<Thing>& things,
              const std::string& id, const Place& place, std::string_view what) {
  const auto [known, fresh] = index.emplace(id, static_cast<std::uint32_t>(things.size()));
  if (fresh) return;
  report_duplicate(state.report, what, id, place, things[known->second].place);
}

// The position that `id` has in the index; reports an unknown one.
std::optional<std::uint32_t> find_id(ParseState& state, const Index& index, const Node& node,
                                     std::string_view what);

// A list of worker ids as positions, in order; reports unknown and repeated ones.
std::vector<std::uint32_t> read_workers(ParseState& state, const Node& node, std::string_view what);

// A size that may be `inherit`, `all`, `dedicated` or a number of at least 1.
std::optional<HandSize> read_hand_size(Report& report, const Node& node);

Attempts read_attempts(Report& report, const Node& node);
std::optional<Repeat> read_repeat(Report& report, const Node& node);

// Reads hand_size, hand and attempts out of a map that overrides `deck`.
Override read_override(ParseState& state, const MapReader& map, std::uint32_t deck);

// Reads the overrides of a tenant or group, by deck name or, with one deck, in short.
std::map<std::string, Override> read_overrides(ParseState& state, const MapReader& map,
                                               std::string_view what);

// One tenant written as a map or as an id by itself, appended to the fleet.
void parse_tenant(ParseState& state, const Node& node);

}  // namespace croupier::fleet
