// 128-bit products, which weighted comparisons need to be exact.
#pragma once

#include <cstdint>

namespace croupier {

__extension__ using Uint128 = unsigned __int128;

constexpr Uint128 multiply_wide(std::uint64_t a, std::uint64_t b) {
  return Uint128{a} * b;
}

}  // namespace croupier
