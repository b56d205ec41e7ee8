// The algorithm is specified in docs/policies/apf.md.
#include "croupier/apf.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/base/byte_order.h"
#include "croupier/assert.h"
#include "croupier/hash.h"

namespace croupier::copies {
namespace {

// A deal's shape for messages: "hand 7 of deck 512".
std::string shape(std::int64_t deck, std::int64_t hand) {
  return "hand " + std::to_string(hand) + " of deck " + std::to_string(deck);
}

// The largest hand that the deck allows, for messages.
std::int64_t largest_hand(std::int64_t deck) {
  std::int64_t hand = 1;
  while (hand < deck && apf_required_bits(deck, hand + 1) <= kApfMaxBits) ++hand;
  return hand;
}

using Picks = std::array<std::uint32_t, kApfMaxHand>;

// A pick counts among the queues that are still in the deck. Undoing the picks before it, the
// latest first, gives the queue's number in the whole deck. No branch depends on the hash.
template <std::size_t kPick>
std::uint32_t number_of(const Picks& picks) {
  std::uint32_t queue = picks[kPick];
  [&]<std::size_t... kBack>(std::index_sequence<kBack...>) {
    ((queue += queue >= picks[kPick - 1 - kBack] ? 1 : 0), ...);
  }(std::make_index_sequence<kPick>());
  return queue;
}

using Undo = void (*)(const Picks&, std::uint32_t* hand);

// Of hands of one size, without loops.
template <std::size_t kHand>
void undo(const Picks& picks, std::uint32_t* hand) {
  [&]<std::size_t... kPick>(std::index_sequence<kPick...>) {
    ((hand[kPick] = number_of<kPick>(picks)), ...);
  }(std::make_index_sequence<kHand>());
}

template <std::size_t... kSmaller>
constexpr std::array<Undo, kApfMaxHand> all_sizes(std::index_sequence<kSmaller...>) {
  return {undo<kSmaller + 1>...};
}

constexpr std::array<Undo, kApfMaxHand> kUndo = all_sizes(std::make_index_sequence<kApfMaxHand>());

}  // namespace

int apf_required_bits(std::int64_t deck, std::int64_t hand) {
  if (deck < 1 || hand < 1) return 0;
  const double bits = std::ceil(std::log2(static_cast<double>(deck)) * static_cast<double>(hand));
  return bits < std::numeric_limits<int>::max() ? static_cast<int>(bits)
                                                : std::numeric_limits<int>::max();
}

Result<void> check_apf(std::int64_t deck, std::int64_t hand) {
  const auto refuse = [&](const std::string& why) {
    return error(Code::kInvalidArgument, shape(deck, hand) + ": " + why);
  };
  if (deck < 1) return refuse("the deck is below 1");
  if (hand < 1) return refuse("the hand is below 1");
  if (hand > deck) return refuse("the hand is above the deck");
  if (deck > kApfMaxDeck) return refuse("the deck is above " + std::to_string(kApfMaxDeck));
  const int bits = apf_required_bits(deck, hand);
  if (bits > kApfMaxBits) {
    return refuse("needs " + std::to_string(bits) + " bits of the hash, above the limit of " +
                  std::to_string(kApfMaxBits) + "; the largest hand of this deck is " +
                  std::to_string(largest_hand(deck)));
  }
  return {};
}

std::uint64_t apf_flow_hash(std::string_view flow_schema, std::string_view distinguisher) {
  Sha256 hash;
  hash.update(flow_schema);
  hash.update(std::string_view("\0", 1));
  hash.update(distinguisher);
  const Digest digest = hash.finish();
  return load_little_endian64(digest.data());
}

ApfDealer::ApfDealer(std::uint32_t deck, std::size_t hand)
    : deck_size_(deck), hand_size_(static_cast<std::uint32_t>(hand)) {
  std::uint64_t product = 1;
  for (std::uint32_t i = 0; i < hand; ++i) {
    product *= deck - i;
    divisors_[i] = Divisor(product);
  }
}

Result<ApfDealer> ApfDealer::make(std::int64_t deck, std::int64_t hand) {
  return check_apf(deck, hand).map([&] {
    return ApfDealer(static_cast<std::uint32_t>(deck), static_cast<std::size_t>(hand));
  });
}

void ApfDealer::deal(std::uint64_t hash, std::span<std::uint32_t> hand) const {
  CROUPIER_ASSERT(hand.size() == hand_size_);
  // Dividing by deck, deck - 1, ... in turn is dividing the hash by their products, so that no
  // quotient waits for another.
  Picks picks;
  std::uint64_t quotient = hash;
  for (std::uint32_t i = 0; i < hand_size_; ++i) {
    const std::uint64_t next = divisors_[i].quotient(hash);
    picks[i] = static_cast<std::uint32_t>(quotient - next * (deck_size_ - i));
    quotient = next;
  }
  kUndo[hand_size_ - 1](picks, hand.data());
}

void ApfDealer::deal_flow(std::string_view flow_schema, std::string_view distinguisher,
                          std::span<std::uint32_t> hand) const {
  deal(deck_size_ == 1 ? 0 : apf_flow_hash(flow_schema, distinguisher), hand);
}

}  // namespace croupier::copies
