// The published Java experiment's deal, with working memory of the caller's.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace croupier::placement {

// Precondition: 1 <= hand.size() <= workers < 2^31. `deck` is overwritten and grows to `workers`.
void fill_java_demo(std::string_view tenant, std::uint64_t application_seed, std::uint32_t workers,
                    std::span<std::uint32_t> hand, std::vector<std::uint32_t>& deck);

}  // namespace croupier::placement
