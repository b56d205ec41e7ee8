// A parsed YAML or JSON text as plain data, every node with its position.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fleet/load.h"

namespace croupier::fleet {

struct Mark {
  int line = 0;
  int column = 0;  // in characters
};

struct Node {
  enum class Kind : std::uint8_t { kNull, kScalar, kSequence, kMap };
  Kind kind = Kind::kNull;
  bool plain = false;  // a scalar without quotes
  Mark mark;
  std::string text;            // of a scalar
  std::vector<Node> children;  // items of a sequence; of a map: key, value, key, value, ...

  bool is_scalar() const { return kind == Kind::kScalar; }
  bool is_sequence() const { return kind == Kind::kSequence; }
  bool is_map() const { return kind == Kind::kMap; }
};

// "a map", "a list", "text", "nothing": for messages.
std::string_view kind_name(const Node& node);

// Parses one YAML document out of `text`, which check_text has passed. Refused, each with its
// place: syntax errors, several documents, anchors and aliases, tags, keys that are no scalars,
// duplicate keys, nesting deeper than kMaxYamlDepth, more than kMaxYamlNodes nodes.
// Nothing when a problem left no tree to read on with. Never throws.
std::optional<Node> parse_yaml(std::string_view text, const std::string& name,
                               std::vector<Problem>& problems);

// Parses one JSON value that stands alone in line `line` of a file; all marks point at that line's
// start. The same limits as parse_yaml. Errors: kInvalidArgument with the reason.
Result<Node> parse_json_line(std::string_view text, int line);

}  // namespace croupier::fleet
