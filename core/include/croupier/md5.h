// MD5, only because deals that people run today seed themselves with it. Broken as a cryptographic
// hash: never for keys, digests of files or anything an attacker may choose.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace croupier {

using Md5Digest = std::array<std::uint8_t, 16>;

// MD5 of bytes that come in pieces, of any total length below 2^61. Source: RFC 1321, section 3.
// Cost: one compression per 64 bytes, about 0.1 us; does not allocate.
class Md5 {
 public:
  void update(std::string_view bytes);
  Md5Digest finish();  // call once

 private:
  static constexpr std::size_t kBlockBytes = 64;

  void compress(const std::uint8_t* block);

  std::array<std::uint32_t, 4> state_{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476};
  std::array<std::uint8_t, kBlockBytes> block_{};
  std::uint64_t bytes_ = 0;  // so far; the last bytes_ % 64 wait in block_
};

Md5Digest md5(std::string_view bytes);

}  // namespace croupier
