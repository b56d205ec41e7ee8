#include "envoy/cluster.h"

#include <algorithm>
#include <unordered_set>

#include "envoy/choice.h"
#include "envoy/hook.h"
#include "envoy/metrics.h"

namespace croupier::envoy {
namespace {

constexpr std::uint32_t kUnknown = UINT32_MAX;
constexpr std::uint32_t kPriority = 0;  // all our hosts have the first priority

}  // namespace

Cluster::Cluster(std::string deck, AbiCluster cluster)
    : deck_(std::move(deck)), cluster_(cluster) {}

Cluster::~Cluster() {
  for (const auto& [address, entry] : by_address_) entry->gone.store(true);
}

Hosts Cluster::provide(const snapshot::Snapshot& snapshot, std::uint32_t deck) {
  const auto& members = snapshot.decks()[deck].members;
  std::vector<std::string> fresh;
  for (const std::uint32_t worker : members) {
    const std::string& address = snapshot.workers()[worker].address;
    if (!address.empty() && !by_address_.contains(address)) fresh.push_back(address);
  }
  add_hosts(fresh);
  Hosts hosts(snapshot.workers().size());
  for (const std::uint32_t worker : members) {
    const auto at = by_address_.find(snapshot.workers()[worker].address);
    if (at != by_address_.end()) hosts[worker] = at->second;
  }
  return hosts;
}

void Cluster::add_hosts(const std::vector<std::string>& addresses) {
  if (addresses.empty()) return;
  std::vector<AbiBuffer> buffers;
  for (const std::string& address : addresses) buffers.push_back(buffer(address));
  const std::vector<std::uint32_t> weights(addresses.size(), 1);
  const std::vector<AbiBuffer> none(addresses.size(), AbiBuffer{nullptr, 0});
  std::vector<AbiClusterHost> hosts(addresses.size(), nullptr);
  const auto add = [&](std::size_t first, std::size_t count) {
    return envoy_dynamic_module_callback_cluster_add_hosts(
        cluster_, kPriority, &buffers[first], &weights[first], &none[first], &none[first],
        &none[first], nullptr, 0, count, &hosts[first]);
  };
  // One bad address makes Envoy refuse the whole batch: then each stands by itself.
  if (!add(0, addresses.size())) {
    for (std::size_t i = 0; i < addresses.size(); ++i) {
      if (add(i, 1)) continue;
      hosts[i] = nullptr;
      log(AbiLogLevel::kError,
          "croupier: Envoy refuses the address \"" + addresses[i] + "\" of a worker");
    }
  }
  for (const std::string& address : addresses) {
    // The result array leaves out hosts that Envoy had already, so ask by address.
    adopt(address,
          envoy_dynamic_module_callback_cluster_find_host_by_address(cluster_, buffer(address)));
  }
}

void Cluster::adopt(const std::string& address, AbiClusterHost host) {
  if (host == nullptr) {
    log(AbiLogLevel::kError, "croupier: Envoy does not know a worker at \"" + address + "\"");
    return;
  }
  auto entry = std::make_shared<HostEntry>();
  entry->host = host;
  if (free_slots_.empty()) {
    entry->slot = next_slot_++;
  } else {
    entry->slot = free_slots_.back();
    free_slots_.pop_back();
  }
  {
    const std::lock_guard lock(mutex_);
    slots_[host] = entry->slot;
  }
  slots_generation_.fetch_add(1, std::memory_order_release);
  by_address_[address] = std::move(entry);
}

void Cluster::retire(const Hosts& keep) {
  const std::unordered_set<std::shared_ptr<HostEntry>> kept(keep.begin(), keep.end());
  std::vector<AbiClusterHost> leaving;
  for (auto at = by_address_.begin(); at != by_address_.end();) {
    if (kept.contains(at->second)) {
      ++at;
      continue;
    }
    HostEntry& entry = *at->second;
    entry.gone.store(true, std::memory_order_release);
    leaving.push_back(entry.host);
    free_slots_.push_back(entry.slot);
    {
      const std::lock_guard lock(mutex_);
      slots_.erase(entry.host);
    }
    at = by_address_.erase(at);
  }
  if (leaving.empty()) return;
  envoy_dynamic_module_callback_cluster_remove_hosts(cluster_, leaving.data(), leaving.size());
}

void Cluster::ready() {
  if (std::exchange(ready_, true)) return;
  envoy_dynamic_module_callback_cluster_pre_init_complete(cluster_);
}

void Cluster::refresh_threads() {
  if (started_) envoy_dynamic_module_callback_cluster_run_on_all_workers(cluster_, 0);
}

std::uint32_t Cluster::slot_of(AbiClusterHost host) const {
  const std::lock_guard lock(mutex_);
  const auto at = slots_.find(host);
  return at == slots_.end() ? kUnknown : at->second;
}

void ClusterLb::membership_changed(std::size_t added, std::size_t removed) {
  // A change of health alone (none added, none removed) keeps every index.
  if (added + removed > 0) index_hosts();
}

void ClusterLb::index_hosts() {
  indexed_generation_ = cluster_.slots_generation();
  std::fill(index_by_slot_.begin(), index_by_slot_.end(), kUnknown);
  const std::size_t count =
      envoy_dynamic_module_callback_cluster_lb_get_hosts_count(lb_, kPriority);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t slot =
        cluster_.slot_of(envoy_dynamic_module_callback_cluster_lb_get_host(lb_, kPriority, i));
    if (slot == kUnknown) continue;
    if (slot >= index_by_slot_.size()) index_by_slot_.resize(slot + 1, kUnknown);
    index_by_slot_[slot] = static_cast<std::uint32_t>(i);
  }
}

