// Sends the load through a stage and gathers what became of it.
#pragma once

#include <string>
#include <vector>

#include "croupier/result.h"
#include "demo/runner/cast.h"
#include "demo/runner/interrupt.h"
#include "demo/runner/options.h"
#include "demo/runner/outcome.h"
#include "demo/runner/stage.h"

namespace croupier::demo {

// Runs the load for options.duration, or until the interrupt, with a line of progress a second on
// standard error. Outcomes in the order of the stage's targets.
Result<std::vector<Outcome>> play(const Options& options, const Cast& cast, Stage& stage,
                                  Interrupt& interrupt);

// The load without end, until the interrupt; for people to watch.
Result<void> play_on(const Options& options, const Cast& cast, Stage& stage, Interrupt& interrupt);

}  // namespace croupier::demo
