#include "fleet/text_checks.h"

#include <fmt/format.h>

#include "croupier/utf8.h"

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
    const std::size_t length = decode_utf8(text_.substr(at_)).size_bytes;
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
