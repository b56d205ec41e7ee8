// Poison tenants: each fails all members of its own hand.
#include <algorithm>

#include "fleet/risk_faults.h"

namespace croupier::fleet {
namespace {

// What one tenant with a given hand does to all others.
struct Harm {
  std::uint64_t touched = 0;
  std::uint64_t down = 0;
  double kept = 1.0;
};

// Meets every hand with all hands that share a worker with it.
class Meetings {
 public:
  explicit Meetings(const HandTable& table)
      : table_(table), shared_(table.hands()), lost_(table.hands()) {}

  Harm harm_of(std::uint32_t poison) {
    met_.clear();
    for (const std::uint32_t worker : table_.members(poison)) {
      for (const std::uint32_t hand : table_.hands_of(worker)) {
        if (shared_[hand]++ == 0) met_.push_back(hand);
        lost_[hand] += table_.weight(worker);
      }
    }
    Harm harm;
    for (const std::uint32_t hand : met_) {
      const std::uint64_t victims = table_.count(hand) - (hand == poison ? 1 : 0);
      if (victims > 0) {
        harm.touched += victims;
        if (shared_[hand] == table_.members(hand).size()) harm.down += victims;
        const auto weight = static_cast<double>(table_.hand_weight(hand));
        harm.kept = std::min(harm.kept,
                             static_cast<double>(table_.hand_weight(hand) - lost_[hand]) / weight);
      }
      shared_[hand] = 0;
      lost_[hand] = 0;
    }
    return harm;
  }

 private:
  const HandTable& table_;
  std::vector<std::uint32_t> shared_;  // members of each hand that failed; zero between calls
  std::vector<std::uint64_t> lost_;    // and their weight
  std::vector<std::uint32_t> met_;
};

std::uint64_t count_meetings(const HandTable& table) {
  std::uint64_t meetings = 0;
  for (std::uint32_t worker = 0; worker < table.workers().size(); ++worker) {
    const std::uint64_t holders = table.hands_of(worker).size();
    meetings += holders * holders;
  }
  return meetings;
}

void raise(Extreme& extreme, std::uint64_t count, std::uint64_t tenants, std::uint32_t tenant) {
  const double share = static_cast<double>(count) / static_cast<double>(tenants);
  if (share > extreme.share || extreme.who.empty()) extreme = {share, {tenant}};
}

}  // namespace

RiskFigure risk_of_poison_tenant(const HandTable& table, std::uint64_t max_meetings) {
  RiskFigure figure;
  figure.when = RiskRule::When::kPoisonTenants;
  figure.count = 1;
  if (table.tenants() < 2) return figure;
  figure.tenants = table.tenants() - 1;
  figure.evaluated = count_meetings(table) <= max_meetings;
  if (!figure.evaluated) return figure;
  Meetings meetings(table);
  std::uint64_t touched_sum = 0;
  std::uint64_t down_sum = 0;
  for (std::uint32_t hand = 0; hand < table.hands(); ++hand) {
    const Harm harm = meetings.harm_of(hand);
    const std::uint32_t tenant = table.first_tenant(hand);
    touched_sum += harm.touched * table.count(hand);
    down_sum += harm.down * table.count(hand);
    raise(figure.touched, harm.touched, figure.tenants, tenant);
    raise(figure.degraded, harm.touched - harm.down, figure.tenants, tenant);
    raise(figure.down, harm.down, figure.tenants, tenant);
    if (harm.kept < figure.keep.share) figure.keep = {harm.kept, {tenant}};
  }
  const double pairs = static_cast<double>(table.tenants()) * static_cast<double>(figure.tenants);
  figure.mean_touched = static_cast<double>(touched_sum) / pairs;
  figure.mean_down = static_cast<double>(down_sum) / pairs;
  figure.mean_degraded = static_cast<double>(touched_sum - down_sum) / pairs;
  return figure;
}

}  // namespace croupier::fleet
