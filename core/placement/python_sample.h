// CPython's random.sample deal, with working memory of the caller's.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace croupier::placement {

// Precondition: 1 <= hand.size() <= workers. `pool` and `table` are overwritten and grow with k.
void fill_python_sample(std::string_view tenant, std::uint32_t workers,
                        std::span<std::uint32_t> hand, std::vector<std::uint32_t>& pool,
                        std::vector<std::uint64_t>& table);

}  // namespace croupier::placement
