#include "croupier/ids.h"

#include <array>
#include <cstdint>
#include <cstdio>

#include "croupier/utf8.h"

namespace croupier {
namespace {

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
    const DecodedUtf8 decoded = decode_utf8(id.substr(offset));
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
