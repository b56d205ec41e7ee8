// UTF-8, one code point at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace croupier {

struct DecodedUtf8 {
  std::uint32_t code_point = 0;
  std::size_t size_bytes = 0;  // 0: not UTF-8
};

// The code point at the front of `text`, by table 3-7 of the Unicode Standard: no overlong forms,
// no surrogates, nothing above U+10FFFF.
inline DecodedUtf8 decode_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0};
  };
  if (text.empty()) return {};
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC2 || lead > 0xF4) return {};
  const std::size_t size = lead < 0xE0 ? 2U : lead < 0xF0 ? 3U : 4U;
  const std::uint8_t lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const std::uint8_t highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < lowest || byte(1) > highest) return {};
  std::uint32_t code_point = lead & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code_point = code_point << 6 | (byte(i) & 0x3FU);
  }
  return {code_point, size};
}

// Whether it is one of the controls, U+0000 to U+001F and U+007F to U+009F.
inline bool is_control(std::uint32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point <= 0x9F);
}

}  // namespace croupier
