// Made-up results of a run, for tests of what is said about them.
#pragma once

#include <string>
#include <vector>

#include "demo/model/model.h"
#include "demo/runner/options.h"
#include "demo/runner/outcome.h"
#include "demo/runner/tenants.h"

namespace croupier::demo {

// One tenant's tally over ten seconds: 40 GETs and 10 POSTs; those that end inside the outage fail.
inline StreamTally tally_with_outage(std::chrono::seconds from, std::chrono::seconds to) {
  using std::chrono::milliseconds;
  StreamTally tally;
  for (int i = 0; i < 50; ++i) {
    const bool post = i % 5 == 0;
    const milliseconds at(200 * i);
    tally.start(post);
    if (at >= from && at < to) {
      tally.fail(post);
    } else {
      tally.succeed(post, at, at + milliseconds(1));
    }
  }
  tally.finish(std::chrono::seconds(10));
  return tally;
}

// A run of the fixed listener in which exactly the tenants that the model says are down were out of
// service for three seconds.
inline Outcome fixed_outcome() {
  Outcome outcome{.listener = "fixed",
                  .tenants = {},
                  .layout = {.workers = kWorkers,
                             .innocents = {},
                             .attacker = fixed_shard(kInnocents, kWorkers, kShards)},
                  .attack = demo_attack(5),
                  .prediction = {},
                  .report = {},
                  .deaths = std::vector<std::uint64_t>(kWorkers),
                  .seconds = 10};
  for (std::size_t i = 0; i < kInnocents; ++i) {
    outcome.tenants.push_back(tenant_name(i));
    outcome.layout.innocents.push_back(fixed_shard(i, kWorkers, kShards));
  }
  outcome.prediction = predict(outcome.layout, outcome.attack, outcome.seconds);
  for (std::size_t i = 0; i < kInnocents; ++i) {
    const std::chrono::seconds end(outcome.prediction.down[i] ? 6 : 3);
    outcome.report.innocents.push_back(tally_with_outage(std::chrono::seconds(3), end));
  }
  for (const std::uint32_t worker : outcome.layout.attacker) outcome.deaths[worker] = 3;
  return outcome;
}

}  // namespace croupier::demo
