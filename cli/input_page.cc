#include "cli/input_page.h"

#include <algorithm>

#include "croupier/quote.h"

namespace croupier::cli {
namespace {

constexpr std::size_t kMostNames = 10;  // of a list; the rest is counted

std::string names(const audit::IdTable& ids, const std::vector<std::uint32_t>& numbers) {
  if (numbers.empty()) return "none";
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostNames, numbers.size()); ++i) {
    text += (i == 0 ? "" : ", ") + quote(ids.id(numbers[i]));
  }
  if (numbers.size() > kMostNames) text += fmt::format(", {} more", numbers.size() - kMostNames);
  return text;
}

}  // namespace

std::string plural(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string InputPage::tenant(std::uint32_t number) const {
  return quote(input_.tenants.id(number));
}
std::string InputPage::worker(std::uint32_t number) const {
  return quote(input_.workers.id(number));
}
std::string InputPage::tenants(const std::vector<std::uint32_t>& numbers) const {
  return names(input_.tenants, numbers);
}
std::string InputPage::workers(const std::vector<std::uint32_t>& numbers) const {
  return names(input_.workers, numbers);
}

}  // namespace croupier::cli
