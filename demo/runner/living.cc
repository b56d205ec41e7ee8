#include "demo/runner/living.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace croupier::demo {

LivingRedealer::LivingRedealer(CroupierTool tool, DemoFleet fleet, std::string fleet_file,
                               std::string folder)
    : tool_(std::move(tool)),
      fleet_(std::move(fleet)),
      fleet_file_(std::move(fleet_file)),
      folder_(std::move(folder)),
      thread_([this] { loop(); }) {}

LivingRedealer::~LivingRedealer() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LivingRedealer::change(std::size_t worker, bool alive) {
  const std::lock_guard lock(mutex_);
  if (alive) {
    dirty_ |= dead_.erase(worker) > 0;
  } else {
    dirty_ |= dead_.insert(worker).second;
  }
  changed_.notify_all();
}

void LivingRedealer::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return dirty_ || stop_; });
    if (stop_) return;
    dirty_ = false;
    const std::set<std::size_t> dead = dead_;
    lock.unlock();
    redeal(dead);
    lock.lock();
  }
}

void LivingRedealer::redeal(const std::set<std::size_t>& dead) {
  DemoFleet living = fleet_;
  living.workers.clear();
  for (std::size_t i = 0; i < fleet_.workers.size(); ++i) {
    if (!dead.contains(i)) living.workers.push_back(fleet_.workers[i]);
  }
  if (living.workers.empty()) return;  // nobody to deal from: the last deal stands
  living.hand_size = std::min(fleet_.hand_size, living.workers.size());
  living.version = ++fleet_.version;
  const auto done = write_file(fleet_file_, fleet_text(living)).and_then([&] {
    return tool_.snapshot(fleet_file_, folder_);
  });
  if (!done) std::fprintf(stderr, "croupier-demo: %s\n", done.error().message.c_str());
}

}  // namespace croupier::demo
