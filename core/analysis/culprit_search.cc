#include "core/analysis/culprit_search.h"

#include <algorithm>
#include <string>
#include <utility>

namespace croupier::analysis {

CulpritSearch::CulpritSearch(const Placement& placement, std::span<const std::uint32_t> sick)
    : placement_(placement),
      sick_(sick),
      place_(placement.workers(), kHealthy),
      takes_(placement.workers()),
      is_extra_(sick.size()),
      open_(sick.size()) {
  for (std::uint32_t place = 0; place < sick.size(); ++place) place_[sick[place]] = place;
}

Result<std::set<CulpritSearch::Hands>> CulpritSearch::find(
    std::span<const std::uint32_t> candidates, std::uint32_t culprits, const Allowed& allowed) {
  holders_.assign(sick_.size(), {});
  for (const std::uint32_t hand : candidates) {
    for (const std::uint32_t worker : placement_.members(hand)) {
      if (place_[worker] != kHealthy) holders_[place_[worker]].push_back(hand);
    }
  }
  culprits_ = culprits;
  allowed_ = allowed;
  found_.clear();
  extend(0);
  if (steps_ <= kMaxSuspectSteps) return std::move(found_);
  return error(Code::kResourceExhausted, "finding " + std::to_string(culprits) +
                                             " culprits takes more than " +
                                             std::to_string(kMaxSuspectSteps) + " steps");
}

void CulpritSearch::extend(std::size_t place) {
  ++steps_;
  if (open_ == 0) {
    Hands hands = taken_;
    std::sort(hands.begin(), hands.end());
    if (!hands.empty()) found_.insert(std::move(hands));
    return;
  }
  if (out_of_reach()) return;
  while (takes_[sick_[place]] > 0) ++place;
  if (allowed_.grants(missing_, extra_ + 1)) {
    is_extra_[place] = true;
    ++extra_, --open_;
    extend(place + 1);
    is_extra_[place] = false;
    --extra_, ++open_;
  }
  if (taken_.size() == culprits_) return;
  for (const std::uint32_t hand : holders_[place]) {
    if (stopped()) return;
    if (!take(hand)) continue;
    extend(place + 1);
    give_back(hand);
  }
}

// Even if all the hands to come held nothing but open workers.
bool CulpritSearch::out_of_reach() const {
  const std::uint64_t extra_left =
      std::min(allowed_.extra - extra_, allowed_.together - extra_ - missing_);
  const std::uint64_t hands_left = culprits_ - taken_.size();
  return open_ > extra_left + hands_left * placement_.largest_hand();
}

bool CulpritSearch::take(std::uint32_t hand) {
  ++steps_;
  for (const std::uint32_t worker : placement_.members(hand)) {
    if (place_[worker] != kHealthy && is_extra_[place_[worker]]) return false;
  }
  for (const std::uint32_t worker : placement_.members(hand)) {
    if (takes_[worker]++ > 0) continue;
    if (place_[worker] == kHealthy) {
      ++missing_;
    } else {
      --open_;
    }
  }
  taken_.push_back(hand);
  if (allowed_.grants(missing_, extra_)) return true;
  give_back(hand);
  return false;
}

void CulpritSearch::give_back(std::uint32_t hand) {
  for (const std::uint32_t worker : placement_.members(hand)) {
    if (--takes_[worker] > 0) continue;
    if (place_[worker] == kHealthy) {
      --missing_;
    } else {
      ++open_;
    }
  }
  taken_.pop_back();
}

}  // namespace croupier::analysis
