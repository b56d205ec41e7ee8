// A fleet file through yaml-cpp: its events become a Node tree, its exceptions problems.
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>

#include "croupier/quote.h"
#include "fleet/document.h"
#include "fleet/tree_builder.h"

namespace croupier::fleet {
namespace {

// Ends yaml-cpp's parse from inside one of its events.
struct Refused {
  Mark mark;
  std::string reason;
};

// Turns yaml-cpp's 0-based byte columns into 1-based columns in characters.
class Columns {
 public:
  explicit Columns(std::string_view text) : text_(text) {}

  Mark at(const YAML::Mark& mark) {
    if (mark.is_null()) return {1, 1};
    const auto end = std::min(static_cast<std::size_t>(std::max(mark.pos, 0)), text_.size());
    const auto width = static_cast<std::size_t>(std::max(mark.column, 0));
    if (mark.line != line_ || end < counted_to_) {
      line_ = mark.line;
      counted_to_ = end - std::min(end, width);
      characters_ = 0;
    }
    for (; counted_to_ < end; ++counted_to_) {
      if ((static_cast<unsigned char>(text_[counted_to_]) & 0xC0) != 0x80) ++characters_;
    }
    return {mark.line + 1, characters_ + 1};
  }

 private:
  std::string_view text_;
  int line_ = -1;
  std::size_t counted_to_ = 0;  // events come in text order, so a line is counted once
  int characters_ = 0;
};

class Handler final : public YAML::EventHandler {
 public:
  explicit Handler(std::string_view text) : columns_(text) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      throw Refused{columns_.at(mark), "a second document; a fleet file holds one"};
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    const Mark at = columns_.at(mark);
    hold(at, builder_.null(at));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refused{columns_.at(mark), "anchors and aliases are not accepted"};
  }
  void OnAnchor(const YAML::Mark& mark, const std::string&) override {
    throw Refused{columns_.at(mark), "anchors and aliases are not accepted"};
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& value) override {
    const Mark at = columns_.at(mark);
    refuse_tag(at, tag);
    hold(at, builder_.scalar(at, value, tag == "?"));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, Node::Kind::kSequence);
  }
  void OnSequenceEnd() override { builder_.close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, Node::Kind::kMap);
  }
  void OnMapEnd() override { builder_.close(); }

  Mark at(const YAML::Mark& mark) { return columns_.at(mark); }
  TreeBuilder& builder() { return builder_; }

 private:
  void open(const YAML::Mark& mark, const std::string& tag, Node::Kind kind) {
    const Mark at = columns_.at(mark);
    refuse_tag(at, tag);
    hold(at, builder_.open(at, kind));
  }

  static void refuse_tag(Mark at, const std::string& tag) {
    // yaml-cpp gives "?" to plain values and "!" to quoted ones; all else was written down.
    if (tag.empty() || tag == "?" || tag == "!") return;
    throw Refused{at, fmt::format("tag {} is not accepted", quote(tag))};
  }

  static void hold(Mark at, TreeBuilder::Refusal refusal) {
    if (refusal) throw Refused{at, std::move(*refusal)};
  }

  Columns columns_;
  TreeBuilder builder_;
  int documents_ = 0;
};

void report(std::vector<Problem>& problems, const std::string& name, Mark mark,
            std::string message) {
  problems.push_back({Severity::kError, {name, mark.line, mark.column}, std::move(message)});
}

std::string syntax_message(const std::string& reason) {
  // yaml-cpp knows an alias only after its anchor, and we stop at the anchor.
  if (reason.find("referenced anchor") != std::string::npos) {
    return "anchors and aliases are not accepted";
  }
  return fmt::format("not valid YAML: {}", reason);
}

}  // namespace

std::optional<Node> parse_yaml(std::string_view text, const std::string& name,
                               std::vector<Problem>& problems) {
  Handler handler(text);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    if (parser.HandleNextDocument(handler)) parser.HandleNextDocument(handler);
  } catch (const Refused& refused) {
    report(problems, name, refused.mark, refused.reason);
    return std::nullopt;
  } catch (const YAML::Exception& wrong) {
    report(problems, name, handler.at(wrong.mark), syntax_message(wrong.msg));
    return std::nullopt;
  } catch (const std::exception& wrong) {
    report(problems, name, {1, 1}, syntax_message(wrong.what()));
    return std::nullopt;
  }
  if (!handler.builder().complete()) {
    report(problems, name, {1, 1},
           "the file is empty; a fleet has at least version, workers, decks");
    return std::nullopt;
  }
  Node root = handler.builder().take();
  for (const DuplicateKey& twice : find_duplicate_keys(root)) {
    if (problems.size() >= kMaxProblems) break;
    report(problems, name, twice.second,
           fmt::format("duplicate key {}, first at line {}", quote(twice.key), twice.first.line));
  }
  return root;
}

}  // namespace croupier::fleet
