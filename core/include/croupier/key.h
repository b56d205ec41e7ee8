// The secret that hands are dealt with, and what may be told of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace croupier {

using Digest = std::array<std::uint8_t, 32>;
using SipKey = std::array<std::uint8_t, 16>;

// A dealing key: any bytes, at any length (the published recipe allows 0). Immutable; safe to share
// between threads. The bytes are wiped when the last copy goes.
class Key {
 public:
  explicit Key(std::span<const std::uint8_t> bytes);
  explicit Key(std::string_view text);
  Key(const Key&) = default;
  Key(Key&&) noexcept = default;
  Key& operator=(Key other) noexcept {  // by value: the old bytes leave with `other`, wiped
    bytes_.swap(other.bytes_);
    return *this;
  }
  ~Key();

  std::span<const std::uint8_t> bytes() const { return bytes_; }

  // 16 lower-case hex digits: the first 8 bytes of HMAC-SHA256(key, "croupier key check v1").
  // Snapshots carry it, so that a router with another key refuses them; it does not reveal the key.
  std::string check_value() const;

  // A 128-bit key for SipHash: the first 16 bytes of HMAC-SHA256(key, purpose). Different purposes
  // give independent keys.
  SipKey derive(std::string_view purpose) const;

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace croupier
