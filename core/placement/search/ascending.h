// Sets of workers as ascending lists.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace croupier::placement {

using Members = std::vector<std::uint32_t>;  // ascending, each once

// Puts a worker among the members; its place there, or nothing when it was one of them.
inline std::optional<std::size_t> put(Members& members, std::uint32_t worker) {
  const auto at = std::lower_bound(members.begin(), members.end(), worker);
  if (at != members.end() && *at == worker) return std::nullopt;
  const auto place = static_cast<std::size_t>(at - members.begin());
  members.insert(at, worker);
  return place;
}

// Takes out members[place].
inline void take_out(Members& members, std::size_t place) {
  members.erase(members.begin() + static_cast<std::ptrdiff_t>(place));
}

}  // namespace croupier::placement
