#include "envoy/hub.h"

#include <algorithm>
#include <utility>

namespace croupier::envoy {

Hub& hub() {
  static Hub instance;
  return instance;
}

std::shared_ptr<const View> Hub::view() const {
  const std::lock_guard lock(mutex_);
  return view_;
}

void Hub::add(DeckHosts& cluster) {
  const auto hole = std::find(clusters_.begin(), clusters_.end(), nullptr);
  cluster.number_ = static_cast<std::uint32_t>(hole - clusters_.begin());
  if (hole == clusters_.end()) {
    clusters_.push_back(&cluster);
  } else {
    *hole = &cluster;
  }
  if (snapshot_) rebuild();
  if (!waiting_) cluster.ready();
}

void Hub::remove(DeckHosts& cluster) {
  // Published views keep its hosts; the cluster has marked them as gone.
  std::replace(clusters_.begin(), clusters_.end(), &cluster, static_cast<DeckHosts*>(nullptr));
}

template <typename Visit>
void Hub::for_each_cluster(const Visit& visit) {
  for (DeckHosts* cluster : clusters_) {
    if (cluster != nullptr) visit(*cluster);
  }
}

void Hub::publish(std::shared_ptr<const snapshot::Snapshot> snapshot) {
  snapshot_ = std::move(snapshot);
  rebuild();
  give_up_waiting();
}

void Hub::give_up_waiting() {
  if (!std::exchange(waiting_, false)) return;
  for_each_cluster([](DeckHosts& cluster) { cluster.ready(); });
}

std::shared_ptr<WorkerLoad> Hub::load_of(const std::string& worker) {
  std::weak_ptr<WorkerLoad>& known = loads_[worker];
  std::shared_ptr<WorkerLoad> load = known.lock();
  if (!load) known = load = std::make_shared<WorkerLoad>();
  return load;
}

void Hub::rebuild() {
  auto next = std::make_shared<View>();
  next->snapshot = snapshot_;
  for (const snapshot::WorkerEntry& worker : snapshot_->workers()) {
    next->loads.push_back(load_of(worker.id));
  }
  next->hosts.resize(clusters_.size());
  for_each_cluster([&](DeckHosts& cluster) {
    if (const auto deck = snapshot_->find_deck(cluster.deck())) {
      next->hosts[cluster.number()] = cluster.provide(*snapshot_, *deck);
    }
  });
  {
    const std::lock_guard lock(mutex_);
    if (view_) old_.push_back({view_, std::chrono::steady_clock::now()});
    view_ = std::move(next);
  }
  generation_.fetch_add(1, std::memory_order_release);
  retire_due_ = true;
  for_each_cluster([](DeckHosts& cluster) { cluster.refresh_threads(); });
}

void Hub::retire(std::chrono::steady_clock::time_point now) {
  if (!retire_due_) return;
  std::erase_if(
      old_, [&](const Old& old) { return old.view.expired() || now - old.since > kMaxViewAge; });
  if (!old_.empty()) return;
  for_each_cluster([&](DeckHosts& cluster) {
    const bool known = cluster.number() < view_->hosts.size();
    cluster.retire(known ? view_->hosts[cluster.number()] : Hosts{});
  });
  std::erase_if(loads_, [](const auto& entry) { return entry.second.expired(); });
  retire_due_ = false;
}

}  // namespace croupier::envoy
