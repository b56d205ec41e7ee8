// Published recipes, byte for byte, over plain worker numbers. make_dealer wraps them for decks;
// they stand here by themselves for the command line, the vectors and the simulator.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "croupier/key.h"
#include "croupier/result.h"

namespace croupier {

namespace placement {
class HmacWords;
}

// The keyed recipe of "Recipe 12.1": HMAC-SHA256 blocks, rejection of biased words, first k
// distinct residues (docs/policies/hmac.md). hand(k) is a prefix of hand(k+1).
class HmacRecipe {
 public:
  explicit HmacRecipe(const Key& key);

  // Fills `hand` with distinct numbers in [0, workers), in dealt order. kInvalidArgument unless
  // 1 <= hand.size() <= workers. Does not allocate for hands of up to 64; cost about one HMAC per
  // four members while the hand is small beside the deck, workers*ln(workers) words when it is
  // the whole deck.
  Result<void> deal(std::string_view tenant, std::uint64_t workers,
                    std::span<std::uint64_t> hand) const;

  // The same for decks: `table` is working memory that hands above 64 use and grow.
  Result<void> deal(std::string_view tenant, std::uint32_t workers, std::span<std::uint32_t> hand,
                    std::vector<std::uint64_t>& table) const;

 private:
  friend class placement::HmacWords;
  alignas(8) std::array<std::byte, 104> inner_{};  // hash state after the key's first block
  alignas(8) std::array<std::byte, 104> outer_{};
};

// The published Java experiment (docs/policies/java-demo.md): SHA-256 seeds java.util.Random, whose
// Collections.shuffle of 0..workers-1 gives the hand. Only the low 48 bits of the seed matter.
// kInvalidArgument unless 1 <= hand.size() <= workers <= kMaxWorkers. Cost: O(workers).
inline constexpr std::uint64_t kJavaDemoSeed = 0x5EEDC0DE;
Result<void> deal_java_demo(std::string_view tenant, std::uint64_t application_seed,
                            std::uint32_t workers, std::span<std::uint32_t> hand);
// The same program's plain hash of a tenant to one of `shards` (at least 1) fixed shards, from 0.
std::uint32_t java_demo_fixed_shard(std::string_view tenant, std::uint64_t application_seed,
                                    std::uint32_t shards);

// random.Random(tenant).sample(range(workers), k) of CPython 3.11 with a str seed
// (docs/policies/python-sample.md). Not prefix-stable in k. kInvalidArgument unless
// 1 <= hand.size() <= workers. Cost: about 1248 generator steps to seed, then O(k).
Result<void> deal_python_sample(std::string_view tenant, std::uint32_t workers,
                                std::span<std::uint32_t> hand);

}  // namespace croupier
