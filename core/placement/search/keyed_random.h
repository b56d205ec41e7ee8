// The random numbers of a key.
#pragma once

#include <array>
#include <cstdint>

#include "croupier/key.h"

namespace croupier::placement {

// xoshiro256** (Blackman, Vigna: "Scrambled linear pseudorandom number generators") from the key;
// docs/policies/search.md has its first words.
class KeyedRandom {
 public:
  explicit KeyedRandom(const Key& key);

  // The next number below the limit, as even as 64 bits allow.
  std::uint32_t below(std::uint32_t limit);

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace croupier::placement
