// A map of the fleet file with a known set of keys.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fleet/known_keys.h"
#include "fleet/report.h"

namespace croupier::fleet {

// Reports at once if the node is no map, and every key that the table does not hold. The node and
// the report must outlive the reader.
class MapReader {
 public:
  // `what` names the map in messages: "a worker".
  MapReader(Report& report, const Node& node, const KeyTable& table, std::string_view what);

  // False when the node is no map: find() then gives nothing, without more reports.
  bool is_map() const { return node_.is_map(); }

  // The key's value, or nullptr when the key is absent or, which is reported, has no value.
  // `key` must be in the table.
  const Node* find(std::string_view key) const;

  // The key is there, with or without a value.
  bool has(std::string_view key) const { return key_node(key) != nullptr; }

  // As find(), and reports a missing key.
  const Node* need(std::string_view key) const;

  const Node& node() const { return node_; }
  Report& report() const { return report_; }

 private:
  const Node* key_node(std::string_view key) const;

  Report& report_;
  const Node& node_;
  const KeyTable& table_;
  std::string what_;
};

// The list under a node; reports and gives an empty one when it is none.
const std::vector<Node>& read_list(Report& report, const Node& node, std::string_view what);

}  // namespace croupier::fleet
