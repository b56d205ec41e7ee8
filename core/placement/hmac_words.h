// The endless sequence of 64-bit words that the hmac recipe draws a tenant's hand from.
#pragma once

#include <sodium.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "croupier/recipes.h"

namespace croupier::placement {

// Keeps a reference to `recipe`, not to `tenant`.
class HmacWords {
 public:
  HmacWords(const HmacRecipe& recipe, std::string_view tenant);

  // The next word; every fourth call computes an HMAC.
  std::uint64_t next() {
    if (used_ == kWordsPerBlock) next_block();
    return words_[used_++];
  }

 private:
  static constexpr std::size_t kWordsPerBlock = 4;

  void next_block();

  const HmacRecipe& recipe_;
  crypto_hash_sha256_state prefix_;  // after the key's inner block and the tenant
  std::uint64_t counter_ = 0;
  std::array<std::uint64_t, kWordsPerBlock> words_{};
  std::size_t used_ = kWordsPerBlock;
};

}  // namespace croupier::placement
