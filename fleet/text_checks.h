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

}  // namespace croupier::fleet
