#include "core/copies/go_match.h"

#include <cstdint>
#include <optional>

#include "croupier/utf8.h"

namespace croupier::copies {
namespace {

constexpr char kSeparator = '/';

// One character off the front; a byte that is no UTF-8 counts as U+FFFD.
DecodedUtf8 take_character(std::string_view& text) {
  constexpr std::uint32_t kReplacement = 0xFFFD;
  DecodedUtf8 character = decode_utf8(text);
  if (character.size_bytes == 0) character.code_point = kReplacement;
  text.remove_prefix(character.size_bytes == 0 ? 1 : character.size_bytes);
  return character;
}

// One end of a range off the front of a class. Nothing where the class is malformed, as it is when
// it ends with this character.
std::optional<std::uint32_t> take_class_end(std::string_view& pattern) {
  if (pattern.empty() || pattern[0] == '-' || pattern[0] == ']') return std::nullopt;
  if (pattern[0] == '\\') {
    pattern.remove_prefix(1);
    if (pattern.empty()) return std::nullopt;
  }
  const DecodedUtf8 character = take_character(pattern);
  if (character.size_bytes == 0 || pattern.empty()) return std::nullopt;
  return character.code_point;
}

// A class off the front of the pattern, past its `[`, and whether the character is in it.
std::optional<bool> take_class(std::string_view& pattern, std::uint32_t character) {
  const bool negated = pattern.starts_with('^');
  if (negated) pattern.remove_prefix(1);
  bool found = false;
  for (bool first = true; first || !pattern.starts_with(']'); first = false) {
    const auto low = take_class_end(pattern);
    if (!low) return std::nullopt;
    auto high = low;
    if (pattern.starts_with('-')) {
      pattern.remove_prefix(1);
      high = take_class_end(pattern);
      if (!high) return std::nullopt;
    }
    found = found || (*low <= character && character <= *high);
  }
  pattern.remove_prefix(1);
  return found != negated;
}

// What is left of the name after a piece of pattern without stars has matched its front.
std::optional<std::string_view> match_piece(std::string_view piece, std::string_view name) {
  while (!piece.empty()) {
    if (name.empty()) return std::nullopt;
    char wanted = piece[0];
    piece.remove_prefix(1);
    if (wanted == '[') {
      const std::uint32_t character = take_character(name).code_point;
      if (!take_class(piece, character).value_or(false)) return std::nullopt;
      continue;
    }
    if (wanted == '?') {
      if (name[0] == kSeparator) return std::nullopt;
      take_character(name);
      continue;
    }
    if (wanted == '\\') {
      if (piece.empty()) return std::nullopt;
      wanted = piece[0];
      piece.remove_prefix(1);
    }
    if (wanted != name[0]) return std::nullopt;
    name.remove_prefix(1);
  }
  return name;
}

// Where the piece without stars at the front of the pattern ends. A bracket opens a class here even
// where match_piece will find it malformed.
std::size_t piece_size(std::string_view pattern) {
  bool in_class = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '[') {
      in_class = true;
    } else if (pattern[i] == ']') {
      in_class = false;
    } else if (pattern[i] == '*' && !in_class) {
      return i;
    }
  }
  return pattern.size();
}

}  // namespace

bool go_match(std::string_view pattern, std::string_view name) {
  while (!pattern.empty()) {
    const bool star = pattern[0] == '*';
    while (pattern.starts_with('*')) pattern.remove_prefix(1);
    const std::string_view piece = pattern.substr(0, piece_size(pattern));
    pattern.remove_prefix(piece.size());
    if (star && piece.empty()) return name.find(kSeparator) == std::string_view::npos;
    // The star takes as few bytes as it can, and later pieces do not make it take more.
    for (;;) {
      const auto rest = match_piece(piece, name);
      if (rest && (rest->empty() || !pattern.empty())) {
        name = *rest;
        break;
      }
      if (!star || name.empty() || name[0] == kSeparator) return false;
      name.remove_prefix(1);
    }
  }
  return name.empty();
}

}  // namespace croupier::copies
