#include "core/placement/bounded/permutation.h"

#include <bit>

#include "core/base/byte_order.h"
#include "core/base/uint128.h"

namespace croupier::placement {
namespace {

constexpr std::uint64_t kRounds = 12;

// The least a with a*a >= n, for n below 2^63.
std::uint64_t root_above(std::uint64_t n) {
  std::uint64_t low = 0;
  std::uint64_t high = std::uint64_t{1} << 32;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (middle * middle >= n ? high : low) = middle;
  }
  return high;
}

struct SipState {
  std::uint64_t v0, v1, v2, v3;

  void rounds(int count) {
    for (; count > 0; --count) {
      v0 += v1;
      v2 += v3;
      v1 = std::rotl(v1, 13) ^ v0;
      v3 = std::rotl(v3, 16) ^ v2;
      v0 = std::rotl(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = std::rotl(v1, 17) ^ v2;
      v3 = std::rotl(v3, 21) ^ v0;
      v2 = std::rotl(v2, 32);
    }
  }
  void word(std::uint64_t m) {
    v3 ^= m;
    rounds(2);
    v0 ^= m;
  }
};

// What two words' hash comes to after the first, which all rounds of a permutation share.
SipState begin(std::uint64_t k0, std::uint64_t k1, std::uint64_t word0) {
  SipState state{k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261,
                 k1 ^ 0x7465646279746573};
  state.word(word0);
  return state;
}

std::uint64_t finish(SipState state, std::uint64_t word1) {
  state.word(word1);
  state.word(std::uint64_t{16} << 56);  // the length
  state.v2 ^= 0xFF;
  state.rounds(4);
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

// A number below `range`; `half` is below 2^32.
std::uint64_t round(const SipState& begun, std::uint64_t number, std::uint64_t half,
                    std::uint64_t range) {
  const std::uint64_t hash = finish(begun, number << 56 | half);
  return static_cast<std::uint64_t>(multiply_wide(hash, range) >> 64);
}

}  // namespace

std::uint64_t siphash_words(std::uint64_t k0, std::uint64_t k1, std::uint64_t word0,
                            std::uint64_t word1) {
  return finish(begin(k0, k1, word0), word1);
}

Permutation::Permutation(const SipKey& key, std::uint64_t size)
    : k0_(load_little_endian64(key.data())),
      k1_(load_little_endian64(key.data() + 8)),
      size_(size),
      a_(root_above(size)),
      b_((size + a_ - 1) / a_) {}

std::uint64_t Permutation::apply(std::uint64_t tweak, std::uint64_t x) const {
  const SipState begun = begin(k0_, k1_, tweak);
  do {
    std::uint64_t left = x / b_;
    std::uint64_t right = x % b_;
    for (std::uint64_t number = 0; number < kRounds; number += 2) {
      left += round(begun, number, right, a_);
      if (left >= a_) left -= a_;
      right += round(begun, number + 1, left, b_);
      if (right >= b_) right -= b_;
    }
    x = left * b_ + right;
  } while (x >= size_);
  return x;
}

std::uint64_t Permutation::invert(std::uint64_t tweak, std::uint64_t y) const {
  const SipState begun = begin(k0_, k1_, tweak);
  do {
    std::uint64_t left = y / b_;
    std::uint64_t right = y % b_;
    for (std::uint64_t number = kRounds; number > 0; number -= 2) {
      right += b_ - round(begun, number - 1, left, b_);
      if (right >= b_) right -= b_;
      left += a_ - round(begun, number - 2, right, a_);
      if (left >= a_) left -= a_;
    }
    y = left * b_ + right;
  } while (y >= size_);
  return y;
}

}  // namespace croupier::placement
