// The algorithm is specified in docs/policies/java-demo.md.
#include "core/placement/java_demo.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/byte_order.h"
#include "core/placement/hand_size.h"
#include "core/placement/java_random.h"
#include "croupier/assert.h"
#include "croupier/deal.h"
#include "croupier/recipes.h"

namespace croupier {
namespace placement {
namespace {

// The first 8 bytes of SHA-256(seed as 8 bytes big-endian, tenant), read big-endian.
std::uint64_t tenant_hash(std::string_view tenant, std::uint64_t application_seed) {
  std::array<std::uint8_t, 8> seed;
  store_big_endian64(application_seed, seed.data());
  std::array<std::uint8_t, 32> digest;
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  crypto_hash_sha256_update(&state, seed.data(), seed.size());
  crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(tenant.data()),
                            tenant.size());
  crypto_hash_sha256_final(&state, digest.data());
  return load_big_endian64(digest.data());
}

}  // namespace

void fill_java_demo(std::string_view tenant, std::uint64_t application_seed, std::uint32_t workers,
                    std::span<std::uint32_t> hand, std::vector<std::uint32_t>& deck) {
  deck.resize(workers);
  std::iota(deck.begin(), deck.end(), 0U);
  JavaRandom random(tenant_hash(tenant, application_seed) ^ application_seed);
  java_shuffle(deck, random);
  std::copy_n(deck.begin(), hand.size(), hand.begin());
}

}  // namespace placement

Result<void> deal_java_demo(std::string_view tenant, std::uint64_t application_seed,
                            std::uint32_t workers, std::span<std::uint32_t> hand) {
  if (workers > kMaxWorkers) {
    return error(Code::kInvalidArgument, std::to_string(workers) + " workers are above " +
                                             std::to_string(kMaxWorkers) + ", the limit of a deck");
  }
  std::vector<std::uint32_t> deck;
  return placement::check_hand_size(hand.size(), workers, "the number of workers").map([&] {
    placement::fill_java_demo(tenant, application_seed, workers, hand, deck);
  });
}

std::uint32_t java_demo_fixed_shard(std::string_view tenant, std::uint64_t application_seed,
                                    std::uint32_t shards) {
  CROUPIER_ASSERT(shards >= 1);
  const std::uint64_t hash = placement::tenant_hash(tenant, application_seed);
  const std::int64_t low = static_cast<std::int32_t>(static_cast<std::uint32_t>(hash));
  const std::int64_t remainder = low % std::int64_t{shards};
  return static_cast<std::uint32_t>(remainder < 0 ? remainder + std::int64_t{shards} : remainder);
}

}  // namespace croupier
