#include "croupier/hash.h"

#include <sodium.h>

#include <cstring>
#include <new>

namespace croupier {
namespace {

const unsigned char* data(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

static_assert(sizeof(crypto_hash_sha256_state) <= 128);

Digest sha256(std::string_view bytes) {
  Digest digest;
  crypto_hash_sha256(digest.data(), data(bytes), bytes.size());
  return digest;
}

Sha256::Sha256() {
  crypto_hash_sha256_init(new (state_) crypto_hash_sha256_state);
}

void Sha256::update(std::string_view bytes) {
  crypto_hash_sha256_update(reinterpret_cast<crypto_hash_sha256_state*>(state_), data(bytes),
                            bytes.size());
}

Digest Sha256::finish() {
  Digest digest;
  crypto_hash_sha256_final(reinterpret_cast<crypto_hash_sha256_state*>(state_), digest.data());
  return digest;
}

std::uint64_t siphash(const SipKey& key, std::string_view bytes) {
  std::uint8_t out[crypto_shorthash_BYTES];
  crypto_shorthash(out, data(bytes), bytes.size(), key.data());
  std::uint64_t value = 0;
  for (int i = 7; i >= 0; --i) value = value << 8 | out[i];
  return value;
}

std::string hex(std::span<const std::uint8_t> bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

}  // namespace croupier
