#include "croupier/suspects.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "core/analysis/culprit_search.h"
#include "core/analysis/merge_holders.h"

namespace croupier {
namespace {

using Numbers = std::vector<std::uint32_t>;
using analysis::Allowed;

Result<void> check(const SuspectOptions& options, std::size_t sick) {
  if (options.culprits < 1 || options.culprits > kMaxCulprits) {
    return error(Code::kInvalidArgument, std::to_string(options.culprits) + " culprits, not 1 to " +
                                             std::to_string(kMaxCulprits));
  }
  const double missing = options.missing_rate;
  const double background = options.background_rate;
  if (!(missing > 0 && background > 0 && missing + background < 1)) {
    return error(Code::kInvalidArgument,
                 "a missing rate of " + std::to_string(missing) + " and a background rate of " +
                     std::to_string(background) + ": both must be above 0, their sum below 1");
  }
  if (options.culprits > 1 && sick > kMaxSickSearched) {
    return error(Code::kResourceExhausted, std::to_string(sick) + " sick workers, more than " +
                                               std::to_string(kMaxSickSearched) +
                                               ", with more than one culprit");
  }
  return {};
}

// All suspects' hands, grouped by evidence; not ranked yet.
std::vector<SuspectGroup> group(const Placement& placement, std::span<const std::uint32_t> sick) {
  std::vector<Numbers> by_hit(sick.size() + 1);
  analysis::merge_holders(placement, sick, [&by_hit](std::uint32_t hand, std::uint32_t hit) {
    by_hit[hit].push_back(hand);
  });
  const bool one_size = placement.smallest_hand() == placement.largest_hand();
  std::vector<SuspectGroup> groups;
  for (std::uint32_t hit = 1; hit < by_hit.size(); ++hit) {
    std::map<std::uint32_t, Numbers> by_size;
    if (one_size && !by_hit[hit].empty()) {
      by_size[placement.largest_hand()] = std::move(by_hit[hit]);
    } else {
      for (const std::uint32_t hand : by_hit[hit]) by_size[placement.size(hand)].push_back(hand);
    }
    for (auto& [size, hands] : by_size) groups.push_back({hit, size - hit, 0, std::move(hands)});
  }
  return groups;
}

void rank(std::vector<SuspectGroup>& groups, const SuspectOptions& options) {
  const double for_hit = std::log((1 - options.missing_rate) / options.background_rate);
  const double for_outside = std::log((1 - options.background_rate) / options.missing_rate);
  for (SuspectGroup& one : groups) {
    // Written so that with equal rates groups of equal differences have exactly equal scores.
    const double difference = static_cast<double>(one.hit) - one.outside;
    one.score = for_hit * difference + (for_hit - for_outside) * one.outside;
  }
  std::sort(groups.begin(), groups.end(), [](const SuspectGroup& a, const SuspectGroup& b) {
    return a.score != b.score ? a.score > b.score : a.hit > b.hit;
  });
}

class Explainer {
 public:
  Explainer(const Placement& placement, std::span<const std::uint32_t> sick, std::uint32_t culprits,
            Suspects& suspects)
      : placement_(placement), sick_(sick), culprits_(culprits), suspects_(suspects) {}

  Result<void> explain_within(const WrongReports& limits) {
    const auto missing = std::uint64_t{limits.missing};
    return try_all({missing, limits.extra, missing + limits.extra});
  }

  Result<void> explain_best() {
    std::uint64_t wrong = culprits_ > 1 ? 0 : fewest_wrong_of_one();
    for (; wrong < placement_.largest_hand() && suspects_.explanations.empty(); ++wrong) {
      const auto done = try_all({wrong, wrong, wrong});
      if (!done) return done;
    }
    return {};
  }

 private:
  std::uint64_t extra_to(const SuspectGroup& one) const { return sick_.size() - one.hit; }

  std::uint64_t fewest_wrong_of_one() const {
    std::uint64_t fewest = UINT64_MAX;
    for (const SuspectGroup& one : suspects_.ranked) {
      fewest = std::min(fewest, one.outside + extra_to(one));
    }
    return fewest;
  }

  // The smallest sets that need no more than is allowed.
  Result<void> try_all(const Allowed& allowed) {
    std::set<Numbers> sets = single_hands(allowed);
    for (std::uint32_t size = 2; size <= culprits_ && sets.empty(); ++size) {
      auto found = search(size, allowed);
      if (!found) return tl::unexpected(std::move(found.error()));
      sets = std::move(*found);
    }
    for (const Numbers& hands : sets) {
      suspects_.more = suspects_.explanations.size() == kMaxExplanations;
      if (!suspects_.more) suspects_.explanations.push_back(explanation(hands));
    }
    return {};
  }

  std::set<Numbers> single_hands(const Allowed& allowed) const {
    std::set<Numbers> sets;
    for (const SuspectGroup& one : suspects_.ranked) {
      if (!allowed.grants(one.outside, extra_to(one))) continue;
      for (const std::uint32_t hand : one.hands) {
        sets.insert({hand});
        if (sets.size() > kMaxExplanations) return sets;
      }
    }
    return sets;
  }

  Result<std::set<Numbers>> search(std::uint32_t size, const Allowed& allowed) {
    Numbers candidates;
    for (const SuspectGroup& one : suspects_.ranked) {
      if (!allowed.grants(one.outside, 0)) continue;
      candidates.insert(candidates.end(), one.hands.begin(), one.hands.end());
    }
    if (candidates.size() < size) return std::set<Numbers>();
    if (!search_) search_.emplace(placement_, sick_);
    return search_->find(candidates, size, allowed);
  }

  Explanation explanation(const Numbers& hands) const {
    Numbers held;
    for (const std::uint32_t hand : hands) {
      const auto members = placement_.members(hand);
      held.insert(held.end(), members.begin(), members.end());
    }
    std::sort(held.begin(), held.end());
    held.erase(std::unique(held.begin(), held.end()), held.end());
    Numbers sick(sick_.begin(), sick_.end());
    std::sort(sick.begin(), sick.end());
    Explanation found{hands, {}, {}};
    std::ranges::set_difference(held, sick, std::back_inserter(found.missing));
    std::ranges::set_difference(sick, held, std::back_inserter(found.extra));
    return found;
  }

  const Placement& placement_;
  const std::span<const std::uint32_t> sick_;
  const std::uint32_t culprits_;
  Suspects& suspects_;
  std::optional<analysis::CulpritSearch> search_;
};

// Of the only explanation: whether each of its hands has one tenant, and more workers than the
// reports that are wrong, if these count.
bool is_certain(const Placement& placement, const Explanation& only, bool count_wrong) {
  const std::size_t wrong = count_wrong ? only.missing.size() + only.extra.size() : 0;
  return std::ranges::all_of(only.hands, [&](std::uint32_t hand) {
    return placement.count(hand) == 1 && wrong < placement.size(hand);
  });
}

}  // namespace

Result<Suspects> find_suspects(const Placement& placement, std::span<const std::uint32_t> sick,
                               const SuspectOptions& options) {
  if (const auto fine = check(options, sick.size()); !fine) return tl::unexpected(fine.error());
  Suspects suspects;
  suspects.ranked = group(placement, sick);
  rank(suspects.ranked, options);
  Explainer explainer(placement, sick, options.culprits, suspects);
  const auto done =
      options.limits ? explainer.explain_within(*options.limits) : explainer.explain_best();
  if (!done) return tl::unexpected(done.error());
  suspects.certain = suspects.explanations.size() == 1 &&
                     is_certain(placement, suspects.explanations[0], !options.limits);
  return suspects;
}

}  // namespace croupier
