// croupier-demo: one bad tenant against a plain pool, fixed shards and Croupier's hands.
#include <sys/resource.h>

#include <cstdio>
#include <iterator>
#include <utility>

#include "demo/runner/cast.h"
#include "demo/runner/interrupt.h"
#include "demo/runner/options.h"
#include "demo/runner/play.h"
#include "demo/runner/report.h"
#include "demo/runner/stage.h"
#include "files/temp_folder.h"

namespace croupier::demo {
namespace {

// Exit statuses.
inline constexpr int kFine = 0;
inline constexpr int kBroken = 1;
inline constexpr int kCouldNotRun = 2;
inline constexpr int kInterrupted = 130;

int fail(const Error& failure) {
  std::fprintf(stderr, "croupier-demo: %s\n", failure.message.c_str());
  return kCouldNotRun;
}

// Prints the result and gives the exit status.
int conclude(const Options& options, const std::vector<Outcome>& outcomes) {
  std::vector<std::string> reasons;
  for (const Outcome& outcome : outcomes) {
    const std::vector<std::string> more = broken_promises(outcome);
    reasons.insert(reasons.end(), more.begin(), more.end());
  }
  if (options.json) {
    nlohmann::json object = to_json(outcomes);
    object["seed"] = options.seed;
    object["broken"] = reasons;
    std::printf("%s\n", object.dump(1).c_str());
  } else {
    std::printf("\n%s\n", to_table(outcomes).c_str());
  }
  std::fflush(stdout);
  if (!options.check) return kFine;
  for (const std::string& reason : reasons) std::fprintf(stderr, "BROKEN %s\n", reason.c_str());
  if (reasons.empty()) std::fprintf(stderr, "what was measured is as predicted\n");
  return reasons.empty() ? kFine : kBroken;
}

// The sets of listeners that run at once.
std::vector<std::vector<std::string>> turns(const Options& options) {
  if (!options.in_turns) return {options.listeners};
  std::vector<std::vector<std::string>> each;
  for (const std::string& listener : options.listeners) each.push_back({listener});
  return each;
}

// A slow machine has thousands of requests under way; Envoy inherits the limit.
void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int run_demo(const Options& options, Interrupt& interrupt) {
  const files::TempFolder folder;
  if (folder.path().empty()) return fail({Code::kUnavailable, "no folder for temporary files"});
  const auto cast = choose_cast(options, CroupierTool(options.croupier), folder.path());
  if (!cast) return fail(cast.error());

  std::vector<Outcome> outcomes;
  std::unique_ptr<Stage> stage;
  for (const std::vector<std::string>& listeners : turns(options)) {
    stage.reset();
    std::fprintf(stderr, "starting %zu workers and Envoy\n", kWorkers * listeners.size());
    auto set = Stage::set(options, *cast, listeners, folder.path(), interrupt);
    if (interrupt.arrived()) return kInterrupted;
    if (!set) return fail(set.error());
    stage = std::move(*set);
    auto played = play(options, *cast, *stage, interrupt);
    if (interrupt.arrived()) return kInterrupted;
    if (!played) return fail(played.error());
    std::move(played->begin(), played->end(), std::back_inserter(outcomes));
  }
  const int status = conclude(options, outcomes);
  if (!options.stay) return status;
  std::fprintf(stderr, "the load goes on; Ctrl-C ends it\n");
  for (const Target& target : stage->targets()) {
    std::fprintf(stderr, "  %-8s http://127.0.0.1:%u/\n", target.name.c_str(),
                 static_cast<unsigned>(target.port));
  }
  if (const auto on = play_on(options, *cast, *stage, interrupt); !on) return fail(on.error());
  return status;
}

}  // namespace
}  // namespace croupier::demo

int main(int argc, char** argv) {
  const croupier::demo::Options options = croupier::demo::parse_options(argc, argv);
  croupier::demo::Interrupt interrupt;
  croupier::demo::raise_descriptor_limit();
  return croupier::demo::run_demo(options, interrupt);
}