WorkerHealth ClusterLb::health(const HostEntry& entry) const {
  if (entry.gone.load(std::memory_order_acquire)) return WorkerHealth::kAbsent;
  // A host that this thread has not heard of yet may be asked, but not preferred.
  if (entry.slot >= index_by_slot_.size()) return WorkerHealth::kUnhealthy;
  const std::uint32_t index = index_by_slot_[entry.slot];
  if (index == kUnknown) return WorkerHealth::kUnhealthy;
  if (envoy_dynamic_module_callback_cluster_lb_get_host(lb_, kPriority, index) != entry.host) {
    metrics().add(Counter::kStaleHosts);
    return WorkerHealth::kUnhealthy;
  }
  const AbiHostHealth health =
      envoy_dynamic_module_callback_cluster_lb_get_host_health(lb_, kPriority, index);
  return health == AbiHostHealth::kUnhealthy ? WorkerHealth::kUnhealthy : WorkerHealth::kHealthy;
}

// How choose() sees the workers of a request's deck through this thread's cluster.
struct ClusterWorkers {
  const ClusterLb& lb;
  const View& view;
  const Hosts& hosts;

  WorkerHealth health(std::uint32_t worker) const {
    return hosts[worker] ? lb.health(*hosts[worker]) : WorkerHealth::kAbsent;
  }
  const WorkerLoad& load(std::uint32_t worker) const { return view.load(worker); }
};

AbiClusterHost ClusterLb::choose(AbiClusterLbContext context) {
  ThreadState& thread = this_thread();
  AbiBuffer token{nullptr, 0};
  if (context != nullptr) {
    envoy_dynamic_module_callback_cluster_lb_context_get_filter_state_bytes(
        context, buffer(kTokenKey), &token);
  }
  Request* request = thread.requests.find(text(token));
  if (request == nullptr || request->view == nullptr) {
    metrics().add(Counter::kRefusedNoFilter);
    return nullptr;
  }
  const View& view = *request->view;
  const std::vector<Hosts>& hosts = view.endpoints->hosts;
  const std::uint32_t number = cluster_.number();
  if (view.snapshot->decks()[request->deck].name != cluster_.deck() || number >= hosts.size() ||
      hosts[number].empty()) {
    metrics().add(Counter::kRefusedWrongDeck);
    return nullptr;
  }
  if (indexed_generation_ != cluster_.slots_generation()) index_hosts();
  const ClusterWorkers workers{*this, view, hosts[number]};
  if (!choose_attempt(*request, workers, thread.rotation++)) return nullptr;
  return workers.hosts[request->choice.worker]->host;
}

}  // namespace croupier::envoy
