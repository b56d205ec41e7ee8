// Failed workers, alone and in pairs.
//
// For a pair {a, b} every measure has the form x(a) + x(b) + r(a, b), where r is a sum over the
// hands that hold both and so is zero for most pairs. With T(w) the tenants that hold w, S(w) those
// whose whole hand is {w}, B(a, b) those that hold both and P(a, b) those whose hand is {a, b}:
//   touched  = T(a) + T(b) - B(a, b)
//   down     = S(a) + S(b) + P(a, b)
//   degraded = touched - down
#include <algorithm>
#include <numeric>

#include "fleet/risk_faults.h"

namespace croupier::fleet {
namespace {

using Counts = std::vector<std::int64_t>;  // by worker

struct Tally {
  Counts holding;  // T
  Counts alone;    // S
};

Tally tally(const HandTable& table) {
  Tally tally{Counts(table.workers().size()), Counts(table.workers().size())};
  for (std::uint32_t hand = 0; hand < table.hands(); ++hand) {
    const auto members = table.members(hand);
    const auto count = static_cast<std::int64_t>(table.count(hand));
    for (const std::uint32_t worker : members) tally.holding[worker] += count;
    if (members.size() == 1) tally.alone[members[0]] += count;
  }
  return tally;
}

Extreme extreme(const HandTable& table, std::int64_t count, std::vector<std::uint32_t> workers) {
  for (std::uint32_t& worker : workers) worker = table.workers()[worker];
  return {static_cast<double>(count) / static_cast<double>(table.tenants()), std::move(workers)};
}

Extreme largest(const HandTable& table, const Counts& counts) {
  const auto most = std::max_element(counts.begin(), counts.end());
  return extreme(table, *most, {static_cast<std::uint32_t>(most - counts.begin())});
}

// The largest x(a) + x(b) + r(a, b) over all pairs, where a hand of k members adds
// `per_tenant(k)` for each of its tenants to r of every pair it holds.
class PairMaximum {
 public:
  PairMaximum(const HandTable& table, const Counts& x) : table_(table), x_(x) {
    by_x_.resize(x.size());
    std::iota(by_x_.begin(), by_x_.end(), 0u);
    std::sort(by_x_.begin(), by_x_.end(), [&x](std::uint32_t a, std::uint32_t b) {
      return x[a] > x[b] || (x[a] == x[b] && a < b);
    });
  }

  template <typename PerTenant>
  Extreme find(const PerTenant& per_tenant) {
    Counts row(x_.size());
    std::vector<bool> in_row(x_.size());
    std::vector<std::uint32_t> touched;
    for (std::uint32_t a = 0; a < x_.size(); ++a) {
      touched.assign(1, a);
      in_row[a] = true;
      for (const std::uint32_t hand : table_.hands_of(a)) {
        const auto members = table_.members(hand);
        const std::int64_t added =
            per_tenant(members.size()) * static_cast<std::int64_t>(table_.count(hand));
        if (added == 0) continue;
        for (const std::uint32_t b : members) {
          if (!in_row[b]) touched.push_back(b);
          in_row[b] = true;
          row[b] += added;
        }
      }
      consider_row(a, row, in_row, touched);
      for (const std::uint32_t b : touched) {
        row[b] = 0;
        in_row[b] = false;
      }
    }
    return extreme(table_, best_, {best_a_, best_b_});
  }

 private:
  void consider_row(std::uint32_t a, const Counts& row, const std::vector<bool>& in_row,
                    const std::vector<std::uint32_t>& touched) {
    for (const std::uint32_t b : touched) {
      if (b != a) consider(a, b, x_[a] + x_[b] + row[b]);
    }
    // Of all others, whose r is zero, only the one of the largest x can win.
    const auto other =
        std::find_if(by_x_.begin(), by_x_.end(), [&in_row](std::uint32_t b) { return !in_row[b]; });
    if (other != by_x_.end()) consider(a, *other, x_[a] + x_[*other]);
  }

  void consider(std::uint32_t a, std::uint32_t b, std::int64_t value) {
    if (a > b) std::swap(a, b);
    const bool earlier = a < best_a_ || (a == best_a_ && b < best_b_);
    if (value < best_ || (value == best_ && !earlier)) return;
    best_ = value;
    best_a_ = a;
    best_b_ = b;
  }

