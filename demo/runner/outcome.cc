#include "demo/runner/outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "demo/runner/options.h"

namespace croupier::demo {
namespace {

// The first few of a list, for a message.
std::string names(const std::vector<std::string>& all) {
  const std::size_t shown = std::min<std::size_t>(all.size(), 5);
  const std::vector<std::string> first(all.begin(), all.begin() + static_cast<long>(shown));
  return fmt::format("{}{}", fmt::join(first, ", "), all.size() > shown ? ", ..." : "");
}

void compare_sets(const Summary& summary, std::vector<std::string>& reasons) {
  std::vector<std::string> predicted = summary.predicted_down, measured = summary.out_of_service;
  std::sort(predicted.begin(), predicted.end());
  std::sort(measured.begin(), measured.end());
  std::vector<std::string> missing, surplus;
  std::set_difference(predicted.begin(), predicted.end(), measured.begin(), measured.end(),
                      std::back_inserter(missing));
  std::set_difference(measured.begin(), measured.end(), predicted.begin(), predicted.end(),
                      std::back_inserter(surplus));
  if (!missing.empty()) {
    reasons.push_back(fmt::format("{} predicted down were not out of service: {}", missing.size(),
                                  names(missing)));
  }
  if (!surplus.empty()) {
    reasons.push_back(fmt::format("{} not predicted down were out of service: {}", surplus.size(),
                                  names(surplus)));
  }
}

}  // namespace

bool is_out_of_service(const StreamTally& tally) {
  return tally.longest_gap() > kRestartDelay;
}

double success_rate(const MethodTally& tally) {
  return tally.started == 0
             ? 0
             : static_cast<double>(tally.succeeded) / static_cast<double>(tally.started);
}

Attack demo_attack(double requests_per_second) {
  return {.poison_per_second = 5,
          .attempts = kAttempts,
          .restart_seconds = std::chrono::duration<double>(kRestartDelay).count(),
          .requests_per_second = requests_per_second,
          .post_share = 0.2};
}

Summary summarize(const Outcome& outcome) {
  Summary summary;
  const std::vector<StreamTally>& tallies = outcome.report.innocents;
  summary.innocents = tallies.size();
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const StreamTally& tally = tallies[i];
    summary.had_failures += tally.failed() > 0 ? 1 : 0;
    summary.had_get_failures += tally.get().failed > 0 ? 1 : 0;
    summary.had_post_failures += tally.post().failed > 0 ? 1 : 0;
    if (is_out_of_service(tally)) summary.out_of_service.push_back(outcome.tenants[i]);
    if (outcome.prediction.down[i]) {
      summary.predicted_down.push_back(outcome.tenants[i]);
    } else {
      summary.stray_gets += tally.get().failed;
      summary.stray_posts += tally.post().failed;
    }
    summary.get.merge(tally.get());
    summary.post.merge(tally.post());
  }
  summary.killed = std::accumulate(outcome.deaths.begin(), outcome.deaths.end(), std::uint64_t{0});
  summary.expected_stray_posts =
      expected_lost_posts(outcome.layout, outcome.prediction, outcome.attack, outcome.deaths,
                          summary.post.latency.mean());
  return summary;
}

std::vector<std::string> broken_promises(const Outcome& outcome) {
  const Summary summary = summarize(outcome);
  std::vector<std::string> reasons;
  const double planned =
      static_cast<double>(summary.innocents) * outcome.attack.requests_per_second * outcome.seconds;
  const auto started = static_cast<double>(summary.get.started + summary.post.started);
  if (started < 0.9 * planned) {
    reasons.push_back(fmt::format("only {:.0f} of {:.0f} requests were sent", started, planned));
  }
  const std::uint64_t unsent = outcome.report.failures[static_cast<std::size_t>(Failure::kNoRoom)];
  if (unsent > 0) {
    reasons.push_back(
        fmt::format("{} requests found too many under way: this machine is too slow "
                    "for the load (see --in-turns)",
                    unsent));
  }
  if (summary.killed == 0) reasons.emplace_back("the attack killed no worker");
  if (outcome.listener == "pool") {
    if (2 * summary.had_failures <= summary.innocents) {
      reasons.push_back(fmt::format("only {} of {} innocents had failures", summary.had_failures,
                                    summary.innocents));
    }
  } else {
    compare_sets(summary, reasons);
  }
  if (outcome.listener == "fixed") {
    const std::size_t fifth = summary.innocents / kShards;
    if (summary.out_of_service.size() + 1 < fifth || summary.out_of_service.size() > fifth + 1) {
      reasons.push_back(fmt::format("{} of {} innocents were out of service, not a fifth",
                                    summary.out_of_service.size(), summary.innocents));
    }
  }
  if (outcome.listener == "croupier" && summary.stray_gets > 0) {
    reasons.push_back(fmt::format("{} GETs of tenants that share fewer than {} workers failed",
                                  summary.stray_gets, kHandSize));
  }
  for (std::string& reason : reasons) reason.insert(0, outcome.listener + ": ");
  return reasons;
}

}  // namespace croupier::demo
