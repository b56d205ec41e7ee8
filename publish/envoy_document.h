// An Envoy configuration as plain data with positions, and how to find one's way in it.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "fleet/document.h"

namespace croupier::publish {

using fleet::Mark;
using fleet::Node;

inline constexpr int kMaxEnvoyDepth = 100;
inline constexpr std::size_t kMaxEnvoyNodes = 1'000'000;  // aliases written out

// Parses YAML or JSON as Envoy does: aliases are followed, tags ignored. kInvalidArgument, with
// "line:column: " before the reason, for syntax errors and what is above a limit.
Result<Node> parse_envoy(const std::string& text);

// The value under a path of field names, each in snake_case or camelCase in the text; null when a
// step is missing or `node` is null.
const Node* find(const Node* node, std::initializer_list<std::string_view> path);

// The items of a list; none when `node` is null or no list.
const std::vector<Node>& items(const Node* node);

// The text of a scalar; empty for all else.
std::string_view text_of(const Node* node);

// A number, in quotes or not.
std::optional<double> number_of(const Node* node);

// Whether a typed config names the dynamic module `croupier`.
bool is_croupier(const Node* typed_config);

}  // namespace croupier::publish
