// The cluster door of the fake host: hosts, their health, and one load balancer a thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "envoy/abi.h"
#include "envoy/fake_host/fake_envoy.h"

namespace croupier::envoy::fake {

struct FakeHost {
  std::string address;
  std::atomic<AbiHostHealth> health{AbiHostHealth::kHealthy};
};

using HostList = std::vector<std::shared_ptr<FakeHost>>;

// One thread's view of a cluster's hosts. It learns of changes from its thread's event loop, as in
// Envoy, so it may lag behind the cluster.
class FakeLb {
 public:
  FakeLb(AbiClusterSelf cluster, HostList hosts);
  ~FakeLb();
  FakeLb(const FakeLb&) = delete;
  FakeLb& operator=(const FakeLb&) = delete;

  void update(HostList hosts, std::size_t added, std::size_t removed);
  // What choose_host answers for the request behind `context`.
  AbiClusterHost choose(AbiClusterLbContext context) const;
  void cancel(AbiClusterAsyncHandle handle) const;

  const HostList& hosts() const { return hosts_; }
  // Changes the list without telling the module: its indices are stale until the next update.
  void shift(HostList hosts) { hosts_ = std::move(hosts); }

 private:
  HostList hosts_;
  AbiClusterLbSelf self_ = nullptr;
};

// All on the main thread, but for lb() and address_of().
class FakeCluster {
 public:
  // Calls config_new and, unless that refuses, new and init. The main thread's load balancer is
  // there at once, those of the workers when their loops have run.
  FakeCluster(FakeEnvoy& envoy, std::string_view config);
  // Ends the load balancers, then the cluster. The threads of the workers must not run any more.
  ~FakeCluster();
  FakeCluster(const FakeCluster&) = delete;
  FakeCluster& operator=(const FakeCluster&) = delete;

  bool accepted() const { return config_self_ != nullptr; }
  bool init_complete() const { return init_complete_; }
  void server_initialized();
  int shutdown();  // how often `done` was called

  // Sets a host's health and tells all threads, as a health check would.
  void fail(std::string_view address) { set_health(address, AbiHostHealth::kUnhealthy); }
  void heal(std::string_view address) { set_health(address, AbiHostHealth::kHealthy); }
  void set_health(std::string_view address, AbiHostHealth health);
  // A change of health, in which no host came or went, as seen by every thread.
  void republish(std::size_t added = 0, std::size_t removed = 0);
  // Addresses that Envoy would not parse make add_hosts fail.
  void refuse_address(std::string_view address) { refused_ = address; }

  std::vector<std::string> addresses() const;
  bool has(std::string_view address) const;

  // Of a worker thread, to be used on it.
  FakeLb& lb(std::size_t worker) { return *lbs_[worker]; }
  FakeLb& main_lb() { return *main_lb_; }
  // The address of a host that is in the cluster now; empty for any other pointer. Any thread.
  std::string address_of(AbiClusterHost host) const;

  AbiClusterSelf self() const { return self_; }

 private:
  friend struct ClusterCallbacks;  // the callbacks themselves
  FakeHost* find(std::string_view address) const;

  FakeEnvoy& envoy_;
  AbiClusterConfigSelf config_self_ = nullptr;
  AbiClusterSelf self_ = nullptr;
  bool init_complete_ = false;
  std::string refused_;
  HostList hosts_;
  std::unique_ptr<FakeLb> main_lb_;
  std::vector<std::unique_ptr<FakeLb>> lbs_;
  mutable std::shared_mutex mutex_;  // guards known_
  std::unordered_map<AbiClusterHost, std::shared_ptr<FakeHost>> known_;
};

}  // namespace croupier::envoy::fake
