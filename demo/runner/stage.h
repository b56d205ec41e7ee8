// Everything that runs: the workers of each listener, the fleet, Envoy.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "croupier/result.h"
#include "demo/load/generator.h"
#include "demo/runner/cast.h"
#include "demo/runner/envoy.h"
#include "demo/runner/interrupt.h"
#include "demo/runner/living.h"
#include "demo/runner/options.h"
#include "demo/supervisor/supervisor.h"

namespace croupier::demo {

class Stage {
 public:
  // Starts kWorkers workers for each of `listeners` and one Envoy before them all, and returns when
  // every worker is healthy in Envoy's eyes. Files go to `folder`, which choose_cast() has used.
  static Result<std::unique_ptr<Stage>> set(const Options& options, const Cast& cast,
                                            const std::vector<std::string>& listeners,
                                            const std::string& folder, Interrupt& interrupt);
  ~Stage();  // leaves no process
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  const std::vector<Target>& targets() const { return targets_; }  // in the order of `listeners`
  std::vector<std::uint64_t> deaths(std::size_t listener) const;   // by worker
  Result<void> check_alive() { return envoy_->check_alive(); }

 private:
  Stage(const Options& options, const std::string& folder);

  Result<void> start_workers(const std::vector<std::string>& listeners);
  Result<void> start_envoy(const Cast& cast, const std::vector<std::string>& listeners,
                           Interrupt& interrupt);
  Result<std::string> prepare_croupier(const Cast& cast, const std::vector<std::uint16_t>& ports);

  const Options options_;
  const std::string folder_;
  const CroupierTool tool_;
  std::unique_ptr<LivingRedealer> redealer_;
  std::atomic<LivingRedealer*> told_{nullptr};  // of the croupier workers' deaths, once it is there
  std::vector<std::unique_ptr<Supervisor>> supervisors_;
  std::unique_ptr<Envoy> envoy_;
  std::vector<Target> targets_;
};

}  // namespace croupier::demo
