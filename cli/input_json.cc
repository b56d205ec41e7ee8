#include "cli/input_json.h"

#include "croupier/quote.h"
#include "croupier/utf8.h"

namespace croupier::cli {

std::string id_text(std::string_view id) {
  for (std::size_t at = 0; at < id.size();) {
    const std::size_t size_bytes = decode_utf8(id.substr(at)).size_bytes;
    if (size_bytes == 0) return quote(id, id.size());
    at += size_bytes;
  }
  return std::string(id);
}

}  // namespace croupier::cli
