// A router that deals hands from the living: the mistake that the check must catch.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

#include "demo/runner/croupier_tool.h"
#include "demo/runner/fleet_file.h"

namespace croupier::demo {

// At each death and each return of a worker, writes the fleet with only the living workers as the
// next version and has its snapshot made, which the running Envoy takes up.
class LivingRedealer {
 public:
  // `fleet` is the one that runs; all its workers are alive. Files as in CroupierTool::snapshot.
  LivingRedealer(CroupierTool tool, DemoFleet fleet, std::string fleet_file, std::string folder);
  ~LivingRedealer();
  LivingRedealer(const LivingRedealer&) = delete;
  LivingRedealer& operator=(const LivingRedealer&) = delete;

  void change(std::size_t worker, bool alive);  // any thread; returns at once

 private:
  void loop();
  void redeal(const std::set<std::size_t>& dead);

  const CroupierTool tool_;
  DemoFleet fleet_;
  const std::string fleet_file_, folder_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::size_t> dead_;  // guarded by mutex_, as are the next two
  bool dirty_ = false;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace croupier::demo
