#include "fleet/text_checks.h"

#include <fmt/format.h>

namespace croupier::fleet {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Walks a text that may hold anything, line by line, with columns in characters.
class TextChecker {
 public:
  TextChecker(std::string_view text, const std::string& name, std::vector<Problem>& problems)
      : text_(text), name_(name), problems_(problems) {}

  bool run() {
    while (at_ < text_.size()) {
      if (!step()) return false;
    }
    return fine_;
  }

 private:
  // Checks one character. False when reading on makes no sense.
  bool step() {
    const unsigned char byte = byte_at(text_, at_);
    if (byte == '\n') {
      ++at_;
      ++line_;
      column_ = 1;
      indenting_ = true;
      return true;
    }
    if (byte == '\t') {
      if (indenting_ && !blank_from(at_)) {
        report("tab in indentation; indent with spaces");
        indenting_ = false;  // once a line
      }
    } else if (byte < 0x20 && byte != '\r') {
      report(fmt::format("control character U+{:04X} is not accepted", byte));
      return false;
    } else if (byte == 0x7F) {
      report("control character U+007F is not accepted");
      return false;
    } else if (byte != ' ') {
      indenting_ = false;
    }
    const std::size_t length = utf8_length(text_, at_);
    if (length == 0) {
      report(fmt::format("invalid UTF-8: byte 0x{:02X} at offset {}", byte, at_));
      return false;
    }
    at_ += length;
    ++column_;
    return true;
  }

  bool blank_from(std::size_t at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\r')) ++at;
    return at == text_.size() || text_[at] == '\n';
  }

  void report(std::string message) {
    fine_ = false;
    if (problems_.size() < kMaxProblems) {
      problems_.push_back({Severity::kError, {name_, line_, column_}, std::move(message)});
    }
  }

  std::string_view text_;
  const std::string& name_;
  std::vector<Problem>& problems_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
  bool indenting_ = true;
  bool fine_ = true;
};

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const unsigned char first = byte_at(text, at);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() - at < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, at + i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte_at(text, at + 1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool surrogate = first == 0xED && second > 0x9F;
  const bool too_high = first == 0xF4 && second > 0x8F;
  return overlong || surrogate || too_high ? 0 : length;
}

std::string quote(std::string_view text) {
  constexpr std::size_t kShown = 60;
  std::string quoted = "\"";
  std::size_t at = 0;
  while (at < text.size() && at < kShown) {
    const unsigned char byte = byte_at(text, at);
    const std::size_t length = utf8_length(text, at);
    const bool c1_control = byte == 0xC2 && length == 2 && byte_at(text, at + 1) < 0xA0;
    if (length == 0 || byte < 0x20 || byte == 0x7F || c1_control) {
      quoted += fmt::format("\\x{:02X}", byte);
      ++at;
      continue;
    }
    if (byte == '"' || byte == '\\') quoted += '\\';
    quoted += text.substr(at, length);
    at += length;
  }
  return quoted + (at < text.size() ? "...\"" : "\"");
}

bool check_text(std::string_view& text, const std::string& name, std::vector<Problem>& problems) {
  if (text.size() > kMaxFleetFileBytes) {
    problems.push_back({Severity::kError,
                        {name, 0, 0},
                        fmt::format("{} bytes, more than the {} a fleet file may have; list "
                                    "tenants in tenant_files",
                                    text.size(), kMaxFleetFileBytes)});
    return false;
  }
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  return TextChecker(text, name, problems).run();
}

}  // namespace croupier::fleet
