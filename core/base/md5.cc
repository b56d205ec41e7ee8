#include "croupier/md5.h"

#include <algorithm>
#include <bit>

namespace croupier {
namespace {

// floor(2^32 * |sin(i + 1)|), the table T of the RFC.
constexpr std::array<std::uint32_t, 64> kSines = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

// Four rounds of sixteen steps: how far each step rotates, and which word of the block it takes.
constexpr int kTurns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
constexpr std::uint32_t kStride[4] = {1, 5, 3, 7};
constexpr std::uint32_t kFirst[4] = {0, 1, 5, 0};

std::uint32_t mix(std::uint32_t round, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  switch (round) {
    case 0:
      return d ^ (b & (c ^ d));
    case 1:
      return c ^ (d & (b ^ c));
    case 2:
      return b ^ c ^ d;
    default:
      return c ^ (b | ~d);
  }
}

std::uint32_t load_little_endian32(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 |
         std::uint32_t{bytes[3]} << 24;
}

}  // namespace

void Md5::compress(const std::uint8_t* block) {
  std::array<std::uint32_t, 16> words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = load_little_endian32(block + 4 * i);
  auto [a, b, c, d] = state_;
#pragma GCC unroll 64  // so that rounds, turns and words become constants
  for (std::uint32_t step = 0; step < 64; ++step) {
    const std::uint32_t round = step / 16;
    const std::uint32_t word = words[(step * kStride[round] + kFirst[round]) % 16];
    const std::uint32_t sum = a + mix(round, b, c, d) + word + kSines[step];
    a = d;
    d = c;
    c = b;
    b += std::rotl(sum, kTurns[round][step % 4]);
  }
  state_[0] += a;
  state_[1] += b;
  state_[2] += c;
  state_[3] += d;
}

void Md5::update(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t waiting = bytes_ % kBlockBytes;
    const std::size_t count = std::min(bytes.size(), kBlockBytes - waiting);
    std::copy_n(bytes.begin(), count, block_.begin() + static_cast<std::ptrdiff_t>(waiting));
    bytes.remove_prefix(count);
    bytes_ += count;
    if (waiting + count == kBlockBytes) compress(block_.data());
  }
}

Md5Digest Md5::finish() {
  // A bit of 1, zeros up to 8 bytes before a block's end, then the length in bits, little-endian.
  const std::uint64_t bits = bytes_ * 8;
  std::size_t used = bytes_ % kBlockBytes;
  block_[used++] = 0x80;
  constexpr std::size_t kLengthAt = kBlockBytes - 8;
  if (used > kLengthAt) {
    std::fill(block_.begin() + static_cast<std::ptrdiff_t>(used), block_.end(), std::uint8_t{0});
    compress(block_.data());
    used = 0;
  }
  std::fill(block_.begin() + static_cast<std::ptrdiff_t>(used), block_.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < 8; ++i) {
    block_[kLengthAt + i] = static_cast<std::uint8_t>(bits >> (8 * i));
  }
  compress(block_.data());

  Md5Digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (8 * (i % 4)));
  }
  return digest;
}

Md5Digest md5(std::string_view bytes) {
  Md5 hash;
  hash.update(bytes);
  return hash.finish();
}

}  // namespace croupier
