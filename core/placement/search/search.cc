#include "croupier/search.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/byte_order.h"
#include "core/base/uint128.h"
#include "core/placement/search/subset_set.h"
#include "croupier/deal.h"

namespace croupier {
namespace {

constexpr std::uint32_t kMaxHand = 64;
constexpr std::uint64_t kMaxSubsets = 1u << 16;  // of one hand
constexpr int kDraws = 200;                      // of whole hands at random
constexpr int kScans = 20;                       // of a random hand's last member
constexpr std::uint64_t kSearchSteps = 100'000'000;

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
  return SearchDeck(spec, key);
}

SearchDeck::SearchDeck(const SearchSpec& spec, const Key& key)
    : spec_(spec),
      ranks_(std::make_unique<placement::SubsetRanks>(spec.workers, spec.max_overlap + 1)),
      taken_(std::make_unique<placement::NumberSet>(ranks_->count())) {
  const SipKey low = key.derive("croupier search low 1");
  const SipKey high = key.derive("croupier search high 1");
  state_ = {load_big_endian64(low.data()), load_big_endian64(low.data() + 8),
            load_big_endian64(high.data()), load_big_endian64(high.data() + 8)};
  candidate_.reserve(spec_.hand);
}

SearchDeck::SearchDeck(SearchDeck&&) noexcept = default;
SearchDeck& SearchDeck::operator=(SearchDeck&&) noexcept = default;
SearchDeck::~SearchDeck() = default;

// xoshiro256**, scaled: as even as 64 bits allow.
std::uint32_t SearchDeck::random_below(std::uint32_t limit) {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return static_cast<std::uint32_t>(multiply_wide(result, limit) >> 64);
}

// Puts a worker into the ascending candidate; its place, or nothing when it is there.
std::optional<std::size_t> SearchDeck::put(std::uint32_t worker) {
  const auto at = std::lower_bound(candidate_.begin(), candidate_.end(), worker);
  if (at != candidate_.end() && *at == worker) return std::nullopt;
  return static_cast<std::size_t>(candidate_.insert(at, worker) - candidate_.begin());
}

bool SearchDeck::fits_with(std::size_t place) const {
  return ranks_->each_with(candidate_, place,
                           [&](std::uint64_t rank) { return !taken_->contains(rank); });
}

void SearchDeck::draw_members(std::size_t size) {
  candidate_.clear();
  while (candidate_.size() < size) put(random_below(spec_.workers));
}

// A whole hand at random.
bool SearchDeck::draw() {
  draw_members(spec_.hand);
  ranks_->each(candidate_, [&](std::uint64_t rank) {
    taken_->prefetch(rank);
    return true;
  });
  return ranks_->each(candidate_, [&](std::uint64_t rank) { return !taken_->contains(rank); });
}

// All members but one at random, and for the last whoever fits.
bool SearchDeck::draw_and_scan() {
  draw_members(spec_.hand - 1);
  if (!ranks_->each(candidate_, [&](std::uint64_t rank) { return !taken_->contains(rank); })) {
    return false;
  }
  const std::uint32_t start = random_below(spec_.workers);
  for (std::uint32_t i = 0; i < spec_.workers; ++i) {
    const auto place = put((start + i) % spec_.workers);
    if (!place) continue;
    if (fits_with(*place)) return true;
    candidate_.erase(candidate_.begin() + static_cast<std::ptrdiff_t>(*place));
  }
  return false;
}

// Every hand there is, in ascending order. What was found to have none stays so until a release.
SearchDeck::Found SearchDeck::search_all() {
  steps_ = 0;
  candidate_.clear();
  for (; first_ < spec_.workers; ++first_) {
    candidate_.push_back(first_);
    const Found found = fits_with(0) ? extend() : Found::kNone;
    if (found != Found::kNone) return found;
    candidate_.pop_back();
  }
  return Found::kNone;
}

SearchDeck::Found SearchDeck::extend() {
  if (candidate_.size() == spec_.hand) return Found::kHand;
  for (std::uint32_t worker = candidate_.back() + 1; worker < spec_.workers; ++worker) {
    if (++steps_ > kSearchSteps) return Found::kUnknown;
    candidate_.push_back(worker);
    const Found found = fits_with(candidate_.size() - 1) ? extend() : Found::kNone;
    if (found != Found::kNone) return found;
    candidate_.pop_back();
  }
  return Found::kNone;
}

Result<void> SearchDeck::next(std::span<std::uint32_t> hand) {
  if (hand.size() != spec_.hand) {
    return refuse("room for " + std::to_string(hand.size()) + " workers, not for a hand of " +
                  std::to_string(spec_.hand));
  }
  bool found = false;
  for (int i = 0; i < kDraws && !found; ++i) found = draw();
  for (int i = 0; i < kScans && !found; ++i) found = draw_and_scan();
  if (!found) {
    switch (search_all()) {
      case Found::kHand:
        break;
      case Found::kNone:
        return error(Code::kResourceExhausted,
                     "the deck is full: no hand is left beside its " + std::to_string(size_));
      case Found::kUnknown:
        return error(Code::kUnavailable, "gave up after " + std::to_string(kSearchSteps) +
                                             " steps beside " + std::to_string(size_) +
                                             " hands; there may be more");
    }
  }
  take();
  std::copy(candidate_.begin(), candidate_.end(), hand.begin());
  return {};
}

void SearchDeck::take() {
  ranks_->each(candidate_, [&](std::uint64_t rank) {
    taken_->insert(rank);
    return true;
  });
  ++size_;
}

// Makes the hand the candidate.
Result<void> SearchDeck::read(std::span<const std::uint32_t> hand) {
  if (hand.size() != spec_.hand) {
    return refuse(std::to_string(hand.size()) + " workers are no hand of " +
                  std::to_string(spec_.hand));
  }
  candidate_.clear();
  for (const std::uint32_t worker : hand) {
    if (worker >= spec_.workers) {
      return refuse("worker " + std::to_string(worker) + " is not below " +
                    std::to_string(spec_.workers) + ", the number of workers");
    }
    if (!put(worker)) return refuse("worker " + std::to_string(worker) + " stands twice");
  }
  return {};
}

Result<void> SearchDeck::import(std::span<const std::uint32_t> hand) {
  if (auto checked = read(hand); !checked) return checked;
  const bool free =
      ranks_->each(candidate_, [&](std::uint64_t rank) { return !taken_->contains(rank); });
  if (!free) {
    return error(Code::kFailedPrecondition, "hand " + list(candidate_) + " would share more than " +
                                                std::to_string(spec_.max_overlap) +
                                                " workers with one that was dealt");
  }
  take();
  return {};
}

Result<void> SearchDeck::release(std::span<const std::uint32_t> hand) {
  if (auto checked = read(hand); !checked) return checked;
  const bool there =
      ranks_->each(candidate_, [&](std::uint64_t rank) { return taken_->contains(rank); });
  if (!there || size_ == 0) {
    return error(Code::kNotFound, "hand " + list(candidate_) + " was not dealt");
  }
  ranks_->each(candidate_, [&](std::uint64_t rank) {
    taken_->erase(rank);
    return true;
  });
  --size_;
  first_ = 0;
  return {};
}

}  // namespace croupier
