// The hashes that Croupier's formats are made of, over libsodium.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "croupier/key.h"

namespace croupier {

// SHA-256 of the bytes. About 280 MB/s here: not for a thread that serves requests.
Digest sha256(std::string_view bytes);

// SHA-256 of bytes that come in pieces.
class Sha256 {
 public:
  Sha256();
  void update(std::string_view bytes);
  Digest finish();  // call once

 private:
  alignas(64) unsigned char state_[128];
};

// SipHash-2-4 with a 64-bit result: the 8 output bytes read as a little-endian number.
std::uint64_t siphash(const SipKey& key, std::string_view bytes);

// Lower-case hexadecimal.
std::string hex(std::span<const std::uint8_t> bytes);

}  // namespace croupier
