#include "demo/runner/play.h"

#include <fmt/format.h>

#include <cstdio>
#include <numeric>

namespace croupier::demo {
namespace {

using Clock = std::chrono::steady_clock;

LoadOptions load_options(const Options& options, const Cast& cast, const Stage& stage) {
  const Attack attack = demo_attack(options.requests_per_second);
  return {.targets = stage.targets(),
          .innocents = cast.innocents,
          .poison_tenant = kPoisonTenant,
          .per_second = attack.requests_per_second,
          .post_share = attack.post_share,
          .poison_per_second = attack.poison_per_second,
          .seed = options.seed};
}

std::uint64_t killed(const Stage& stage, std::size_t listener) {
  const std::vector<std::uint64_t> deaths = stage.deaths(listener);
  return std::accumulate(deaths.begin(), deaths.end(), std::uint64_t{0});
}

// Prints what the last second brought, once a second, until the end or the interrupt.
Result<void> watch(const LoadGenerator& load, Stage& stage, Interrupt& interrupt,
                   Clock::time_point end) {
  const Clock::time_point begin = Clock::now();
  std::vector<Progress> last(stage.targets().size());
  for (Clock::time_point next = begin; next < end && !interrupt.arrived();) {
    next = std::min(next + std::chrono::seconds(1), end);
    interrupt.wait(std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now()));
    if (auto alive = stage.check_alive(); !alive) return alive;
    std::string line = fmt::format(
        "{:4} s", std::chrono::round<std::chrono::seconds>(Clock::now() - begin).count());
    for (std::size_t i = 0; i < last.size(); ++i) {
      const Progress now = load.progress(i);
      const std::uint64_t good = now.succeeded - last[i].succeeded;
      const std::uint64_t bad = now.failed - last[i].failed;
      last[i] = now;
      line += fmt::format("  {}: {:4} ok {:4} failed, {} killed", stage.targets()[i].name, good,
                          bad, killed(stage, i));
    }
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  return {};
}

Layout layout_of(const std::string& listener, const Cast& cast) {
  Layout layout{.workers = kWorkers, .innocents = {}, .attacker = {}};
  if (listener == "croupier") {
    layout.innocents = cast.hands;
    layout.attacker = cast.attacker;
    return layout;
  }
  // A pool is one shard of everything.
  const std::size_t shards = listener == "pool" ? 1 : kShards;
  for (std::size_t i = 0; i < cast.innocents.size(); ++i) {
    layout.innocents.push_back(fixed_shard(i, kWorkers, shards));
  }
  layout.attacker = fixed_shard(cast.innocents.size(), kWorkers, shards);
  return layout;
}

}  // namespace

Result<std::vector<Outcome>> play(const Options& options, const Cast& cast, Stage& stage,
                                  Interrupt& interrupt) {
  auto load = LoadGenerator::start(load_options(options, cast, stage));
  if (!load) return tl::unexpected(load.error());
  const auto watched = watch(**load, stage, interrupt, Clock::now() + options.duration);
  if (!watched) return tl::unexpected(watched.error());
  LoadReport report = (*load)->stop();
  const double seconds = std::chrono::duration<double>(report.duration).count();
  std::fprintf(stderr, "load: %.0f s, %.1f %% of a core, started at most %.1f ms late\n", seconds,
               100 * std::chrono::duration<double>(report.cpu).count() / seconds,
               std::chrono::duration<double, std::milli>(report.largest_lag).count());
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < report.targets.size(); ++i) {
    Outcome outcome{.listener = stage.targets()[i].name,
                    .tenants = cast.innocents,
                    .layout = layout_of(stage.targets()[i].name, cast),
                    .attack = demo_attack(options.requests_per_second),
                    .prediction = {},
                    .report = std::move(report.targets[i]),
                    .deaths = stage.deaths(i),
                    .seconds = seconds};
    outcome.prediction = predict(outcome.layout, outcome.attack, seconds);
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

Result<void> play_on(const Options& options, const Cast& cast, Stage& stage, Interrupt& interrupt) {
  auto load = LoadGenerator::start(load_options(options, cast, stage));
  if (!load) return tl::unexpected(load.error());
  return watch(**load, stage, interrupt, Clock::time_point::max());
}

}  // namespace croupier::demo
