#include "envoy/fake_host/fake_cluster.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "envoy/fake_host/calls.h"

namespace croupier::envoy::fake {

FakeLb::FakeLb(AbiClusterSelf cluster, HostList hosts)
    : self_(envoy_dynamic_module_on_cluster_lb_new(cluster, this)) {
  // Hosts are told after the birth, not with it.
  if (!hosts.empty()) {
    const std::size_t count = hosts.size();
    update(std::move(hosts), count, 0);
  }
}

FakeLb::~FakeLb() {
  envoy_dynamic_module_on_cluster_lb_destroy(self_);
}

void FakeLb::update(HostList hosts, std::size_t added, std::size_t removed) {
  hosts_ = std::move(hosts);
  envoy_dynamic_module_on_cluster_lb_on_host_membership_update(this, self_, added, removed);
}

AbiClusterHost FakeLb::choose(AbiClusterLbContext context) const {
  AbiClusterHost host = nullptr;
  AbiClusterAsyncHandle handle = nullptr;
  envoy_dynamic_module_on_cluster_lb_choose_host(self_, context, &host, &handle);
  if (handle != nullptr) cancel(handle);
  return host;
}

void FakeLb::cancel(AbiClusterAsyncHandle handle) const {
  envoy_dynamic_module_on_cluster_lb_cancel_host_selection(self_, handle);
}

FakeCluster::FakeCluster(FakeEnvoy& envoy, std::string_view config) : envoy_(envoy) {
  config_self_ =
      envoy_dynamic_module_on_cluster_config_new(this, bytes_of("croupier"), bytes_of(config));
  if (!accepted()) return;
  self_ = envoy_dynamic_module_on_cluster_new(config_self_, this);
  envoy_dynamic_module_on_cluster_init(this, self_);
  main_lb_ = std::make_unique<FakeLb>(self_, hosts_);
  lbs_.resize(envoy_.workers());
  for (std::size_t i = 0; i < lbs_.size(); ++i) {
    envoy_.worker(i).post(
        [this, i, hosts = hosts_] { lbs_[i] = std::make_unique<FakeLb>(self_, hosts); });
  }
}

FakeCluster::~FakeCluster() {
  envoy_.settle();  // what was posted to the load balancers
  if (!accepted()) return;
  lbs_.clear();
  main_lb_.reset();
  envoy_dynamic_module_on_cluster_destroy(self_);
  envoy_dynamic_module_on_cluster_worker_slot_data_destroy(nullptr);
  envoy_dynamic_module_on_cluster_config_destroy(config_self_);
}

void FakeCluster::server_initialized() {
  envoy_dynamic_module_on_cluster_server_initialized(this, self_);
}

int FakeCluster::shutdown() {
  int done = 0;
  envoy_dynamic_module_on_cluster_drain_started(this, self_);
  envoy_dynamic_module_on_cluster_shutdown(
      this, self_, [](void* context) { ++*static_cast<int*>(context); }, &done);
  return done;
}

void FakeCluster::set_health(std::string_view address, AbiHostHealth health) {
  FakeHost* host = find(address);
  if (host == nullptr) return;
  host->health.store(health);
  republish();
}

void FakeCluster::republish(std::size_t added, std::size_t removed) {
  if (main_lb_) main_lb_->update(hosts_, added, removed);
  for (std::size_t i = 0; i < lbs_.size(); ++i) {
    envoy_.worker(i).post(
        [this, i, added, removed, hosts = hosts_] { lbs_[i]->update(hosts, added, removed); });
  }
}

std::vector<std::string> FakeCluster::addresses() const {
  std::vector<std::string> addresses;
  for (const auto& host : hosts_) addresses.push_back(host->address);
  return addresses;
}

FakeHost* FakeCluster::find(std::string_view address) const {
  for (const auto& host : hosts_) {
    if (host->address == address) return host.get();
  }
  return nullptr;
}

bool FakeCluster::has(std::string_view address) const {
  return find(address) != nullptr;
}

std::string FakeCluster::address_of(AbiClusterHost host) const {
  const std::shared_lock lock(mutex_);
  const auto at = known_.find(host);
  return at == known_.end() ? std::string() : at->second->address;
}

struct ClusterCallbacks {
  static FakeCluster& on_main_thread(AbiCluster cluster, std::string_view callback) {
    enter(callback);
    auto& fake = *static_cast<FakeCluster*>(cluster);
    fake.envoy_.expect_main_thread();
    return fake;
  }

