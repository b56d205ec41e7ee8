#include "core/analysis/subset_walk.h"

#include <algorithm>
#include <bit>

namespace croupier::analysis {
namespace {

using Binomials = std::array<std::array<std::uint32_t, kMaxSubsetHand + 1>, kMaxSubsetHand + 1>;

constexpr Binomials make_binomials() {
  Binomials table{};
  for (std::size_t n = 0; n < table.size(); ++n) {
    table[n][0] = 1;
    for (std::size_t r = 1; r <= n; ++r) table[n][r] = table[n - 1][r - 1] + table[n - 1][r];
  }
  return table;
}

constexpr Binomials kBinomials = make_binomials();

// How many hands ahead memory is asked for: their places, then what is there.
constexpr std::size_t kFarAhead = 32;
constexpr std::size_t kAhead = 16;

template <typename T>
void grow_to(std::vector<T>& items, std::size_t size) {
  if (items.size() < size) items.resize(size);
}

}  // namespace

std::uint32_t subset_limit(const Placement& placement) {
  const auto most = static_cast<std::uint32_t>(std::bit_width(placement.all_members().size()));
  return std::min(kMaxSubsetHand, most == 0 ? 0 : most - 1);
}

SubsetWalk::SubsetWalk(const Placement& placement)
    : placement_(placement),
      limit_(subset_limit(placement)),
      stride_(std::min(limit_, placement.largest_hand()) + 1),
      sizes_differ_(placement.smallest_hand() != placement.largest_hand()),
      rows_(placement.all_members().size() + placement.hands()),
      inside_(sizes_differ_ ? placement.hands() : 0),
      seen_(placement.workers()),
      ends_(sizes_differ_ ? placement.workers() : 0),
      cursors_(placement.workers()) {}

void SubsetWalk::walk(std::uint32_t worker) {
  Level& top = levels_[0];
  gather(worker, top);
  visit(top.entries, top.tails.data(), 1);
  for (std::uint32_t local = 0; local < locals_.size(); ++local) {
    if (local + kAhead < locals_.size()) __builtin_prefetch(row_of(locals_[local + kAhead]));
    const Local& of = locals_[local];
    std::uint32_t* row = row_of(of);
    const std::uint32_t* counts = counts_of(local);
    for (std::uint32_t j = 2; j <= of.size; ++j) row[j] += counts[j];
  }
}

void SubsetWalk::gather(std::uint32_t worker, Level& level) {
  locals_.clear();
  level.tails.clear();
  level.entries.clear();
  const auto hands = placement_.hands_of(worker);
  for (std::size_t i = 0; i < hands.size(); ++i) {
    if (i + kFarAhead < hands.size()) placement_.prefetch_place(hands[i + kFarAhead]);
    if (i + kAhead < hands.size()) placement_.prefetch_members(hands[i + kAhead]);
    const std::uint32_t hand = hands[i];
    const auto members = placement_.members(hand);
    if (members.size() > limit_) continue;
    if (members.size() == 1) add_single(worker, placement_.count(hand));
    if (members.back() == worker) continue;
    const auto begin = static_cast<std::uint32_t>(level.tails.size());
    level.tails.insert(level.tails.end(), std::ranges::find(members, worker) + 1, members.end());
    level.entries.push_back({static_cast<std::uint32_t>(locals_.size()), begin,
                             static_cast<std::uint32_t>(level.tails.size())});
    locals_.push_back({hand, placement_.count(hand), static_cast<std::uint32_t>(members.size()),
                       placement_.begin(hand) + hand});
  }
  counts_.assign(locals_.size() * stride_, 0);
}

// The hand that is `worker` alone lies inside all others that hold it.
void SubsetWalk::add_single(std::uint32_t worker, std::uint32_t tenants) {
  if (!sizes_differ_) return;
  for (const std::uint32_t hand : placement_.hands_of(worker)) {
    const std::uint32_t size = placement_.size(hand);
    if (size > 1 && size <= limit_) inside_[hand] += tenants;
  }
}

void SubsetWalk::visit(std::span<const Entry> entries, const std::uint32_t* tails,
                       std::uint32_t depth) {
  if (entries.size() < 2) return;
  if (entries.size() == 2) {
    meet(entries[0], entries[1], tails, depth);
    return;
  }
  Level& level = levels_[depth];
  see(entries, tails, depth, level);
  count(entries, tails, depth, level);
  for (Child& child : level.children) {
    child.end = cursors_[child.worker];
    seen_[child.worker] = {};
    if (sizes_differ_) ends_[child.worker] = 0;
  }
  for (const Child& child : level.children) {
    if (child.end < child.begin + 2) continue;
    visit(std::span(level.entries).subspan(child.begin, child.end - child.begin),
          level.tails.data(), depth + 1);
  }
}

// Notes who has which worker, and where each worker's entries will begin.
void SubsetWalk::see(std::span<const Entry> entries, const std::uint32_t* tails,
                     std::uint32_t depth, Level& level) {
  level.children.clear();
  for (const Entry& entry : entries) {
    const Local& of = locals_[entry.local];
    for (std::uint32_t at = entry.begin; at < entry.end; ++at) {
      Seen& seen = seen_[tails[at]];
      if (seen.hands == 0) level.children.push_back({tails[at], 0, 0});
      ++seen.hands;
      seen.tenants += of.tenants;
    }
    if (sizes_differ_ && of.size == depth + 1) ends_[tails[entry.begin]] += of.tenants;
  }
  std::uint32_t places = 0;
  for (Child& child : level.children) {
    child.begin = cursors_[child.worker] = places;
    places += seen_[child.worker].hands;
  }
  grow_to(level.entries, places);
  grow_to(level.tails, places);
}

// Counts the subsets that are the path and one worker more, and hands the entries to the children.
void SubsetWalk::count(std::span<const Entry> entries, const std::uint32_t* tails,
                       std::uint32_t depth, Level& level) {
  std::uint32_t* const kept = level.tails.data();
  std::uint32_t end = 0;
  for (const Entry& entry : entries) {
    const Local& of = locals_[entry.local];
    const std::uint32_t begin = end;
    std::uint32_t others = 0;
    std::uint32_t inside = 0;
    for (std::uint32_t at = entry.begin; at < entry.end; ++at) {
      const Seen& seen = seen_[tails[at]];
      if (seen.hands == 1) continue;
      others += seen.tenants - of.tenants;
      if (sizes_differ_) inside += ends_[tails[at]];
      kept[end++] = tails[at];
    }
    counts_of(entry.local)[depth + 1] += others;
    if (inside > 0) inside_[of.hand] += of.size == depth + 1 ? inside - of.tenants : inside;
    for (std::uint32_t at = begin; at + 1 < end; ++at) {
      level.entries[cursors_[kept[at]]++] = {entry.local, at + 1, end};
    }
  }
}

// Two hands that share m workers of their tails share C(m, j) subsets of j of them.
void SubsetWalk::meet(const Entry& a, const Entry& b, const std::uint32_t* tails,
                      std::uint32_t depth) {
  std::uint32_t m = 0;
  for (std::uint32_t i = a.begin, j = b.begin; i < a.end && j < b.end;) {
    const std::uint32_t left = tails[i];
    const std::uint32_t right = tails[j];
    m += left == right ? 1 : 0;
    i += left <= right ? 1 : 0;
    j += right <= left ? 1 : 0;
  }
  if (m == 0) return;
  const Local& of_a = locals_[a.local];
  const Local& of_b = locals_[b.local];
  std::uint32_t* counts_a = counts_of(a.local) + depth;
  std::uint32_t* counts_b = counts_of(b.local) + depth;
  for (std::uint32_t j = 1; j <= m; ++j) {
    counts_a[j] += kBinomials[m][j] * of_b.tenants;
    counts_b[j] += kBinomials[m][j] * of_a.tenants;
  }
  if (!sizes_differ_) return;
  if (of_a.size == depth + m) inside_[of_b.hand] += of_a.tenants;
  if (of_b.size == depth + m) inside_[of_a.hand] += of_b.tenants;
}

}  // namespace croupier::analysis
