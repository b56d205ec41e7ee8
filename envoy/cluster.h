// The main door: an Envoy cluster whose endpoints come from the snapshot and whose every attempt is
// chosen inside the request's hand.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "croupier/router.h"
#include "envoy/abi.h"
#include "envoy/hub.h"
#include "envoy/request.h"

namespace croupier::envoy {

// The main thread's side. Lives from cluster_new to cluster_destroy.
class Cluster final : public DeckHosts {
 public:
  Cluster(std::string deck, AbiCluster cluster);
  ~Cluster() override;

  const std::string& deck() const override { return deck_; }
  Hosts provide(const snapshot::Snapshot& snapshot, std::uint32_t deck) override;
  void retire(const Hosts& keep) override;
  void ready() override;
  void refresh_threads() override;

  void started() { started_ = true; }

  // The slot of a host, for threads that index hosts; UINT32_MAX for a stranger. Any thread; takes
  // a lock, so only on membership changes.
  std::uint32_t slot_of(AbiClusterHost host) const;

  // Grows whenever slot_of has new answers. Envoy may tell a thread of a host before the main
  // thread has given it a slot, so threads compare this before each choice. Any thread, no lock.
  std::uint64_t slots_generation() const {
    return slots_generation_.load(std::memory_order_acquire);
  }

 private:
  void add_hosts(const std::vector<std::string>& addresses);
  void adopt(const std::string& address, AbiClusterHost host);

  const std::string deck_;
  const AbiCluster cluster_;
  bool ready_ = false;
  bool started_ = false;  // all of Envoy's worker threads run
  std::unordered_map<std::string, std::shared_ptr<HostEntry>> by_address_;
  std::vector<std::uint32_t> free_slots_;
  std::uint32_t next_slot_ = 0;

  mutable std::mutex mutex_;  // guards slots_
  std::unordered_map<AbiClusterHost, std::uint32_t> slots_;
  std::atomic<std::uint64_t> slots_generation_{0};
};

// One thread's side: where this thread's host list has each host, and the choice.
class ClusterLb {
 public:
  ClusterLb(const Cluster& cluster, AbiClusterLb lb) : cluster_(cluster), lb_(lb) {}

  // Call from the membership hook.
  void membership_changed(std::size_t added, std::size_t removed);

  // The host of the next attempt of the request behind `context`, or null. Neither allocates nor
  // locks, but for the first choice after hosts came or went.
  AbiClusterHost choose(AbiClusterLbContext context);

 private:
  friend struct ClusterWorkers;
  WorkerHealth health(const HostEntry& entry) const;
  void index_hosts();

  const Cluster& cluster_;
  const AbiClusterLb lb_;
  std::vector<std::uint32_t> index_by_slot_;
  std::uint64_t indexed_generation_ = 0;  // of the cluster's slots
};

}  // namespace croupier::envoy
