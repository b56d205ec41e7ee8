#include "cli/number_option.h"

#include <charconv>

namespace croupier::cli {

Result<std::uint64_t> parse_number(const std::string& text, std::uint64_t largest) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const char* begin = text.data() + (hex ? 2 : 0);
  const char* end = text.data() + text.size();
  std::uint64_t number = 0;
  const auto parsed = std::from_chars(begin, end, number, hex ? 16 : 10);
  if (begin == end || parsed.ptr != end || parsed.ec == std::errc::invalid_argument) {
    return error(Code::kInvalidArgument, "'" + text + "' is not a whole number");
  }
  if (parsed.ec == std::errc::result_out_of_range || number > largest) {
    return error(Code::kInvalidArgument, text + " is above " + std::to_string(largest));
  }
  return number;
}

}  // namespace croupier::cli
