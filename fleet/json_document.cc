// One line of a tenants file, as JSON, becomes a Node tree.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "croupier/quote.h"
#include "fleet/document.h"
#include "fleet/tree_builder.h"

namespace croupier::fleet {
namespace {

using Json = nlohmann::json;

// nlohmann's parser keeps its nesting on the heap, so depth cannot overflow the stack.
class Handler final : public nlohmann::json_sax<Json> {
 public:
  explicit Handler(int line) : mark_{line, 1} {}

  bool null() override { return hold(builder_.null(mark_)); }
  bool boolean(bool value) override {
    return hold(builder_.scalar(mark_, value ? "true" : "false", true));
  }
  bool number_integer(number_integer_t value) override { return number(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) override { return number(text); }
  bool string(string_t& text) override { return hold(builder_.scalar(mark_, text, false)); }
  bool binary(binary_t&) override { return hold("binary values are not accepted"); }
  bool start_object(std::size_t) override { return hold(builder_.open(mark_, Node::Kind::kMap)); }
  bool key(string_t& text) override { return hold(builder_.scalar(mark_, text, false)); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override {
    return hold(builder_.open(mark_, Node::Kind::kSequence));
  }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
    return hold(fmt::format("not valid JSON at character {}", position));
  }

  TreeBuilder& builder() { return builder_; }
  const std::string& refusal() const { return refusal_; }

 private:
  bool number(std::string text) { return hold(builder_.scalar(mark_, std::move(text), true)); }
  bool close() {
    builder_.close();
    return true;
  }
  bool hold(TreeBuilder::Refusal refusal) {
    if (refusal) refusal_ = std::move(*refusal);
    return !refusal;
  }

  Mark mark_;
  TreeBuilder builder_;
  std::string refusal_;
};

}  // namespace

Result<Node> parse_json_line(std::string_view text, int line) {
  Handler handler(line);
  if (!Json::sax_parse(text.begin(), text.end(), &handler)) {
    return error(Code::kInvalidArgument, handler.refusal());
  }
  Node root = handler.builder().take();
  const auto twice = find_duplicate_keys(root);
  if (!twice.empty()) {
    return error(Code::kInvalidArgument, fmt::format("duplicate key {}", quote(twice[0].key)));
  }
  return root;
}

}  // namespace croupier::fleet
