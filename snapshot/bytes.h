// Little-endian numbers and varints over byte strings, with a reader that cannot run past its end.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace croupier::snapshot {

// The formats are little-endian; hosts of the other order refuse snapshots by their byte-order
// mark.
template <typename T>
T load_number(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <typename T>
void append_number(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// LEB128: seven bits a byte, least significant first, at most 10 bytes.
inline void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

// Reads from the front; after a read past the end or a bad varint, ok() is false for good and every
// read gives zero.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  std::size_t left() const { return bytes_.size(); }

  std::string_view take(std::size_t count) {
    if (!ok_ || count > bytes_.size()) return fail();
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  std::uint8_t byte() {
    const std::string_view one = take(1);
    return one.empty() ? 0 : static_cast<std::uint8_t>(one[0]);
  }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      if (!ok_) return 0;
      value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
      if ((next & 0x80) == 0) return value;
    }
    fail();
    return 0;
  }

  // A varint that must fit `limit`.
  std::uint32_t number(std::uint64_t limit = UINT32_MAX) {
    const std::uint64_t value = varint();
    if (value > limit) fail();
    return ok_ ? static_cast<std::uint32_t>(value) : 0;
  }

 private:
  std::string_view fail() {
    ok_ = false;
    bytes_ = {};
    return {};
  }

  std::string_view bytes_;
  bool ok_ = true;
};

}  // namespace croupier::snapshot