  // As Envoy: all or nothing; known addresses are skipped, and the result is compacted.
  static bool add(FakeCluster& cluster, const AbiBuffer* addresses, const std::uint32_t* weights,
                  std::size_t count, AbiClusterHost* results) {
    HostList fresh;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view address = text_of(addresses[i]);
      if (address == cluster.refused_ || address.rfind(':') == std::string_view::npos) return false;
      if (weights[i] < 1 || weights[i] > 128) return false;
      if (cluster.find(address) != nullptr) continue;
      fresh.push_back(std::make_shared<FakeHost>());
      fresh.back()->address = address;
    }
    for (const auto& host : fresh) {
      *results++ = host.get();
      cluster.hosts_.push_back(host);
      const std::unique_lock lock(cluster.mutex_);
      cluster.known_.emplace(host.get(), host);
    }
    if (!fresh.empty()) cluster.republish(fresh.size(), 0);
    return true;
  }

  static std::size_t remove(FakeCluster& cluster, const AbiClusterHost* hosts, std::size_t count) {
    std::size_t removed = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::unique_lock lock(cluster.mutex_);
      removed += cluster.known_.erase(hosts[i]);
      std::erase_if(cluster.hosts_, [&](const auto& host) { return host.get() == hosts[i]; });
    }
    if (removed > 0) cluster.republish(0, removed);
    return removed;
  }

  static void run_on_all_workers(FakeCluster& cluster, std::uint64_t event) {
    for (std::size_t i = 0; i < cluster.envoy_.workers(); ++i) {
      cluster.envoy_.worker(i).post([&cluster, event] {
        envoy_dynamic_module_on_cluster_worker_event(&cluster, cluster.self_, event);
      });
    }
  }

  static void pre_init_complete(FakeCluster& cluster) { cluster.init_complete_ = true; }
  static AbiClusterHost find(FakeCluster& cluster, std::string_view address) {
    return cluster.find(address);
  }
};

}  // namespace croupier::envoy::fake

using croupier::envoy::fake::ClusterCallbacks;
using croupier::envoy::fake::enter;
using croupier::envoy::fake::FakeLb;
using croupier::envoy::fake::text_of;

bool envoy_dynamic_module_callback_cluster_add_hosts(AbiCluster cluster, uint32_t,
                                                     const AbiBuffer* addresses,
                                                     const uint32_t* weights, const AbiBuffer*,
                                                     const AbiBuffer*, const AbiBuffer*,
                                                     const AbiBuffer*, size_t, size_t count,
                                                     AbiClusterHost* hosts) {
  return ClusterCallbacks::add(ClusterCallbacks::on_main_thread(cluster, "add_hosts"), addresses,
                               weights, count, hosts);
}

size_t envoy_dynamic_module_callback_cluster_remove_hosts(AbiCluster cluster,
                                                          const AbiClusterHost* hosts,
                                                          size_t count) {
  return ClusterCallbacks::remove(ClusterCallbacks::on_main_thread(cluster, "remove_hosts"), hosts,
                                  count);
}

AbiClusterHost envoy_dynamic_module_callback_cluster_find_host_by_address(AbiCluster cluster,
                                                                          AbiBuffer address) {
  return ClusterCallbacks::find(ClusterCallbacks::on_main_thread(cluster, "find_host_by_address"),
                                text_of(address));
}

void envoy_dynamic_module_callback_cluster_pre_init_complete(AbiCluster cluster) {
  ClusterCallbacks::pre_init_complete(
      ClusterCallbacks::on_main_thread(cluster, "pre_init_complete"));
}

void envoy_dynamic_module_callback_cluster_run_on_all_workers(AbiCluster cluster, uint64_t event) {
  ClusterCallbacks::run_on_all_workers(
      ClusterCallbacks::on_main_thread(cluster, "run_on_all_workers"), event);
}

size_t envoy_dynamic_module_callback_cluster_lb_get_hosts_count(AbiClusterLb lb,
                                                                uint32_t priority) {
  enter("lb_get_hosts_count");
  return priority == 0 ? static_cast<FakeLb*>(lb)->hosts().size() : 0;
}

AbiClusterHost envoy_dynamic_module_callback_cluster_lb_get_host(AbiClusterLb lb, uint32_t priority,
                                                                 size_t index) {
  enter("lb_get_host");
  const auto& hosts = static_cast<FakeLb*>(lb)->hosts();
  return priority == 0 && index < hosts.size() ? hosts[index].get() : nullptr;
}

AbiHostHealth envoy_dynamic_module_callback_cluster_lb_get_host_health(AbiClusterLb lb,
                                                                       uint32_t priority,
                                                                       size_t index) {
  enter("lb_get_host_health");
  const auto& hosts = static_cast<FakeLb*>(lb)->hosts();
  if (priority != 0 || index >= hosts.size()) return AbiHostHealth::kUnhealthy;
  return hosts[index]->health.load();
}
