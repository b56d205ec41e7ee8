// CPython's random.Random, seeded by a str, as far as sample() needs it.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

namespace croupier::placement {

class PythonRandom {
 public:
  explicit PythonRandom(std::string_view seed);

  // Uniform in [0, bound): CPython's _randbelow_with_getrandbits. Precondition: bound >= 1.
  std::uint32_t below(std::uint32_t bound);

 private:
  std::mt19937 generator_;
};

}  // namespace croupier::placement
