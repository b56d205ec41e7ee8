// One attempt of a request, the same for both doors: end the attempt before, choose, record.
#pragma once

#include <cstdint>

#include "croupier/router.h"
#include "envoy/metrics.h"
#include "envoy/request.h"

namespace croupier::envoy {

// True when request.choice names the worker of the next attempt, which counts as in flight from
// now on. False when the request is to fail; request.last says why. Neither allocates nor locks.
template <WorkerView W>
bool choose_attempt(Request& request, const W& workers, std::uint32_t rotation) {
  const View& view = *request.view;
  const std::int64_t now_ms = steady_now_ms();
  // Envoy asks again only after the attempt before failed.
  request.end_attempt(/*failed=*/true, now_ms);
  const ChoiceInput input{.hand = request.hand.workers,
                          .spill = view.snapshot->decks()[request.deck].spill,
                          .rules = request.hand.attempts,
                          .now_ms = now_ms,
                          .rotation = rotation};
  const Choice choice = choose(input, request.log, workers);
  request.last = choice.outcome;
  if (choice.outcome == Outcome::kExhausted || choice.outcome == Outcome::kSpent) return false;
  metrics().add(Counter::kAttempts);
  if (request.log.count > 0) metrics().add(Counter::kFailovers);
  if (choice.outcome == Outcome::kProbe) {
    metrics().add(Counter::kProbes);
    request.log.probed = true;
  }
  if (choice.outcome == Outcome::kSpill) {
    metrics().add(Counter::kSpilled);
    request.log.spilled = true;
  }
  request.choice = choice;
  request.log.add(choice.worker);
  request.open = view.endpoints->loads[choice.worker];
  request.open->begin();
  return true;
}

}  // namespace croupier::envoy
