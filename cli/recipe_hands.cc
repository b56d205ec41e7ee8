#include "cli/recipe_hands.h"

#include <algorithm>
#include <string>
#include <vector>

#include "croupier/assert.h"

namespace croupier::cli {
namespace {

// A policy over 32-bit numbers as one over 64-bit numbers.
template <typename Deal>
DealNumbers widen(Deal deal) {
  return [deal = std::move(deal), narrow = std::vector<std::uint32_t>()](
             std::string_view tenant, std::span<std::uint64_t> hand) mutable -> Result<void> {
    narrow.resize(hand.size());
    auto dealt = deal(tenant, std::span<std::uint32_t>(narrow));
    if (dealt) std::copy(narrow.begin(), narrow.end(), hand.begin());
    return dealt;
  };
}

Result<DealNumbers> make_rendezvous(std::uint32_t workers, const Key& key) {
  DeckSpec spec;
  for (std::uint32_t i = 0; i < workers; ++i) spec.workers.push_back({.id = std::to_string(i)});
  auto dealer = make_dealer(spec, key);
  if (!dealer) return tl::unexpected(std::move(dealer.error()));
  return widen([dealer = std::shared_ptr<const Dealer>(std::move(*dealer)), scratch = DealScratch(),
                dealt = std::vector<std::uint32_t>()](std::string_view tenant,
                                                      std::span<std::uint32_t> hand) mutable {
    auto done = dealer->deal({tenant}, static_cast<std::uint32_t>(hand.size()), dealt, scratch);
    if (done) std::copy(dealt.begin(), dealt.end(), hand.begin());
    return done;
  });
}

DealNumbers make_hmac(std::uint64_t workers, const Key& key) {
  return
      [recipe = HmacRecipe(key), workers](std::string_view tenant, std::span<std::uint64_t> hand) {
        return recipe.deal(tenant, workers, hand);
      };
}

Result<DealNumbers> make_unchecked(const RecipeOptions& options, const Key& key) {
  if (options.policy == Policy::kHmac) return make_hmac(options.workers, key);
  const std::uint64_t largest = options.policy == Policy::kPythonSample ? UINT32_MAX : kMaxWorkers;
  if (options.workers > largest) {
    return error(Code::kInvalidArgument,
                 std::to_string(options.workers) + " workers are above " + std::to_string(largest) +
                     ", the most that " + std::string(policy_name(options.policy)) + " deals from");
  }
  const auto workers = static_cast<std::uint32_t>(options.workers);
  if (options.policy == Policy::kRendezvous) return make_rendezvous(workers, key);
  if (options.policy == Policy::kJavaDemo) {
    return widen(
        [seed = options.seed, workers](std::string_view tenant, std::span<std::uint32_t> hand) {
          return deal_java_demo(tenant, seed, workers, hand);
        });
  }
  CROUPIER_ASSERT(options.policy == Policy::kPythonSample);
  return widen([workers](std::string_view tenant, std::span<std::uint32_t> hand) {
    return deal_python_sample(tenant, workers, hand);
  });
}

}  // namespace

Result<DealNumbers> make_deal(const RecipeOptions& options, const Key& key) {
  if (options.workers == 0) return error(Code::kInvalidArgument, "the deck has no workers");
  if (options.hand > kMaxPrintedHand) {
    return error(Code::kInvalidArgument, "hand size " + std::to_string(options.hand) +
                                             " is above " + std::to_string(kMaxPrintedHand) +
                                             ", the largest hand that is printed");
  }
  auto deal = make_unchecked(options, key);
  if (!deal) return deal;
  // The policy itself knows its limits: let it say them once, before the first tenant.
  std::vector<std::uint64_t> hand(options.hand);
  auto trial = (*deal)("trial", hand);
  if (!trial) return tl::unexpected(std::move(trial.error()));
  return deal;
}

}  // namespace croupier::cli
