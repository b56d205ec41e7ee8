#include "publish/envoy_document.h"

#include <yaml-cpp/yaml.h>

#include <cstdlib>

namespace croupier::publish {
namespace {

// Ends a conversion that breaks a limit.
struct TooLarge {
  YAML::Mark mark;
  std::string reason;
};

class Converter {
 public:
  Node convert(const YAML::Node& from, int depth) {
    if (depth > kMaxEnvoyDepth) {
      throw TooLarge{from.Mark(), "nested deeper than " + std::to_string(kMaxEnvoyDepth)};
    }
    if (++nodes_ > kMaxEnvoyNodes) {
      throw TooLarge{from.Mark(), "more than " + std::to_string(kMaxEnvoyNodes) + " values"};
    }
    Node node;
    node.mark = {from.Mark().line + 1, from.Mark().column + 1};
    if (from.IsScalar()) {
      node.kind = Node::Kind::kScalar;
      node.plain = from.Tag() == "?";
      node.text = from.Scalar();
    } else if (from.IsSequence()) {
      node.kind = Node::Kind::kSequence;
      for (const auto& item : from) node.children.push_back(convert(item, depth + 1));
    } else if (from.IsMap()) {
      node.kind = Node::Kind::kMap;
      for (const auto& entry : from) {
        node.children.push_back(convert(entry.first, depth + 1));
        node.children.push_back(convert(entry.second, depth + 1));
      }
    }
    return node;
  }

 private:
  std::size_t nodes_ = 0;
};

tl::unexpected<Error> refuse(const YAML::Mark& mark, const std::string& reason) {
  return error(Code::kInvalidArgument, std::to_string(mark.line + 1) + ":" +
                                           std::to_string(mark.column + 1) + ": " + reason);
}

// Whether `key` is `name`, which is in snake_case, or its camelCase form.
bool same_field(std::string_view key, std::string_view name) {
  if (key == name) return true;
  std::string camel;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool hump = name[i] == '_' && i + 1 < name.size();
    if (hump) ++i;
    camel += hump && name[i] >= 'a' ? static_cast<char>(name[i] - 'a' + 'A') : name[i];
  }
  return key == camel;
}

const Node* find_field(const Node& node, std::string_view name) {
  if (!node.is_map()) return nullptr;
  for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
    if (same_field(node.children[i].text, name)) return &node.children[i + 1];
  }
  return nullptr;
}

}  // namespace

Result<Node> parse_envoy(const std::string& text) {
  try {
    return Converter().convert(YAML::Load(text), 0);
  } catch (const TooLarge& refused) {
    return refuse(refused.mark, refused.reason);
  } catch (const YAML::Exception& wrong) {
    return refuse(wrong.mark.is_null() ? YAML::Mark() : wrong.mark, wrong.msg);
  } catch (const std::exception& wrong) {
    return refuse({}, wrong.what());
  }
}

const Node* find(const Node* node, std::initializer_list<std::string_view> path) {
  for (const std::string_view name : path) {
    if (node == nullptr) return nullptr;
    node = find_field(*node, name);
  }
  return node;
}

const std::vector<Node>& items(const Node* node) {
  static const std::vector<Node> kNone;
  return node != nullptr && node->is_sequence() ? node->children : kNone;
}

std::string_view text_of(const Node* node) {
  return node != nullptr && node->is_scalar() ? std::string_view(node->text) : std::string_view();
}

std::optional<double> number_of(const Node* node) {
  const std::string text(text_of(node));
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size()) return std::nullopt;
  return number;
}

bool is_croupier(const Node* typed_config) {
  return text_of(find(typed_config, {"dynamic_module_config", "name"})) == "croupier";
}

}  // namespace croupier::publish
