#include "core/placement/python_random.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace croupier::placement {
namespace {

// The seed as 32-bit words, least significant first, of the integer that CPython makes of a str:
// its bytes followed by their SHA-512, big-endian. Words are read on demand, never stored.
class SeedWords {
 public:
  explicit SeedWords(std::string_view text) : text_(text) {
    crypto_hash_sha512(digest_.data(), reinterpret_cast<const unsigned char*>(text.data()),
                       text.size());
    std::size_t bytes = text_.size() + digest_.size();
    while (bytes > 0 && byte(bytes - 1) == 0) --bytes;  // leading zeros are not part of a number
    size_ = std::max<std::size_t>((bytes + 3) / 4, 1);
  }

  std::size_t size() const { return size_; }

  std::uint32_t operator[](std::size_t i) const {
    return byte(4 * i) | byte(4 * i + 1) << 8 | byte(4 * i + 2) << 16 | byte(4 * i + 3) << 24;
  }

 private:
  // The byte of weight 256^i, 0 beyond the number.
  std::uint32_t byte(std::size_t i) const {
    if (i < digest_.size()) return digest_[digest_.size() - 1 - i];
    i -= digest_.size();
    return i < text_.size() ? static_cast<std::uint8_t>(text_[text_.size() - 1 - i]) : 0;
  }

  std::string_view text_;
  std::array<std::uint8_t, crypto_hash_sha512_BYTES> digest_;
  std::size_t size_;
};

// init_by_array of the reference MT19937 (Matsumoto and Nishimura, mt19937ar.c). It hands the
// generator its whole state through the door that std::seed_seq uses.
class InitByArray {
 public:
  using result_type = std::uint_least32_t;

  explicit InitByArray(const SeedWords& key) : key_(key) {}

  template <typename Iterator>
  void generate(Iterator begin, Iterator end) {
    fill(std::span<result_type>(begin, end));
  }

 private:
  void fill(std::span<result_type> state) const {
    const std::size_t n = state.size();
    state[0] = 19650218;
    for (std::size_t i = 1; i < n; ++i) {
      state[i] = 1812433253 * mixed(state[i - 1]) + static_cast<std::uint32_t>(i);
    }
    std::size_t i = 1;
    const auto advance = [&] {
      if (++i < n) return;
      state[0] = state[n - 1];
      i = 1;
    };
    std::size_t j = 0;
    for (std::size_t step = std::max(n, key_.size()); step > 0; --step) {
      state[i] =
          (state[i] ^ mixed(state[i - 1]) * 1664525) + key_[j] + static_cast<std::uint32_t>(j);
      if (++j == key_.size()) j = 0;
      advance();
    }
    for (std::size_t step = n - 1; step > 0; --step) {
      state[i] = (state[i] ^ mixed(state[i - 1]) * 1566083941) - static_cast<std::uint32_t>(i);
      advance();
    }
    state[0] = 0x80000000;
  }

  static std::uint32_t mixed(std::uint32_t word) { return word ^ word >> 30; }

  const SeedWords& key_;
};

std::mt19937 seeded(std::string_view seed) {
  const SeedWords words(seed);
  InitByArray sequence(words);
  return std::mt19937(sequence);
}

}  // namespace

PythonRandom::PythonRandom(std::string_view seed) : generator_(seeded(seed)) {}

std::uint32_t PythonRandom::below(std::uint32_t bound) {
  const int bits = std::bit_width(bound);
  for (;;) {
    const auto value = static_cast<std::uint32_t>(generator_()) >> (32 - bits);
    if (value < bound) return value;
  }
}

}  // namespace croupier::placement
