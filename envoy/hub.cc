#include "envoy/hub.h"

#include <algorithm>
#include <utility>

namespace croupier::envoy {
namespace {

// Whether two snapshots have the same decks and workers, by the digest of the segment with both.
bool same_fleet(const snapshot::Snapshot& a, const snapshot::Snapshot& b) {
  const auto& ours = a.manifest().segments;
  const auto& theirs = b.manifest().segments;
  return !ours.empty() && !theirs.empty() && ours[0].digest == theirs[0].digest;
}

}  // namespace

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
  if (snapshot_) serve(make_endpoints());
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
  const bool same = view_ && same_fleet(*view_->snapshot, *snapshot);
  snapshot_ = std::move(snapshot);
  serve(same ? view_->endpoints : make_endpoints());
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

std::shared_ptr<const Endpoints> Hub::make_endpoints() {
  auto endpoints = std::make_shared<Endpoints>();
  for (const snapshot::WorkerEntry& worker : snapshot_->workers()) {
    endpoints->loads.push_back(load_of(worker.id));
  }
  endpoints->hosts.resize(clusters_.size());
  for_each_cluster([&](DeckHosts& cluster) {
    if (const auto deck = snapshot_->find_deck(cluster.deck())) {
      endpoints->hosts[cluster.number()] = cluster.provide(*snapshot_, *deck);
    }
  });
  return endpoints;
}

void Hub::serve(std::shared_ptr<const Endpoints> endpoints) {
  auto next = std::make_shared<View>();
  next->number = generation() + 1;
  next->snapshot = snapshot_;
  next->endpoints = std::move(endpoints);
  {
    const std::lock_guard lock(mutex_);
    if (view_) {
      const auto now = std::chrono::steady_clock::now();
      old_views_.push_back({view_, view_->snapshot, now});
      if (view_->endpoints != next->endpoints) old_endpoints_.push_back({view_->endpoints, now});
    }
    view_ = std::move(next);
  }
  generation_.fetch_add(1, std::memory_order_release);
  retire_due_ = true;
  for_each_cluster([](DeckHosts& cluster) { cluster.refresh_threads(); });
}

void Hub::retire(std::chrono::steady_clock::time_point now) {
  std::erase_if(old_views_, [&](OldView& old) {
    if (!old.view.expired() && now - old.since <= kMaxViewAge) return false;
    if (discard_) discard_(std::move(old.snapshot));
    return true;
  });
  if (!retire_due_) return;
  std::erase_if(old_endpoints_, [&](const OldEndpoints& old) {
    return old.endpoints.expired() || now - old.since > kMaxViewAge;
  });
  if (!old_endpoints_.empty()) return;
  for_each_cluster([&](DeckHosts& cluster) {
    const std::vector<Hosts>& hosts = view_->endpoints->hosts;
    cluster.retire(cluster.number() < hosts.size() ? hosts[cluster.number()] : Hosts{});
  });
  std::erase_if(loads_, [](const auto& entry) { return entry.second.expired(); });
  retire_due_ = false;
}

}  // namespace croupier::envoy
