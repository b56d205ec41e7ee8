// The one place where snapshots come in and views go out.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "envoy/view.h"

namespace croupier::envoy {

// A cluster of Envoy's that serves one deck. All calls on the main thread.
class DeckHosts {
 public:
  virtual ~DeckHosts() = default;
  virtual const std::string& deck() const = 0;
  // Gives the endpoints of the deck's workers, adding those that Envoy lacks; by worker.
  virtual Hosts provide(const snapshot::Snapshot& snapshot, std::uint32_t deck) = 0;
  // Removes the endpoints that are not among these. Null hosts: keep none.
  virtual void retire(const Hosts& keep) = 0;
  // The first snapshot is in service, or there is none to wait for.
  virtual void ready() = 0;
  // Makes every thread give up views it no longer needs.
  virtual void refresh_threads() = 0;

  std::uint32_t number() const { return number_; }  // of its hosts in a View; set by Hub::add

 private:
  friend class Hub;
  std::uint32_t number_ = 0;
};

// Old views are normally let go of within moments. One that is still held after this long (by a
// request without a time limit that waits for its answer) no longer keeps removed workers in Envoy.
inline constexpr std::chrono::minutes kMaxViewAge{5};

class Hub {
 public:
  // ---- any thread ----

  // Grows with every published view. One atomic read: compare it with the last one seen.
  std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }
  // The view in service; null before the first snapshot. Takes a lock: only after a new generation.
  std::shared_ptr<const View> view() const;

  // ---- main thread ----

  // There is somebody who will publish or give up waiting: clusters that are added from now on hold
  // Envoy's start up until then.
  void expect_snapshots() { expects_snapshots_ = waiting_ = true; }
  bool expects_snapshots() const { return expects_snapshots_; }

  void add(DeckHosts& cluster);
  void remove(DeckHosts& cluster);

  // Puts the snapshot into service: hosts first, then one swap that all threads see. Cost: the swap
  // alone when only tenants changed; else O(workers).
  void publish(std::shared_ptr<const snapshot::Snapshot> snapshot);
  // There will be no snapshot for now: lets Envoy start all the same.
  void give_up_waiting();
  // Removes endpoints that no view needs any more. Call now and then.
  void retire(std::chrono::steady_clock::time_point now);
  // Where retire() leaves old snapshots: freeing a large one takes milliseconds, which no thread
  // that serves requests should spend. Null: frees them itself.
  using Discard = std::function<void(std::shared_ptr<const snapshot::Snapshot>)>;
  void discard_with(Discard discard) { discard_ = std::move(discard); }

 private:
  std::shared_ptr<const Endpoints> make_endpoints();
  void serve(std::shared_ptr<const Endpoints> endpoints);
  template <typename Visit>
  void for_each_cluster(const Visit& visit);
  std::shared_ptr<WorkerLoad> load_of(const std::string& worker);

  std::atomic<std::uint64_t> generation_{0};
  mutable std::mutex mutex_;  // guards view_
  std::shared_ptr<const View> view_;

  std::shared_ptr<const snapshot::Snapshot> snapshot_;
  bool expects_snapshots_ = false;
  bool waiting_ = false;
  std::vector<DeckHosts*> clusters_;  // by number; null: free
  std::map<std::string, std::weak_ptr<WorkerLoad>> loads_;
  struct OldView {
    std::weak_ptr<const View> view;
    std::shared_ptr<const snapshot::Snapshot> snapshot;  // held here, so not freed elsewhere
    std::chrono::steady_clock::time_point since;
  };
  struct OldEndpoints {
    std::weak_ptr<const Endpoints> endpoints;
    std::chrono::steady_clock::time_point since;
  };
  std::vector<OldView> old_views_;
  std::vector<OldEndpoints> old_endpoints_;
  bool retire_due_ = false;
  Discard discard_;
};

Hub& hub();  // of this process

}  // namespace croupier::envoy
