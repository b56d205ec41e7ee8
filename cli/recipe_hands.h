// Hands over the plain worker numbers 0 to N-1, without a fleet.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "croupier/deal.h"
#include "croupier/key.h"
#include "croupier/recipes.h"

namespace croupier::cli {

// Largest hand that is printed; policies may set a lower limit.
inline constexpr std::uint64_t kMaxPrintedHand = 65'536;

struct RecipeOptions {
  Policy policy = Policy::kHmac;
  std::uint64_t workers = 0;
  std::uint64_t hand = 0;
  std::uint64_t seed = kJavaDemoSeed;  // only java-demo has one
};

// Whether the policy deals plain numbers; the others need workers with more than a number.
constexpr bool deals_numbers(Policy policy) {
  return policy == Policy::kHmac || policy == Policy::kRendezvous || policy == Policy::kJavaDemo ||
         policy == Policy::kPythonSample;
}

// Fills the span, whose length is the hand size, in dealt order. Not thread-safe.
using DealNumbers =
    std::function<Result<void>(std::string_view tenant, std::span<std::uint64_t> hand)>;

// For `rendezvous`, worker number i is the worker with the id that is i in decimal and weight 1.
// Precondition: deals_numbers(options.policy).
// kInvalidArgument: hand or workers out of the policy's range, in the words of the policy.
Result<DealNumbers> make_deal(const RecipeOptions& options, const Key& key);

}  // namespace croupier::cli
