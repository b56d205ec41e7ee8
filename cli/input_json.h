// JSON about the tenants and workers of plain files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/input.h"
#include "cli/output.h"

namespace croupier::cli {

// An id as text that is UTF-8: itself, or quoted where it is not.
std::string id_text(std::string_view id);

// Writes values straight to the output: lists may have as many items as there are tenants. The
// input and the output must outlive it.
class InputJson {
 protected:
  InputJson(const audit::Input& input, Output& output) : input_(input), output_(output) {}

  void key(std::string_view before, std::string_view name) {
    output_.append(before);
    append_json_string(output_, name);
    output_.append(": ");
  }

  template <typename Items, typename PrintOne>
  void list(const Items& items, const PrintOne& print_one) {
    std::string_view before = "[";
    for (const auto& item : items) {
      output_.append(std::exchange(before, ", "));
      print_one(item);
    }
    output_.append(items.empty() ? "[]" : "]");
  }

  void id(std::string_view bytes) { append_json_string(output_, id_text(bytes)); }
  void tenants(const std::vector<std::uint32_t>& numbers) {
    list(numbers, [this](std::uint32_t number) { id(input_.tenants.id(number)); });
  }
  void workers(const std::vector<std::uint32_t>& numbers) {
    list(numbers, [this](std::uint32_t number) { id(input_.workers.id(number)); });
  }

  const audit::Input& input_;
  Output& output_;
};

}  // namespace croupier::cli
