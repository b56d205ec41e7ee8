#include "fleet/map_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "croupier/assert.h"
#include "croupier/quote.h"

namespace croupier::fleet {
namespace {

bool knows(const KeyTable& table, std::string_view key) {
  return std::find(table.keys.begin(), table.keys.end(), key) != table.keys.end();
}

}  // namespace

MapReader::MapReader(Report& report, const Node& node, const KeyTable& table, std::string_view what)
    : report_(report), node_(node), table_(table), what_(what) {
  if (!node.is_map()) {
    report.error(node, fmt::format("{} must be a map, not {}", what, kind_name(node)));
    return;
  }
  for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const Node& key = node.children[i];
    if (knows(table, key.text)) continue;
    const std::string_view nearest = nearest_key(table, key.text);
    const std::string hint = nearest.empty()
                                 ? fmt::format("; known: {}", fmt::join(table.keys, ", "))
                                 : fmt::format("; did you mean {}?", quote(nearest));
    report.error(key, fmt::format("unknown key {} in {}{}", quote(key.text), what, hint));
  }
}

const Node* MapReader::key_node(std::string_view key) const {
  CROUPIER_ASSERT(knows(table_, key));
  if (!node_.is_map()) return nullptr;
  for (std::size_t i = 0; i + 1 < node_.children.size(); i += 2) {
    if (node_.children[i].text == key) return &node_.children[i];
  }
  return nullptr;
}

const Node* MapReader::find(std::string_view key) const {
  const Node* name = key_node(key);
  if (name == nullptr) return nullptr;
  const Node* value = name + 1;
  if (value->kind == Node::Kind::kNull) {
    report_.error(*name, fmt::format("{} has no value", key));
    return nullptr;
  }
  return value;
}

const Node* MapReader::need(std::string_view key) const {
  if (node_.is_map() && !has(key)) {
    report_.error(node_, fmt::format("{} needs {}", what_, key));
    return nullptr;
  }
  return find(key);
}

const std::vector<Node>& read_list(Report& report, const Node& node, std::string_view what) {
  static const std::vector<Node> kEmpty;
  if (node.is_sequence()) return node.children;
  report.error(node, fmt::format("{} must be a list, not {}", what, kind_name(node)));
  return kEmpty;
}

}  // namespace croupier::fleet
