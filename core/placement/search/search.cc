#include "croupier/search.h"

#include <algorithm>
#include <utility>

#include "core/placement/search/free_hands.h"
#include "core/placement/search/hand_finder.h"
#include "croupier/deal.h"

namespace croupier {
namespace {

using placement::HandFinder;

constexpr std::uint32_t kMaxHand = 64;
constexpr std::uint64_t kMaxSubsets = 1u << 16;  // of one hand

tl::unexpected<Error> refuse(std::string message) {
  return error(Code::kInvalidArgument, std::move(message));
}

Result<void> check_spec(const SearchSpec& spec) {
  const auto between = [](const char* what, std::uint64_t value, std::uint64_t low,
                          std::uint64_t high) -> Result<void> {
    if (value >= low && value <= high) return {};
    return refuse(std::string(what) + " " + std::to_string(value) + " is not between " +
                  std::to_string(low) + " and " + std::to_string(high));
  };
  if (auto fine = between("number of workers", spec.workers, 1, kMaxWorkers); !fine) return fine;
  const std::uint32_t largest = std::min(spec.workers, kMaxHand);
  if (auto fine = between("hand", spec.hand, 1, largest); !fine) return fine;
  if (auto fine = between("largest overlap", spec.max_overlap, 0, spec.hand - 1); !fine)
    return fine;
  const std::uint32_t t = spec.max_overlap + 1;
  const placement::SubsetRanks of_hand(spec.hand, t);
  if (of_hand.count() > kMaxSubsets) {
    return refuse("a hand of " + std::to_string(spec.hand) + " has " +
                  std::to_string(of_hand.count()) + " subsets of " + std::to_string(t) +
                  ", more than " + std::to_string(kMaxSubsets));
  }
  if (!placement::SubsetRanks::fits(spec.workers, t)) {
    return refuse(std::to_string(spec.workers) + " workers have 2^63 subsets of " +
                  std::to_string(t) + " or more");
  }
  return {};
}

std::string list(std::span<const std::uint32_t> workers) {
  std::string text;
  for (const std::uint32_t worker : workers) {
    text += (text.empty() ? "" : ", ") + std::to_string(worker);
  }
  return text;
}

}  // namespace

Result<SearchDeck> SearchDeck::make(const SearchSpec& spec, const Key& key) {
  if (auto checked = check_spec(spec); !checked) return tl::unexpected(std::move(checked.error()));
  return SearchDeck(spec, {}, key);
}

Result<SearchDeck> SearchDeck::make(const SearchSpec& spec, const SearchSpread& spread,
                                    const Key& key) {
  if (auto checked = check_spec(spec); !checked) return tl::unexpected(std::move(checked.error()));
  for (const auto& values : spread.values) {
    if (values.size() == spec.workers) continue;
    return refuse("an attribute has values of " + std::to_string(values.size()) + " workers, not " +
                  std::to_string(spec.workers));
  }
  return SearchDeck(spec, spread, key);
}

SearchDeck::SearchDeck(const SearchSpec& spec, const SearchSpread& spread, const Key& key)
    : spec_(spec),
      free_(std::make_unique<placement::FreeHands>(spec.workers, spec.hand, spec.max_overlap + 1)),
      finder_(
          std::make_unique<HandFinder>(spec, placement::Balance(spread.values, spec.hand), key)) {
  hand_.reserve(spec_.hand);
}

SearchDeck::SearchDeck(SearchDeck&&) noexcept = default;
SearchDeck& SearchDeck::operator=(SearchDeck&&) noexcept = default;
SearchDeck::~SearchDeck() = default;

std::uint64_t SearchDeck::draws() const {
  return finder_->draws();
}

Result<void> SearchDeck::next(std::span<std::uint32_t> hand) {
  if (hand.size() != spec_.hand) {
    return refuse("room for " + std::to_string(hand.size()) + " workers, not for a hand of " +
                  std::to_string(spec_.hand));
  }
  switch (finder_->find(*free_, hand_)) {
    case HandFinder::Found::kHand:
      break;
    case HandFinder::Found::kNone:
      return error(Code::kResourceExhausted, "the deck is full: no hand is left beside the " +
                                                 std::to_string(size_) + " that were taken in");
    case HandFinder::Found::kUnknown:
      return error(Code::kUnavailable, "gave up after " + std::to_string(HandFinder::kMostSteps) +
                                           " steps beside " + std::to_string(size_) +
                                           " hands; there may be more");
  }
  free_->take(hand_);
  ++size_;
  std::copy(hand_.begin(), hand_.end(), hand.begin());
  return {};
}

// Makes the hand ours, sorted.
Result<void> SearchDeck::read(std::span<const std::uint32_t> hand) {
  if (hand.size() != spec_.hand) {
    return refuse(std::to_string(hand.size()) + " workers are no hand of " +
                  std::to_string(spec_.hand));
  }
  hand_.clear();
  for (const std::uint32_t worker : hand) {
    if (worker >= spec_.workers) {
      return refuse("worker " + std::to_string(worker) + " is not below " +
                    std::to_string(spec_.workers) + ", the number of workers");
    }
    if (!placement::put(hand_, worker))
      return refuse("worker " + std::to_string(worker) + " stands twice");
  }
  if (const auto attribute = finder_->balance().find_excess(hand_)) {
    return refuse("hand " + list(hand_) + " is not balanced over attribute " +
                  std::to_string(*attribute));
  }
  return {};
}

Result<void> SearchDeck::import(std::span<const std::uint32_t> hand) {
  if (auto checked = read(hand); !checked) return checked;
  if (!free_->is_free(hand_)) {
    return error(Code::kFailedPrecondition, "hand " + list(hand_) + " would share more than " +
                                                std::to_string(spec_.max_overlap) +
                                                " workers with one that was dealt");
  }
  free_->take(hand_);
  ++size_;
  return {};
}

Result<void> SearchDeck::release(std::span<const std::uint32_t> hand) {
  if (auto checked = read(hand); !checked) return checked;
  if (!free_->is_taken(hand_) || size_ == 0) {
    return error(Code::kNotFound, "hand " + list(hand_) + " was not dealt");
  }
  free_->release(hand_);
  finder_->forget();
  --size_;
  return {};
}

}  // namespace croupier
