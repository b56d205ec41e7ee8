// Arguments that are free text, such as tenant ids, through a parser that reads meaning into some.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace croupier::cli {

// The program's arguments, argv[0] first, made safe for CLI11:
// - "--option=" becomes "--option" and "": CLI11 would take the next argument for the value.
// - Those of `deal`, `audit` and `suspects` pass through protect(); these commands take the marks
// off again.
std::vector<std::string> prepare_arguments(int argc, const char* const* argv);

// CLI11 takes "[a,b]" for two values of a list and "++" for the end of a command. protect() marks
// such a text with a byte that no id begins with, and unprotect() takes the mark off again;
// unprotect(protect(text)) is `text`, whatever it is.
std::string protect(std::string_view text);
std::string unprotect(std::string_view text);

}  // namespace croupier::cli
