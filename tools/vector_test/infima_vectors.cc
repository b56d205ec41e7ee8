// infima_simple.json: digests, the order of Java's hash sets, hands, the order of visits, errors.
#include "croupier/infima.h"

#include <algorithm>
#include <map>
#include <span>

#include "core/copies/java_strings.h"
#include "croupier/hash.h"
#include "croupier/md5.h"
#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {
namespace {

struct NamedLattice {
  copies::InfimaLattice lattice;
  std::vector<std::string> endpoints;           // names, by number
  std::vector<std::vector<std::string>> homes;  // coordinates, by endpoint
};

// A list of names, or the file's short form for the one long list: "w0 .. w2047 (...)".
std::vector<std::string> read_endpoints(const Json& names) {
  if (!names.is_string()) return names.get<std::vector<std::string>>();
  std::vector<std::string> numbered;
  if (names.get<std::string>().starts_with("w0 .. w2047 ")) {
    for (int i = 0; i < 2'048; ++i) numbered.push_back("w" + std::to_string(i));
  }
  return numbered;
}

NamedLattice read_lattice(const Json& row) {
  NamedLattice named;
  named.lattice.dimensions = row.at("dimensions").get<std::vector<std::string>>();
  for (const Json& sector : row.at("sectors_in_insertion_order")) {
    const auto names = read_endpoints(sector.at("endpoints"));
    const auto coordinate = sector.at("coordinate").get<std::vector<std::string>>();
    named.lattice.sectors.push_back({coordinate, static_cast<std::uint32_t>(names.size())});
    named.endpoints.insert(named.endpoints.end(), names.begin(), names.end());
    named.homes.insert(named.homes.end(), names.size(), coordinate);
  }
  return named;
}

void check_orders(const Json& row, Tally& tally) {
  const Json& orders = row.at("value_iteration_order");
  for (std::size_t dimension = 0; dimension < orders.size(); ++dimension) {
    std::vector<std::string> names;
    std::vector<std::u16string> values;
    for (const Json& sector : row.at("sectors_in_insertion_order")) {
      const auto name = sector.at("coordinate").at(dimension).get<std::string>();
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      names.push_back(name);
      values.push_back(copies::to_utf16(name).value());
    }
    Json order = Json::array();
    const auto positions = copies::java_set_order(values).value();
    for (const std::uint32_t i : positions) order.push_back(names[i]);
    tally.check(order == orders[dimension], "order of values of " + row["name"].dump());
  }
}

Json names_of(std::span<const std::uint32_t> numbers, const NamedLattice& lattice) {
  Json names = Json::array();
  for (const std::uint32_t number : numbers) names.push_back(lattice.endpoints[number]);
  return names;
}

void check_hand(const Json& row, const copies::InfimaHand& hand, std::size_t group_size,
                const NamedLattice& lattice, Tally& tally) {
  tally.check(names_of(hand.endpoints, lattice) == row["all_endpoints"], "hand of " + row.dump());
  if (!row.contains("cells_in_visit_order")) return;
  Json cells = Json::array();
  for (const std::uint32_t group : hand.visits) {
    const auto members = std::span(hand.endpoints).subspan(group * group_size, group_size);
    cells.push_back(
        {{"coordinate", lattice.homes[members[0]]}, {"endpoints", names_of(members, lattice)}});
  }
  tally.check(cells == row["cells_in_visit_order"], "cells of " + row.dump());
}

void check_case(const Json& row, const NamedLattice& lattice, Tally& tally) {
  const auto id = row["id"].get<std::string>();
  const auto seed = row["seed"].get<std::string>();
  if (row.contains("id_utf8_hex")) {
    tally.check(from_hex(row["id_utf8_hex"]) == id, "bytes of " + row.dump());
  }
  if (row.contains("md5_first8_hex")) {
    tally.check(hex(md5(seed + id)).substr(0, 16) == row["md5_first8_hex"].get<std::string>(),
                "digest of " + row.dump());
  }
  const auto per_cell = row["endpoints_per_cell"].get<std::uint32_t>();
  const auto sharder = copies::InfimaSharder::make(lattice.lattice, std::stoll(seed));
  if (!sharder) {
    tally.fail("lattice refused: " + row.dump());
    return;
  }
  copies::InfimaHand hand;
  copies::InfimaScratch scratch;
  const auto dealt = sharder->deal(id, per_cell, hand, scratch);
  if (row.contains("error")) {
    const std::map<std::string, Code> codes = {{"missing_cell", Code::kNotFound},
                                               {"cell_too_small", Code::kFailedPrecondition}};
    tally.check(!dealt && dealt.error().code == codes.at(row["error"]), "refusal of " + row.dump());
  } else if (dealt) {
    check_hand(row, hand, per_cell, lattice, tally);
  } else {
    tally.fail("refused: " + row.dump());
  }
}

}  // namespace

void run_infima(const Json& file, Tally& tally) {
  std::map<std::string, NamedLattice> lattices;
  for (const Json& row : file.at("lattices")) {
    check_orders(row, tally);
    lattices.emplace(row.at("name"), read_lattice(row));
  }
  for (const Json& row : file.at("cases")) check_case(row, lattices.at(row["lattice"]), tally);
}

}  // namespace croupier::vectors
