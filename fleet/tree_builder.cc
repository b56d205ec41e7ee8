#include "fleet/tree_builder.h"

#include <fmt/format.h>

#include <unordered_map>

namespace croupier::fleet {

TreeBuilder::Refusal TreeBuilder::scalar(Mark mark, std::string text, bool plain) {
  Node* added = nullptr;
  return add({Node::Kind::kScalar, plain, mark, std::move(text), {}}, added);
}

TreeBuilder::Refusal TreeBuilder::null(Mark mark) {
  Node* added = nullptr;
  return add({Node::Kind::kNull, true, mark, {}, {}}, added);
}

TreeBuilder::Refusal TreeBuilder::open(Mark mark, Node::Kind kind) {
  if (open_.size() >= static_cast<std::size_t>(kMaxYamlDepth)) {
    return fmt::format("nested deeper than {} levels", kMaxYamlDepth);
  }
  Node* added = nullptr;
  if (auto refusal = add({kind, false, mark, {}, {}}, added)) return refusal;
  open_.push_back(added);
  return std::nullopt;
}

TreeBuilder::Refusal TreeBuilder::add(Node node, Node*& added) {
  if (++nodes_ > kMaxYamlNodes) {
    return fmt::format("more than {} values; list tenants in tenant_files", kMaxYamlNodes);
  }
  if (open_.empty()) {
    root_ = std::move(node);
    has_root_ = true;
    added = &root_;
    return std::nullopt;
  }
  Node& parent = *open_.back();
  const bool is_key = parent.is_map() && parent.children.size() % 2 == 0;
  if (is_key && !node.is_scalar()) {
    return fmt::format("a key must be text, not {}", kind_name(node));
  }
  added = &parent.children.emplace_back(std::move(node));
  return std::nullopt;
}

std::vector<DuplicateKey> find_duplicate_keys(const Node& root) {
  std::vector<DuplicateKey> found;
  std::vector<const Node*> todo = {&root};
  while (!todo.empty()) {
    const Node& node = *todo.back();
    todo.pop_back();
    if (node.is_map()) {
      std::unordered_map<std::string_view, Mark> seen;
      for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
        const Node& key = node.children[i];
        const auto [entry, fresh] = seen.emplace(key.text, key.mark);
        if (!fresh) found.push_back({key.mark, entry->second, key.text});
      }
    }
    for (const Node& child : node.children) {
      if (!child.children.empty()) todo.push_back(&child);
    }
  }
  return found;
}

}  // namespace croupier::fleet
