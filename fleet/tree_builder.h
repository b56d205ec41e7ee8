// Puts a Node tree together from parse events and holds it to the limits of a document.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fleet/document.h"

namespace croupier::fleet {

// Call order: any sequence of scalar(), open() and close() that a well-formed document gives; a
// map's keys and values come in turn as scalars and opened nodes. After a call that reported an
// error (the text it returns), make no other; take() then has no meaning.
class TreeBuilder {
 public:
  using Refusal = std::optional<std::string>;

  Refusal scalar(Mark mark, std::string text, bool plain);
  Refusal null(Mark mark);
  Refusal open(Mark mark, Node::Kind kind);
  void close() { open_.pop_back(); }

  bool complete() const { return has_root_ && open_.empty(); }
  Node take() { return std::move(root_); }

 private:
  Refusal add(Node node, Node*& added);

  Node root_;
  bool has_root_ = false;
  std::size_t nodes_ = 0;
  std::vector<Node*> open_;  // the path from the root; parents do not move while children are open
};

struct DuplicateKey {
  Mark second, first;
  std::string key;
};

// Every key that stands twice in one map of the tree. Cost: O(nodes).
std::vector<DuplicateKey> find_duplicate_keys(const Node& root);

}  // namespace croupier::fleet
