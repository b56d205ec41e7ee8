#include "croupier/xxh64.h"

#include <array>
#include <bit>
#include <cstddef>

namespace croupier {
namespace {

constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87;
constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4F;
constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9;
constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63;
constexpr std::uint64_t kPrime5 = 0x27D4EB2F165667C5;

// A little-endian number from the front of the bytes, on any machine.
std::uint64_t take(std::string_view& bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  bytes.remove_prefix(count);
  return value;
}

std::uint64_t mix_lane(std::uint64_t lane, std::uint64_t input) {
  return std::rotl(lane + input * kPrime2, 31) * kPrime1;
}

std::uint64_t merge_lane(std::uint64_t hash, std::uint64_t lane) {
  return (hash ^ mix_lane(0, lane)) * kPrime1 + kPrime4;
}

}  // namespace

std::uint64_t xxh64(std::string_view bytes, std::uint64_t seed) {
  const std::uint64_t length = bytes.size();
  std::uint64_t hash = seed + kPrime5;
  if (bytes.size() >= 32) {
    std::array<std::uint64_t, 4> lanes{seed + kPrime1 + kPrime2, seed + kPrime2, seed,
                                       seed - kPrime1};
    while (bytes.size() >= 32) {
      for (std::uint64_t& lane : lanes) lane = mix_lane(lane, take(bytes, 8));
    }
    hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) +
           std::rotl(lanes[3], 18);
    for (const std::uint64_t lane : lanes) hash = merge_lane(hash, lane);
  }
  hash += length;
  while (bytes.size() >= 8) {
    hash = std::rotl(hash ^ mix_lane(0, take(bytes, 8)), 27) * kPrime1 + kPrime4;
  }
  if (bytes.size() >= 4) {
    hash = std::rotl(hash ^ take(bytes, 4) * kPrime1, 23) * kPrime2 + kPrime3;
  }
  while (!bytes.empty()) hash = std::rotl(hash ^ take(bytes, 1) * kPrime5, 11) * kPrime1;
  hash = (hash ^ hash >> 33) * kPrime2;
  hash = (hash ^ hash >> 29) * kPrime3;
  return hash ^ hash >> 32;
}

}  // namespace croupier
