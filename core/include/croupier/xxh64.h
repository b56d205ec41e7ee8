// XXH64, the hash that Envoy's hash policies use; unkeyed, so never for hands.
#pragma once

#include <cstdint>
#include <string_view>

namespace croupier {

// XXH64 of the bytes. Source: the xxHash specification, "XXH64 algorithm description".
std::uint64_t xxh64(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace croupier
