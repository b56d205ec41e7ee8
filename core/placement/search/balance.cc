#include "core/placement/search/balance.h"

#include <algorithm>
#include <utility>

namespace croupier::placement {

Balance::Balance(std::vector<std::vector<std::uint32_t>> values, std::uint32_t hand) {
  for (auto& of_workers : values) {
    const std::uint32_t count = *std::max_element(of_workers.begin(), of_workers.end()) + 1;
    attributes_.push_back(
        {std::move(of_workers), std::vector<std::uint32_t>(count), hand / count, hand % count});
  }
}

bool Balance::exceeds(Attribute& attribute, std::span<const std::uint32_t> members) {
  std::fill(attribute.counts.begin(), attribute.counts.end(), 0U);
  std::uint32_t fuller = 0;  // values with more than the base
  for (const std::uint32_t worker : members) {
    const std::uint32_t count = ++attribute.counts[attribute.values[worker]];
    if (count > attribute.base + 1) return true;
    if (count == attribute.base + 1 && ++fuller > attribute.extra) return true;
  }
  return false;
}

std::optional<std::size_t> Balance::find_excess(std::span<const std::uint32_t> members) {
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    if (exceeds(attributes_[i], members)) return i;
  }
  return std::nullopt;
}

}  // namespace croupier::placement
