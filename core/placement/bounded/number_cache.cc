#include "core/placement/bounded/number_cache.h"

#include <algorithm>
#include <bit>

namespace croupier::placement {

NumberCache::NumberCache(std::uint64_t numbers, std::size_t most_bytes) {
  static_assert(sizeof(Page) == kPageBytes);
  const std::uint64_t wanted = std::bit_ceil(numbers / kNumbers + 1);
  const std::size_t room = std::bit_floor(most_bytes / kPageBytes);
  pages_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, room)));
}

}  // namespace croupier::placement
