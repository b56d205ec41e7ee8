#include "fleet/plain_types.h"

#include <algorithm>
#include <array>
#include <string>

namespace croupier::fleet {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kDigitsAndGaps = "0123456789_";

// Takes pieces off the front of a text.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool take(std::string_view prefix) {
    if (rest_.substr(0, prefix.size()) != prefix) return false;
    rest_.remove_prefix(prefix.size());
    return true;
  }
  bool take_one_of(std::string_view set) {
    if (rest_.empty() || set.find(rest_[0]) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::size_t take_all(std::string_view set) {
    const std::size_t length = std::min(rest_.find_first_not_of(set), rest_.size());
    rest_.remove_prefix(length);
    return length;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

bool is_boolean(std::string_view text) {
  if (text.size() > 5) return false;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  constexpr std::array<std::string_view, 6> kWords = {"true", "false", "yes", "no", "on", "off"};
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

bool is_based_integer(std::string_view text) {
  Cursor cursor(text);
  cursor.take_one_of("+-");
  std::string_view digits;
  if (cursor.take("0b")) digits = "01_";
  if (cursor.take("0o")) digits = "01234567_";
  if (cursor.take("0x")) digits = "0123456789abcdefABCDEF_";
  return !digits.empty() && cursor.take_all(digits) > 0 && cursor.at_end();
}

bool is_decimal(std::string_view text) {
  Cursor cursor(text);
  cursor.take_one_of("+-");
  std::size_t digits = cursor.take_all(kDigitsAndGaps);
  while (digits > 0 && cursor.take(":")) {  // 1:30 is ninety to YAML 1.1
    if (cursor.take_all(kDigits) == 0) return false;
  }
  if (cursor.take(".")) digits += cursor.take_all(kDigitsAndGaps);
  if (digits == 0) return false;
  if (cursor.take_one_of("eE")) {
    cursor.take_one_of("+-");
    if (cursor.take_all(kDigits) == 0) return false;
  }
  return cursor.at_end();
}

bool is_special_float(std::string_view text) {
  Cursor cursor(text);
  cursor.take_one_of("+-");
  for (const std::string_view word : {".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"}) {
    if (cursor.take(word)) return cursor.at_end();
  }
  return false;
}

bool is_date(std::string_view text) {
  Cursor cursor(text);
  if (cursor.take_all(kDigits) != 4 || !cursor.take("-")) return false;
  if (cursor.take_all(kDigits) == 0 || !cursor.take("-")) return false;
  if (cursor.take_all(kDigits) == 0) return false;
  return cursor.at_end() || cursor.take_one_of("Tt \t");
}

}  // namespace

std::string_view other_plain_type(std::string_view text) {
  if (is_boolean(text)) return "a boolean";
  if (is_based_integer(text) || is_decimal(text) || is_special_float(text)) return "a number";
  if (is_date(text)) return "a date";
  if (text == "=" || text == "<<") return "a special value";
  return {};
}

}  // namespace croupier::fleet
