// The one check every deal begins with.
#pragma once

#include <cstdint>
#include <string_view>

#include "croupier/result.h"

namespace croupier::placement {

// kInvalidArgument unless 1 <= size <= largest; `largest_is` says where the limit comes from, e.g.
// "the number of workers".
Result<void> check_hand_size(std::uint64_t size, std::uint64_t largest,
                             std::string_view largest_is);

}  // namespace croupier::placement
