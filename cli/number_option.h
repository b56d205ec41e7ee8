// Options that take a whole number, read strictly.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>

#include "croupier/result.h"

namespace croupier::cli {

// A decimal number without sign, or 0x and hex digits; all of `text`. kInvalidArgument when it is
// none or above `largest`.
Result<std::uint64_t> parse_number(const std::string& text, std::uint64_t largest);

// Adds an option whose value is such a number. (CLI11's own reading takes a leading 0 for octal
// and turns what does not fit into the largest number, without a word.)
template <typename Number>
CLI::Option* add_number(CLI::App* command, const std::string& name, Number& target,
                        const std::string& description) {
  const auto read = [name, &target](const std::string& text) {
    const auto number = parse_number(text, std::numeric_limits<Number>::max());
    if (!number) throw CLI::ValidationError(name, number.error().message);
    target = static_cast<Number>(*number);
  };
  return command->add_option_function<std::string>(name, read, description)->type_name("NUMBER");
}

}  // namespace croupier::cli
