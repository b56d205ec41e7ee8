// What is refused of a text before any parser sees it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fleet/load.h"

namespace croupier::fleet {

// Gives the text without a leading byte order mark, or reports why it is refused, at `name`:
// larger than kMaxFleetFileBytes, invalid UTF-8, control characters (NUL among them) other than
// line ends and tabs, and tabs in indentation. True when nothing was reported. Cost: one pass.
bool check_text(std::string_view& text, const std::string& name, std::vector<Problem>& problems);

// The length in bytes of the UTF-8 character at text[at], or 0 when it is malformed: cut short,
// overlong, a surrogate or above U+10FFFF.
std::size_t utf8_length(std::string_view text, std::size_t at);

// The text for a message: in double quotes, control characters escaped, cut after 60 bytes.
std::string quote(std::string_view text);

}  // namespace croupier::fleet
