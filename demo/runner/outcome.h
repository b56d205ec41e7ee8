// What one listener did under the load, beside what the model says of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "demo/load/generator.h"
#include "demo/model/model.h"

namespace croupier::demo {

struct Outcome {
  std::string listener;
  std::vector<std::string> tenants;  // the innocents
  Layout layout;
  Attack attack;
  Prediction prediction;
  TargetReport report;
  std::vector<std::uint64_t> deaths;  // by worker
  double seconds = 0;                 // of load
};

// Figures of an outcome; "innocents" are tenants, the rest are requests of innocents.
struct Summary {
  std::size_t innocents = 0;
  std::size_t had_failures = 0;  // innocents with one or more failed requests
  std::size_t had_get_failures = 0;
  std::size_t had_post_failures = 0;
  std::vector<std::string> out_of_service;  // innocents, see is_out_of_service()
  std::vector<std::string> predicted_down;
  MethodTally get, post;
  std::uint64_t stray_gets = 0;   // failed GETs of innocents that are not predicted down
  std::uint64_t stray_posts = 0;  // likewise, POSTs
  double expected_stray_posts = 0;
  std::uint64_t killed = 0;
};

// No success, GET or POST, for longer than a worker takes to come back (kRestartDelay): the longest
// time between the ends of two successive successes, or from the start of the load to the first, or
// from the last to the end of the load.
bool is_out_of_service(const StreamTally& tally);

Summary summarize(const Outcome& outcome);

double success_rate(const MethodTally& tally);  // 0 to 1; 0 when nothing was started

// The attack as it is run, for the model; `requests_per_second` of each tenant.
Attack demo_attack(double requests_per_second);

// Why what was measured is not as predicted; empty when it is.
//   every listener: the attack killed workers, at least nine tenths of the planned load ran, and
//   no request was left unsent
//   pool: most innocents had failures
//   fixed: the tenants predicted down are those out of service, and they are about a fifth
//   croupier: the tenants predicted down are those out of service, and no other's GET failed
std::vector<std::string> broken_promises(const Outcome& outcome);

}  // namespace croupier::demo
