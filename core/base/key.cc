#include "croupier/key.h"

#include <sodium.h>

#include <algorithm>

#include "core/base/hmac_init.h"
#include "croupier/hash.h"

namespace croupier {
namespace {

constexpr std::string_view kCheckPurpose = "croupier key check v1";

Digest hmac_sha256(std::span<const std::uint8_t> key, std::string_view message) {
  Digest digest{};
  crypto_auth_hmacsha256_state state;
  init_hmac(state, key);
  crypto_auth_hmacsha256_update(&state, reinterpret_cast<const unsigned char*>(message.data()),
                                message.size());
  crypto_auth_hmacsha256_final(&state, digest.data());
  sodium_memzero(&state, sizeof state);
  return digest;
}

}  // namespace

Key::Key(std::span<const std::uint8_t> bytes) : bytes_(bytes.begin(), bytes.end()) {}

Key::Key(std::string_view text) : bytes_(text.begin(), text.end()) {}

Key::~Key() {
  if (!bytes_.empty()) sodium_memzero(bytes_.data(), bytes_.size());
}

std::string Key::check_value() const {
  const Digest digest = hmac_sha256(bytes_, kCheckPurpose);
  return hex(std::span(digest).first(8));
}

SipKey Key::derive(std::string_view purpose) const {
  Digest digest = hmac_sha256(bytes_, purpose);
  SipKey derived;
  std::copy_n(digest.begin(), derived.size(), derived.begin());
  sodium_memzero(digest.data(), digest.size());
  return derived;
}

}  // namespace croupier
