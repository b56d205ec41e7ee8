// Hooks of the cluster extension.
#include "envoy/cluster.h"
#include "envoy/deck_config.h"
#include "envoy/hook.h"

namespace croupier::envoy {
namespace {

struct ClusterConfig {
  std::string deck;
};

Cluster* as_cluster(AbiClusterSelf self) {
  return static_cast<Cluster*>(const_cast<void*>(self));
}

ClusterLb* as_lb(AbiClusterLbSelf self) {
  return static_cast<ClusterLb*>(const_cast<void*>(self));
}

}  // namespace
}  // namespace croupier::envoy

using namespace croupier::envoy;

AbiClusterConfigSelf envoy_dynamic_module_on_cluster_config_new(AbiClusterConfig, AbiBuffer,
                                                                AbiBuffer bytes) {
  return guarded("cluster_config_new", AbiClusterConfigSelf{}, [&]() -> AbiClusterConfigSelf {
    auto deck = parse_deck_config(text(bytes));
    if (deck) return new ClusterConfig{std::move(*deck)};
    log(AbiLogLevel::kError, "croupier: " + deck.error().message);
    return nullptr;
  });
}

void envoy_dynamic_module_on_cluster_config_destroy(AbiClusterConfigSelf self) {
  delete static_cast<const ClusterConfig*>(self);
}

AbiClusterSelf envoy_dynamic_module_on_cluster_new(AbiClusterConfigSelf config,
                                                   AbiCluster cluster) {
  return guarded("cluster_new", AbiClusterSelf{}, [&] {
    const auto* parsed = static_cast<const ClusterConfig*>(config);
    return static_cast<AbiClusterSelf>(new Cluster(parsed->deck, cluster));
  });
}

void envoy_dynamic_module_on_cluster_init(AbiCluster cluster, AbiClusterSelf self) {
  guarded("cluster_init", [&] {
    if (envoy_dynamic_module_callback_is_validation_mode()) {
      envoy_dynamic_module_callback_cluster_pre_init_complete(cluster);
      return;
    }
    if (!hub().expects_snapshots()) {
      log(AbiLogLevel::kError,
          "croupier: there is no bootstrap extension of this module, so no snapshot will come and "
          "every request is refused");
    }
    hub().add(*as_cluster(self));
  });
}

void envoy_dynamic_module_on_cluster_destroy(AbiClusterSelf self) {
  guarded("cluster_destroy", [&] {
    const std::unique_ptr<Cluster> cluster(as_cluster(self));
    if (cluster) hub().remove(*cluster);
  });
}

void envoy_dynamic_module_on_cluster_server_initialized(AbiCluster, AbiClusterSelf self) {
  guarded("cluster_server_initialized", [&] { as_cluster(self)->started(); });
}

void envoy_dynamic_module_on_cluster_drain_started(AbiCluster, AbiClusterSelf) {}

// Envoy destroys such a cluster after its event loop is gone, and crashes there when a health check
// still has a connection or a timer. Without hosts it has neither.
void envoy_dynamic_module_on_cluster_shutdown(AbiCluster, AbiClusterSelf self, AbiCompletion done,
                                              void* context) {
  guarded("cluster_shutdown", [&] { as_cluster(self)->retire({}); });
  if (done != nullptr) done(context);
}

void envoy_dynamic_module_on_cluster_scheduled(AbiCluster, AbiClusterSelf, uint64_t) {}

void envoy_dynamic_module_on_cluster_http_callout_done(AbiCluster, AbiClusterSelf, uint64_t,
                                                       AbiCalloutResult, AbiHeader*, size_t,
                                                       AbiBuffer*, size_t) {}

AbiClusterLbSelf envoy_dynamic_module_on_cluster_lb_new(AbiClusterSelf cluster, AbiClusterLb lb) {
  return guarded("cluster_lb_new", AbiClusterLbSelf{}, [&] {
    return static_cast<AbiClusterLbSelf>(new ClusterLb(*as_cluster(cluster), lb));
  });
}

void envoy_dynamic_module_on_cluster_lb_destroy(AbiClusterLbSelf self) {
  delete as_lb(self);
}

void envoy_dynamic_module_on_cluster_lb_choose_host(AbiClusterLbSelf self,
                                                    AbiClusterLbContext context,
                                                    AbiClusterHost* host,
                                                    AbiClusterAsyncHandle* handle) {
  *handle = nullptr;
  *host = guarded("cluster_lb_choose_host", AbiClusterHost{},
                  [&] { return as_lb(self)->choose(context); });
}

// No selection of ours is ever pending.
void envoy_dynamic_module_on_cluster_lb_cancel_host_selection(AbiClusterLbSelf,
                                                              AbiClusterAsyncHandle) {}

void envoy_dynamic_module_on_cluster_lb_on_host_membership_update(AbiClusterLb,
                                                                  AbiClusterLbSelf self,
                                                                  size_t added, size_t removed) {
  guarded("cluster_lb_on_host_membership_update",
          [&] { as_lb(self)->membership_changed(added, removed); });
}

// Sent to all threads after a swap, so that an idle thread does not keep the old view alive.
void envoy_dynamic_module_on_cluster_worker_event(AbiCluster, AbiClusterSelf, uint64_t) {
  guarded("cluster_worker_event", [] { this_thread().view(); });
}

void envoy_dynamic_module_on_cluster_worker_timer_fired(AbiClusterLb, AbiClusterLbSelf,
                                                        AbiClusterTimer) {}

void envoy_dynamic_module_on_cluster_worker_slot_data_destroy(AbiClusterSlotData) {}
