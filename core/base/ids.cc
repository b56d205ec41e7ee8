#include "croupier/ids.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace croupier {
namespace {

struct Decoded {
  std::uint32_t code_point = 0;
  std::size_t size_bytes = 0;  // 0: not UTF-8
};

// One code point at the front of `text`, by table 3-7 of the Unicode Standard: no overlong forms,
// no surrogates, nothing above U+10FFFF.
Decoded decode_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0};
  };
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

bool is_control(std::uint32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point <= 0x9F);
}

std::string describe_control(std::uint32_t code_point) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "U+%04X", static_cast<unsigned>(code_point));
  return text.data();
}

}  // namespace

Result<void> check_id(std::string_view id) {
  if (id.empty()) {
    return error(Code::kInvalidArgument, "id is empty; an id has 1 to 255 bytes (offset 0)");
  }
  if (id.size() > kMaxIdBytes) {
    return error(Code::kInvalidArgument, "id of " + std::to_string(id.size()) +
                                             " bytes is longer than 255 bytes (offset 255)");
  }
  for (std::size_t offset = 0; offset < id.size();) {
    const Decoded decoded = decode_utf8(id.substr(offset));
    if (decoded.size_bytes == 0) {
      return error(Code::kInvalidArgument,
                   "id is not valid UTF-8 at byte offset " + std::to_string(offset));
    }
    if (is_control(decoded.code_point)) {
      return error(Code::kInvalidArgument, "id holds control character " +
                                               describe_control(decoded.code_point) +
                                               " at byte offset " + std::to_string(offset));
    }
    offset += decoded.size_bytes;
  }
  return {};
}

}  // namespace croupier
