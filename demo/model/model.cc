#include "demo/model/model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace croupier::demo {
namespace {

std::vector<bool> membership(const WorkerSet& set, std::size_t workers) {
  std::vector<bool> member(workers);
  for (const std::uint32_t worker : set) member[worker] = true;
  return member;
}

Reach reach_of(const Attack& attack, std::size_t hand) {
  if (attack.attempts >= hand) return Reach::kCertain;
  const double kills =
      static_cast<double>(attack.attempts) * attack.poison_per_second * attack.restart_seconds;
  return kills >= static_cast<double>(hand) ? Reach::kPossible : Reach::kNone;
}

}  // namespace

Prediction predict(const Layout& layout, const Attack& attack, double seconds) {
  const std::vector<bool> attacked = membership(layout.attacker, layout.workers);
  Prediction prediction;
  prediction.reach = reach_of(attack, layout.attacker.size());
  for (const WorkerSet& hand : layout.innocents) {
    const auto overlap = static_cast<std::size_t>(
        std::count_if(hand.begin(), hand.end(), [&](std::uint32_t w) { return attacked[w]; }));
    const bool down = prediction.reach != Reach::kNone && overlap == hand.size();
    prediction.overlap.push_back(overlap);
    prediction.down.push_back(down);
    prediction.touched += overlap > 0 ? 1 : 0;
    prediction.down_count += down ? 1 : 0;
  }
  if (!layout.innocents.empty()) {
    prediction.least_success = 1 - static_cast<double>(prediction.down_count) /
                                       static_cast<double>(layout.innocents.size());
  }
  const auto rounds = static_cast<std::size_t>(seconds / attack.restart_seconds) + 1;
  const auto tries = static_cast<std::size_t>(std::ceil(seconds * attack.poison_per_second + 1) *
                                              static_cast<double>(attack.attempts));
  prediction.most_deaths = std::min(layout.attacker.size() * rounds, tries);
  return prediction;
}

double expected_lost_posts(const Layout& layout, const Prediction& prediction, const Attack& attack,
                           const std::vector<std::uint64_t>& deaths,
                           std::chrono::duration<double> in_flight) {
  const std::vector<bool> attacked = membership(layout.attacker, layout.workers);
  std::vector<double> rate(layout.workers);
  for (std::size_t i = 0; i < layout.innocents.size(); ++i) {
    if (prediction.down[i]) continue;
    const WorkerSet& hand = layout.innocents[i];
    const auto alive = static_cast<double>(hand.size() - prediction.overlap[i] + 1);
    for (const std::uint32_t worker : hand) {
      if (attacked[worker]) rate[worker] += attack.requests_per_second * attack.post_share / alive;
    }
  }
  double lost = 0;
  for (std::size_t worker = 0; worker < layout.workers; ++worker) {
    lost += static_cast<double>(deaths[worker]) * rate[worker] * in_flight.count();
  }
  return lost;
}

WorkerSet fixed_shard(std::size_t tenant, std::size_t workers, std::size_t shards) {
  const std::size_t size = workers / shards;
  WorkerSet shard(size);
  std::iota(shard.begin(), shard.end(), static_cast<std::uint32_t>(tenant % shards * size));
  return shard;
}

}  // namespace croupier::demo
