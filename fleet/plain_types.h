// Which plain YAML scalars are no text.
#pragma once

#include <string_view>

namespace croupier::fleet {

// What a YAML 1.1 or 1.2 reader makes of a plain (unquoted) scalar: "a number", "a boolean",
// "a date" or, where it stays text, nothing. One file must mean the same to every reader of it.
std::string_view other_plain_type(std::string_view text);

}  // namespace croupier::fleet
