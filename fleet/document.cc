#include "fleet/document.h"

namespace croupier::fleet {

std::string_view kind_name(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kNull:
      return "nothing";
    case Node::Kind::kScalar:
      return "a single value";
    case Node::Kind::kSequence:
      return "a list";
    case Node::Kind::kMap:
      return "a map";
  }
  return "nothing";
}

}  // namespace croupier::fleet
