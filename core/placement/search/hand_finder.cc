#include "core/placement/search/hand_finder.h"

#include <algorithm>
#include <utility>

#include "core/base/uint128.h"

namespace croupier::placement {
namespace {

constexpr int kDraws = 200;  // of whole hands at random
constexpr int kScans = 20;   // of a random hand's last member
constexpr int kMisses = 64;  // members, of a draw, that would leave no balanced hand
constexpr int kChoices = 8;  // free hands that small decks weigh for each that they deal

// Small: hands times subsets, which bounds how many look-ups it takes to weigh hands until the deck
// is full, kChoices and a few times as many. A walk through all hands of such a deck stays below
// kMostSteps.
constexpr std::uint64_t kMostWeighed = std::uint64_t{1} << 22;

bool is_small(const SearchSpec& spec) {
  if (!SubsetRanks::fits(spec.workers, spec.hand)) return false;
  const std::uint64_t hands = SubsetRanks(spec.workers, spec.hand).count();
  const std::uint64_t subsets = SubsetRanks(spec.hand, spec.max_overlap + 1).count();
  return multiply_wide(hands, subsets) <= kMostWeighed;
}

}  // namespace

HandFinder::HandFinder(const SearchSpec& spec, Balance balance, const Key& key)
    : workers_(spec.workers),
      size_(spec.hand),
      small_(is_small(spec)),
      balance_(std::move(balance)),
      random_(key) {}

HandFinder::Found HandFinder::find(const FreeHands& free, Members& hand) {
  return small_ ? find_best(free, hand) : find_first(free, hand);
}

void HandFinder::forget() {
  first_ = 0;
  listed_ = false;
}

// So many members at random that may be a part of a balanced hand; false where none was found.
bool HandFinder::draw_members(std::size_t size, Members& hand) {
  hand.clear();
  int misses = 0;
  while (hand.size() < size) {
    const auto place = put(hand, random_.below(workers_));
    if (!place || balance_.allows(hand)) continue;
    take_out(hand, *place);
    if (++misses == kMisses) return false;
  }
  return true;
}

// Whether the members are free and may be a part of a balanced hand, if they are without
// hand[place].
bool HandFinder::fits(const FreeHands& free, const Members& hand, std::size_t place) {
  return balance_.allows(hand) && free.is_free_with(hand, place);
}

// A whole hand at random.
bool HandFinder::draw(const FreeHands& free, Members& hand) {
  ++draws_;
  if (!draw_members(size_, hand)) return false;
  free.prefetch(hand);
  return free.is_free(hand);
}

// All members but one at random, and for the last whoever fits.
bool HandFinder::draw_and_scan(const FreeHands& free, Members& hand) {
  ++draws_;
  if (!draw_members(size_ - 1, hand) || !free.is_free(hand)) return false;
  const std::uint32_t start = random_.below(workers_);
  for (std::uint32_t i = 0; i < workers_; ++i) {
    const auto place = put(hand, (start + i) % workers_);
    if (!place) continue;
    if (fits(free, hand, *place)) return true;
    take_out(hand, *place);
  }
  return false;
}

// Visits every free hand in ascending order, until visit says true. Least workers that have none
// left are passed over from then on.
template <typename Visit>
HandFinder::Found HandFinder::walk(const FreeHands& free, Members& hand, const Visit& visit) {
  steps_ = 0;
  for (; first_ + size_ <= workers_; ++first_) {
    hand.assign(1, first_);
    const Found found = fits(free, hand, 0) ? extend(free, hand, visit) : Found::kNone;
    if (found != Found::kNone) return found;
  }
  return Found::kNone;
}

template <typename Visit>
HandFinder::Found HandFinder::extend(const FreeHands& free, Members& hand, const Visit& visit) {
  if (hand.size() == size_) return visit() ? Found::kHand : Found::kNone;
  const std::size_t missing = size_ - hand.size();
  for (std::uint32_t worker = hand.back() + 1; worker + missing <= workers_; ++worker) {
    if (++steps_ > kMostSteps) return Found::kUnknown;
    hand.push_back(worker);
    const bool grows = fits(free, hand, hand.size() - 1);
    const Found found = grows ? extend(free, hand, visit) : Found::kNone;
    if (found != Found::kNone) return found;
    hand.pop_back();
  }
  return Found::kNone;
}

HandFinder::Found HandFinder::find_first(const FreeHands& free, Members& hand) {
  for (int i = 0; i < kDraws; ++i) {
    if (draw(free, hand)) return Found::kHand;
  }
  for (int i = 0; i < kScans; ++i) {
    if (draw_and_scan(free, hand)) return Found::kHand;
  }
  return walk(free, hand, [] { return true; });
}

// Of several free hands the one that takes away the fewest others, the first of equals.
HandFinder::Found HandFinder::find_best(const FreeHands& free, Members& hand) {
  Members best;
  std::uint64_t fewest = UINT64_MAX;
  int weighed = 0;
  const auto weigh = [&] {
    ++weighed;
    const std::uint64_t blocked = free.count_blocked_by(hand, fewest);
    if (blocked >= fewest) return;
    fewest = blocked;
    best = hand;
  };
  const auto enough = [&] { return weighed == kChoices || fewest == 0; };
  for (int i = 0; !listed_ && i < kDraws && !enough(); ++i) {
    if (draw(free, hand)) weigh();
  }
  if (!enough() && !listed_) {
    list_.clear();
    walk(free, hand, [&] {
      list_.insert(list_.end(), hand.begin(), hand.end());
      return false;
    });
    listed_ = true;
  }
  while (!enough() && draw_listed(free, hand)) weigh();
  if (best.empty()) return Found::kNone;
  hand = std::move(best);
  return Found::kHand;
}

// A free hand of the list at random; those met that are no longer free leave it.
bool HandFinder::draw_listed(const FreeHands& free, Members& hand) {
  while (!list_.empty()) {
    ++draws_;
    const auto hands = static_cast<std::uint32_t>(list_.size() / size_);
    const auto at = list_.begin() + static_cast<std::ptrdiff_t>(random_.below(hands)) * size_;
    hand.assign(at, at + size_);
    if (free.is_free(hand)) return true;
    std::copy(list_.end() - size_, list_.end(), at);
    list_.resize(list_.size() - size_);
  }
  return false;
}

}  // namespace croupier::placement
