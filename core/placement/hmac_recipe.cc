// The algorithm is specified in docs/policies/hmac.md.
#include <cstring>
#include <limits>

#include "core/base/byte_order.h"
#include "core/base/hmac_init.h"
#include "core/placement/distinct_hand.h"
#include "core/placement/hand_size.h"
#include "core/placement/hmac_words.h"
#include "croupier/recipes.h"

namespace croupier {
namespace placement {

HmacWords::HmacWords(const HmacRecipe& recipe, std::string_view tenant) : recipe_(recipe) {
  std::memcpy(&prefix_, recipe_.inner_.data(), sizeof prefix_);
  crypto_hash_sha256_update(&prefix_, reinterpret_cast<const unsigned char*>(tenant.data()),
                            tenant.size());
}

void HmacWords::next_block() {
  std::array<std::uint8_t, 9> tail{};  // a zero byte, then the counter
  store_big_endian64(counter_++, tail.data() + 1);
  std::array<std::uint8_t, 32> digest;
  crypto_hash_sha256_state state = prefix_;
  crypto_hash_sha256_update(&state, tail.data(), tail.size());
  crypto_hash_sha256_final(&state, digest.data());
  std::memcpy(&state, recipe_.outer_.data(), sizeof state);
  crypto_hash_sha256_update(&state, digest.data(), digest.size());
  crypto_hash_sha256_final(&state, digest.data());
  for (std::size_t i = 0; i < kWordsPerBlock; ++i) {
    words_[i] = load_big_endian64(digest.data() + 8 * i);
  }
  used_ = 0;
}

namespace {

template <typename Number>
Result<void> deal_hmac(const HmacRecipe& recipe, std::string_view tenant, Number workers,
                       std::span<Number> hand, std::vector<std::uint64_t>& table) {
  if (auto checked = check_hand_size(hand.size(), workers, "the number of workers"); !checked) {
    return checked;
  }
  // Words from floor(2^64 / n) * n on would favour the small residues. That limit is 2^64 itself,
  // one more than 64 bits hold, when n divides 2^64; so the last accepted word is kept instead.
  constexpr std::uint64_t kMaxWord = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t n = workers;
  const std::uint64_t surplus = (kMaxWord % n + 1) % n;  // 2^64 mod n
  const std::uint64_t last_accepted = kMaxWord - surplus;

  HmacWords words(recipe, tenant);
  DistinctHand<Number> distinct(hand, table);
  while (!distinct.full()) {
    const std::uint64_t word = words.next();
    if (word <= last_accepted) distinct.offer(static_cast<Number>(word % n));
  }
  return {};
}

}  // namespace
}  // namespace placement

HmacRecipe::HmacRecipe(const Key& key) {
  crypto_auth_hmacsha256_state state;
  static_assert(sizeof inner_ == sizeof state.ictx && sizeof outer_ == sizeof state.octx);
  init_hmac(state, key.bytes());
  std::memcpy(inner_.data(), &state.ictx, sizeof inner_);
  std::memcpy(outer_.data(), &state.octx, sizeof outer_);
  sodium_memzero(&state, sizeof state);
}

Result<void> HmacRecipe::deal(std::string_view tenant, std::uint64_t workers,
                              std::span<std::uint64_t> hand) const {
  std::vector<std::uint64_t> table;
  return placement::deal_hmac(*this, tenant, workers, hand, table);
}

Result<void> HmacRecipe::deal(std::string_view tenant, std::uint32_t workers,
                              std::span<std::uint32_t> hand,
                              std::vector<std::uint64_t>& table) const {
  return placement::deal_hmac(*this, tenant, workers, hand, table);
}

}  // namespace croupier
