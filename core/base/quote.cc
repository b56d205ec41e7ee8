#include "croupier/quote.h"

#include "croupier/utf8.h"

namespace croupier {

std::string quote(std::string_view text, std::size_t shown) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string quoted = "\"";
  std::size_t at = 0;
  while (at < text.size() && at < shown) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const auto [code_point, length] = decode_utf8(text.substr(at));
    if (length == 0 || is_control(code_point)) {
      quoted += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
      ++at;
      continue;
    }
    if (byte == '"' || byte == '\\') quoted += '\\';
    quoted += text.substr(at, length);
    at += length;
  }
  return quoted + (at < text.size() ? "...\"" : "\"");
}

}  // namespace croupier
