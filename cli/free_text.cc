#include "cli/free_text.h"

namespace croupier::cli {
namespace {

constexpr char kMark = '\x01';

}  // namespace

std::vector<std::string> prepare_arguments(int argc, const char* const* argv) {
  const std::vector<std::string> given(argv, argv + argc);
  const bool free_text =
      given.size() > 1 && (given[1] == "deal" || given[1] == "audit" || given[1] == "suspects");
  std::vector<std::string> prepared;
  bool options = true;
  for (const std::string& argument : given) {
    options = options && argument != "--";
    const bool without_value =
        options && argument.starts_with("--") && argument.find('=') == argument.size() - 1;
    if (without_value) {
      prepared.push_back(argument.substr(0, argument.size() - 1));
      prepared.emplace_back();
    } else {
      prepared.push_back(free_text ? protect(argument) : argument);
    }
  }
  return prepared;
}

std::string protect(std::string_view text) {
  const bool bracketed = text.starts_with('[') && text.ends_with(']');
  const bool marked = bracketed || text == "++" || text.starts_with(kMark);
  return (marked ? std::string(1, kMark) : std::string()).append(text);
}

std::string unprotect(std::string_view text) {
  if (text.starts_with(kMark)) text.remove_prefix(1);
  return std::string(text);
}

}  // namespace croupier::cli