  const HandTable& table_;
  const Counts& x_;
  std::vector<std::uint32_t> by_x_;
  std::int64_t best_ = -1;
  std::uint32_t best_a_ = UINT32_MAX;
  std::uint32_t best_b_ = UINT32_MAX;
};

std::uint64_t pairs_of(std::uint64_t things) {
  return things < 2 ? 0 : things * (things - 1) / 2;
}

// The least that any hand keeps when its `failed` heaviest members fail.
Extreme least_kept(const HandTable& table, std::size_t failed) {
  Extreme least{1.0, {}};
  for (std::uint32_t hand = 0; hand < table.hands(); ++hand) {
    const auto members = table.members(hand);
    std::vector<std::uint32_t> heaviest(std::min(failed, members.size()));
    std::partial_sort_copy(members.begin(), members.end(), heaviest.begin(), heaviest.end(),
                           [&table](std::uint32_t a, std::uint32_t b) {
                             return std::pair(table.weight(b), a) < std::pair(table.weight(a), b);
                           });
    std::uint64_t left = table.hand_weight(hand);
    for (const std::uint32_t worker : heaviest) left -= table.weight(worker);
    const double kept = static_cast<double>(left) / static_cast<double>(table.hand_weight(hand));
    if (kept >= least.share) continue;
    for (std::uint32_t& worker : heaviest) worker = table.workers()[worker];
    least = {kept, std::move(heaviest)};
  }
  return least;
}

RiskFigure figure_of(const HandTable& table, std::uint32_t failed) {
  RiskFigure figure;
  figure.when = RiskRule::When::kWorkersFailed;
  figure.count = failed;
  figure.tenants = table.tenants();
  return figure;
}

// Fills the means from sums over all faults.
void set_means(RiskFigure& figure, std::uint64_t touched, std::uint64_t down, double faults) {
  const double all = faults * static_cast<double>(figure.tenants);
  figure.mean_touched = static_cast<double>(touched) / all;
  figure.mean_down = static_cast<double>(down) / all;
  figure.mean_degraded = static_cast<double>(touched - down) / all;
}

}  // namespace

RiskFigure risk_of_one_worker(const HandTable& table) {
  RiskFigure figure = figure_of(table, 1);
  if (table.tenants() == 0) return figure;
  const Tally counts = tally(table);
  Counts degraded = counts.holding;
  std::uint64_t touched_sum = 0;
  std::uint64_t down_sum = 0;
  for (std::size_t worker = 0; worker < degraded.size(); ++worker) {
    degraded[worker] -= counts.alone[worker];
    touched_sum += static_cast<std::uint64_t>(counts.holding[worker]);
    down_sum += static_cast<std::uint64_t>(counts.alone[worker]);
  }
  figure.touched = largest(table, counts.holding);
  figure.degraded = largest(table, degraded);
  figure.down = largest(table, counts.alone);
  figure.keep = least_kept(table, 1);
  set_means(figure, touched_sum, down_sum, static_cast<double>(table.workers().size()));
  return figure;
}

RiskFigure risk_of_two_workers(const HandTable& table) {
  const std::uint64_t workers = table.workers().size();
  if (table.tenants() == 0 || workers < 2) {
    RiskFigure figure = risk_of_one_worker(table);
    figure.count = 2;
    return figure;
  }
  RiskFigure figure = figure_of(table, 2);
  const Tally counts = tally(table);
  Counts degraded = counts.holding;
  for (std::size_t worker = 0; worker < workers; ++worker) degraded[worker] -= counts.alone[worker];
  figure.touched =
      PairMaximum(table, counts.holding).find([](std::size_t) { return std::int64_t{-1}; });
  figure.degraded = PairMaximum(table, degraded).find([](std::size_t k) {
    return k == 2 ? std::int64_t{-2} : std::int64_t{-1};
  });
  figure.down = PairMaximum(table, counts.alone).find([](std::size_t k) {
    return k == 2 ? std::int64_t{1} : std::int64_t{0};
  });
  figure.keep = least_kept(table, 2);
  // A hand of k is touched by all pairs but those of the n - k others.
  std::uint64_t touched_sum = 0;
  std::uint64_t down_sum = 0;
  for (std::uint32_t hand = 0; hand < table.hands(); ++hand) {
    const std::uint64_t k = table.members(hand).size();
    touched_sum += table.count(hand) * (pairs_of(workers) - pairs_of(workers - k));
    if (k == 1) down_sum += table.count(hand) * (workers - 1);
    if (k == 2) down_sum += table.count(hand);
  }
  set_means(figure, touched_sum, down_sum, static_cast<double>(pairs_of(workers)));
  return figure;
}

}  // namespace croupier::fleet
