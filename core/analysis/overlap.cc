#include "croupier/overlap.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/analysis/large_hands.h"
#include "core/analysis/subset_walk.h"

namespace croupier {
namespace {

// Adds one list of numbers to another, either of which may be empty: all zero.
void add_to(std::vector<std::uint32_t>& sum, std::vector<std::uint32_t>&& part) {
  if (sum.empty()) {
    sum = std::move(part);
    return;
  }
  for (std::size_t i = 0; i < part.size(); ++i) sum[i] += part[i];
}

}  // namespace

OverlapCounter::OverlapCounter(const Placement& placement)
    : subsets_(std::make_unique<analysis::SubsetWalk>(placement)),
      large_(std::make_unique<analysis::LargeHands>(placement, analysis::subset_limit(placement))) {
}

OverlapCounter::OverlapCounter(OverlapCounter&&) noexcept = default;
OverlapCounter& OverlapCounter::operator=(OverlapCounter&&) noexcept = default;
OverlapCounter::~OverlapCounter() = default;

Result<OverlapCounter> OverlapCounter::make(const Placement& placement) {
  OverlapCounter counter(placement);
  const std::uint64_t cost = counter.large_->cost();
  if (cost > kMaxComparedMembers) {
    return error(Code::kResourceExhausted,
                 "hands of more than " + std::to_string(kMaxSubsetHand) + " workers: comparing " +
                     "them with all hands takes " + std::to_string(cost) + " steps, more than " +
                     std::to_string(kMaxComparedMembers));
  }
  return counter;
}

void OverlapCounter::count(std::uint32_t worker) {
  subsets_->walk(worker);
  large_->compare(worker);
}

Result<Overlaps> Overlaps::of(const Placement& placement) {
  auto counter = OverlapCounter::make(placement);
  if (!counter) return tl::unexpected(std::move(counter.error()));
  for (std::uint32_t worker = 0; worker < placement.workers(); ++worker) counter->count(worker);
  std::vector<OverlapCounter> counters;
  counters.push_back(std::move(*counter));
  return combine(placement, std::move(counters));
}

Overlaps Overlaps::combine(const Placement& placement, std::vector<OverlapCounter> counters) {
  Overlaps overlaps(placement);
  std::vector<std::uint32_t> compared;
  for (OverlapCounter& counter : counters) {
    add_to(overlaps.exactly_, std::move(counter.subsets_->rows()));
    add_to(overlaps.inside_, std::move(counter.subsets_->inside()));
    add_to(overlaps.inside_, std::move(counter.large_->inside()));
    add_to(compared, std::move(counter.large_->rows()));
    counter.subsets_.reset();
    counter.large_.reset();
  }
  overlaps.include_and_exclude();
  add_to(overlaps.exactly_, std::move(compared));
  for (std::uint32_t hand = 0; hand < placement.hands(); ++hand) {
    overlaps.exactly_[placement.begin(hand + 1) + hand] += placement.count(hand) - 1;
  }
  overlaps.count_pairs();
  return overlaps;
}

// Turns the N_j of hands that were counted by subsets into e_j: the coefficients of the polynomial
// with coefficients N_j, shifted by one, so that additions alone do it.
void Overlaps::include_and_exclude() {
  const std::uint32_t limit = analysis::subset_limit(*placement_);
  const auto counted = [&](std::uint32_t hand) { return placement_->size(hand) <= limit; };
  std::vector<std::uint32_t> holders(placement_->workers());
  std::uint32_t tenants = 0;
  for (std::uint32_t hand = 0; hand < placement_->hands(); ++hand) {
    if (!counted(hand)) continue;
    tenants += placement_->count(hand);
    for (const std::uint32_t worker : placement_->members(hand)) {
      holders[worker] += placement_->count(hand);
    }
  }
  for (std::uint32_t hand = 0; hand < placement_->hands(); ++hand) {
    if (!counted(hand)) continue;
    std::uint32_t* row = &exactly_[placement_->begin(hand) + hand];
    const std::uint32_t size = placement_->size(hand);
    row[0] = tenants - placement_->count(hand);
    for (const std::uint32_t worker : placement_->members(hand)) {
      row[1] += holders[worker] - placement_->count(hand);
    }
    for (std::uint32_t low = 0; low < size; ++low) {
      for (std::uint32_t j = size; j-- > low;) row[j] -= row[j + 1];
    }
  }
}

void Overlaps::count_pairs() {
  pairs_.assign(placement_->largest_hand() + 1U, 0);
  for (std::uint32_t hand = 0; hand < placement_->hands(); ++hand) {
    const auto row = exactly(hand);
    for (std::size_t j = 0; j < row.size(); ++j) {
      pairs_[j] += std::uint64_t{row[j]} * placement_->count(hand);
    }
  }
  for (std::uint64_t& both_ways : pairs_) both_ways /= 2;
}

std::uint32_t Overlaps::covered(std::uint32_t hand) const {
  return placement_->count(hand) - 1 + (inside_.empty() ? 0 : inside_[hand]);
}

std::uint32_t Overlaps::largest() const {
  const auto last = std::find_if(pairs_.rbegin(), pairs_.rend(), [](auto n) { return n > 0; });
  return static_cast<std::uint32_t>(last == pairs_.rend() ? 0 : pairs_.rend() - last - 1);
}

WorstAttacker worst_attacker(const Placement& placement, const Overlaps& overlaps) {
  WorstAttacker worst;
  for (std::uint32_t hand = 0; hand < placement.hands(); ++hand) {
    const std::uint32_t down = overlaps.covered(hand);
    const std::uint32_t touched = placement.tenants() - 1 - overlaps.exactly(hand)[0];
    if (hand == 0 || down > worst.most_down) {
      worst.most_down = down;
      worst.most_down_by = placement.first_tenant(hand);
    }
    if (hand == 0 || touched > worst.most_touched) {
      worst.most_touched = touched;
      worst.most_touched_by = placement.first_tenant(hand);
    }
  }
  return worst;
}

}  // namespace croupier
