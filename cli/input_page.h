// Pages for people about the tenants and workers of plain files.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/input.h"
#include "cli/output.h"

namespace croupier::cli {

// "1 tenant", "2 tenants".
std::string plural(std::uint64_t count, std::string_view thing);

// The input and the output must outlive it.
class InputPage {
 protected:
  InputPage(const audit::Input& input, Output& output) : input_(input), output_(output) {}

  template <typename... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    output_.append(fmt::format(format, std::forward<Values>(values)...));
    output_.append("\n");
  }

  // Ids in quotes; of a list the first few, with the number of the others, or "none".
  std::string tenant(std::uint32_t number) const;
  std::string worker(std::uint32_t number) const;
  std::string tenants(const std::vector<std::uint32_t>& numbers) const;
  std::string workers(const std::vector<std::uint32_t>& numbers) const;

  const audit::Input& input_;
  Output& output_;
};

}  // namespace croupier::cli
