// Kubernetes API Priority and Fairness: which queues of a priority level a flow may wait in.
// docs/policies/apf.md gives the algorithm. Source: k8s.io/apiserver v0.37.2, packages
// pkg/util/shufflesharding and pkg/util/flowcontrol.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "croupier/divisor.h"
#include "croupier/result.h"

namespace croupier::copies {

inline constexpr std::int64_t kApfMaxDeck = std::int64_t{1} << 26;
inline constexpr int kApfMaxBits = 60;          // of the 64-bit hash that a deal may use up
inline constexpr std::size_t kApfMaxHand = 15;  // what the 60 bits leave room for

// ceil(log2(deck) * hand): how many bits of the hash a deal uses up. 0 where deck or hand is below
// 1; the number means something for hand <= deck <= kApfMaxDeck only.
int apf_required_bits(std::int64_t deck, std::int64_t hand);

// kInvalidArgument, with the limit broken, unless 1 <= hand <= deck <= kApfMaxDeck and
// apf_required_bits(deck, hand) <= kApfMaxBits.
Result<void> check_apf(std::int64_t deck, std::int64_t hand);

// The hash of a flow: the first 8 bytes, read little-endian, of SHA-256(flow schema's name, one
// zero byte, flow distinguisher). Any bytes. One SHA-256, no allocation.
std::uint64_t apf_flow_hash(std::string_view flow_schema, std::string_view distinguisher);

// Deals one priority level's hands. Immutable: one object serves all threads.
class ApfDealer {
 public:
  // `deck` queues, `hand` of them a flow. Errors: those of check_apf.
  static Result<ApfDealer> make(std::int64_t deck, std::int64_t hand);

  std::uint32_t deck_size() const { return deck_size_; }
  std::size_t hand_size() const { return hand_size_; }

  // Fills `hand`, whose length must be hand_size(), with distinct queue numbers in
  // [0, deck_size()), in dealt order. No allocation; three multiplications a member, and
  // hand_size()^2 / 2 comparisons.
  void deal(std::uint64_t hash, std::span<std::uint32_t> hand) const;

  // The deal of apf_flow_hash. With a single queue nothing is hashed.
  void deal_flow(std::string_view flow_schema, std::string_view distinguisher,
                 std::span<std::uint32_t> hand) const;

 private:
  ApfDealer(std::uint32_t deck, std::size_t hand);

  std::array<Divisor, kApfMaxHand> divisors_{};  // deck, deck * (deck - 1), ..., at most 2^60
  std::uint32_t deck_size_;
  std::uint32_t hand_size_;
};

inline constexpr std::int64_t kApfMaxElephants = 1'000'000;

// The probability that every queue of a mouse's hand is also in the hand of at least one of
// `elephants` heavy flows, all hands uniform and independent; what the Kubernetes documentation
// tabulates under "Example Shuffle Sharding Configurations". Relative error below 1e-12.
// kInvalidArgument for what check_apf refuses, and unless 0 <= elephants <= kApfMaxElephants.
// Cost: O(hand^3 * log(elephants)), no allocation.
Result<double> apf_squish(std::int64_t queues, std::int64_t hand, std::int64_t elephants);

}  // namespace croupier::copies
