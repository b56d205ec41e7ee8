// 64-bit numbers in bytes, the same on any machine.
#pragma once

#include <cstdint>

namespace croupier {

inline std::uint64_t load_big_endian64(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | bytes[i];
  return value;
}

inline std::uint64_t load_little_endian64(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  for (int i = 7; i >= 0; --i) value = value << 8 | bytes[i];
  return value;
}

inline void store_big_endian64(std::uint64_t value, std::uint8_t* bytes) {
  for (int i = 7; i >= 0; --i, value >>= 8) bytes[i] = static_cast<std::uint8_t>(value);
}

}  // namespace croupier
