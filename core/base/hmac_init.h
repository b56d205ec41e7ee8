// The start of an HMAC-SHA256 under a key of any length.
#pragma once

#include <sodium.h>

#include <cstdint>
#include <span>

namespace croupier {

inline void init_hmac(crypto_auth_hmacsha256_state& state, std::span<const std::uint8_t> key) {
  static constexpr std::uint8_t kNothing = 0;  // libsodium takes no null pointer, even for 0 bytes
  crypto_auth_hmacsha256_init(&state, key.empty() ? &kNothing : key.data(), key.size());
}

}  // namespace croupier
