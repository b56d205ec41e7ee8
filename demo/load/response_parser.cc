#include "demo/load/response_parser.h"

#include <algorithm>
#include <charconv>

namespace croupier::demo {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool equal_ignoring_case(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return lower(a) == b; });
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

void ResponseParser::reset() {
  head_.clear();
  in_body_ = false;
  bad_ = false;
  status_ = 0;
  keep_alive_ = true;
  has_length_ = false;
  length_ = 0;
  left_ = 0;
}

ResponseParser::State ResponseParser::feed(std::string_view bytes) {
  if (bad_) return State::kBad;
  if (in_body_) return take_body(bytes.size());
  head_.append(bytes.substr(0, kMaxHeadBytes + 1));
  const bool cut = bytes.size() > kMaxHeadBytes + 1;
  while (true) {
    const std::size_t end = head_.find("\r\n\r\n");
    if (end == std::string::npos || end + 4 > kMaxHeadBytes) {
      bad_ = end != std::string::npos || head_.size() > kMaxHeadBytes;
      return bad_ ? State::kBad : State::kMore;
    }
    bad_ = !parse_head(std::string_view(head_).substr(0, end + 2));
    if (bad_) return State::kBad;
    if (status_ >= 200) {
      in_body_ = true;
      const std::uint64_t beyond = cut ? bytes.size() - (kMaxHeadBytes + 1) : 0;
      return take_body(head_.size() - (end + 4) + beyond);
    }
    std::string rest = head_.substr(end + 4);
    reset();
    head_ = std::move(rest);
  }
}

ResponseParser::State ResponseParser::take_body(std::uint64_t bytes) {
  bad_ = bytes > left_;
  if (bad_) return State::kBad;
  left_ -= bytes;
  return left_ == 0 ? State::kDone : State::kMore;
}

bool ResponseParser::parse_head(std::string_view head) {
  bool first = true;
  while (!head.empty()) {
    const std::size_t end = head.find("\r\n");
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end + 2);
    if (first ? !parse_status_line(line) : !parse_header(line)) return false;
    first = false;
  }
  if (status_ < 200) return status_ != 101;
  const bool bodiless = status_ == 204 || status_ == 304;
  left_ = bodiless ? 0 : length_;
  return bodiless || has_length_;
}

bool ResponseParser::parse_status_line(std::string_view line) {
  // "HTTP/1.1 200 OK", the reason may be missing
  if (line.size() < 12 || !line.starts_with("HTTP/1.") || line[8] != ' ') return false;
  if (line[7] != '0' && line[7] != '1') return false;
  if (line.size() > 12 && line[12] != ' ') return false;
  const auto [stop, failure] = std::from_chars(line.data() + 9, line.data() + 12, status_);
  keep_alive_ = line[7] == '1';
  return failure == std::errc() && stop == line.data() + 12 && status_ >= 100 && status_ <= 599;
}

bool ResponseParser::parse_header(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view name = line.substr(0, colon);
  const std::string_view value = trim(line.substr(colon + 1));
  if (equal_ignoring_case(name, "transfer-encoding")) return false;
  if (equal_ignoring_case(name, "connection")) {
    if (equal_ignoring_case(value, "close")) keep_alive_ = false;
    return true;
  }
  if (!equal_ignoring_case(name, "content-length")) return true;
  std::uint64_t length = 0;
  const char* end = value.data() + value.size();
  const auto [stop, failure] = std::from_chars(value.data(), end, length);
  if (failure != std::errc() || stop != end || value.empty() || length > kMaxBodyBytes)
    return false;
  if (has_length_ && length != length_) return false;
  has_length_ = true;
  length_ = length;
  return true;
}

}  // namespace croupier::demo
