// Cluster: the module owns the endpoints and chooses among them.
#pragma once

#include "envoy/abi/common.h"

#pragma GCC visibility push(default)

using AbiClusterConfig = void*;            // valid until config_destroy
using AbiClusterConfigSelf = const void*;  // ours
using AbiCluster = void*;                  // valid until cluster_destroy
using AbiClusterSelf = const void*;        // ours
using AbiClusterLb = void*;                // one per thread, valid until lb_destroy
using AbiClusterLbSelf = const void*;      // ours
using AbiClusterHost = void*;              // valid while the host is in the cluster
using AbiClusterLbContext = void*;         // one request's choice; see choose_host
using AbiClusterAsyncHandle = void*;       // ours; see cancel_host_selection
using AbiClusterSlotData = void*;          // ours, shared by all threads
using AbiClusterTimer = void*;             // made by Envoy, deleted by us on its own thread

extern "C" {

// --- Hooks, main thread

// Null rejects the configuration.
AbiClusterConfigSelf envoy_dynamic_module_on_cluster_config_new(AbiClusterConfig config,
                                                                AbiBuffer name, AbiBuffer bytes);
void envoy_dynamic_module_on_cluster_config_destroy(AbiClusterConfigSelf self);

AbiClusterSelf envoy_dynamic_module_on_cluster_new(AbiClusterConfigSelf config, AbiCluster cluster);
// Must lead to pre_init_complete, now or later; until then Envoy does not route to the cluster.
void envoy_dynamic_module_on_cluster_init(AbiCluster cluster, AbiClusterSelf self);
void envoy_dynamic_module_on_cluster_destroy(AbiClusterSelf self);
void envoy_dynamic_module_on_cluster_server_initialized(AbiCluster cluster, AbiClusterSelf self);
void envoy_dynamic_module_on_cluster_drain_started(AbiCluster cluster, AbiClusterSelf self);
// Envoy waits with its exit until `done(context)` has been called.
void envoy_dynamic_module_on_cluster_shutdown(AbiCluster cluster, AbiClusterSelf self,
                                              AbiCompletion done, void* context);
// Answers a scheduler; the module has none here.
void envoy_dynamic_module_on_cluster_scheduled(AbiCluster cluster, AbiClusterSelf self,
                                               uint64_t event);
// Headers and chunks are null when the callout failed.
void envoy_dynamic_module_on_cluster_http_callout_done(AbiCluster cluster, AbiClusterSelf self,
                                                       uint64_t callout, AbiCalloutResult result,
                                                       AbiHeader* headers, size_t header_count,
                                                       AbiBuffer* chunks, size_t chunk_count);

// --- Hooks, worker threads

// One instance for each worker thread, and one for the main thread. The host set is still empty;
// the first hosts arrive with on_host_membership_update.
AbiClusterLbSelf envoy_dynamic_module_on_cluster_lb_new(AbiClusterSelf cluster, AbiClusterLb lb);
void envoy_dynamic_module_on_cluster_lb_destroy(AbiClusterLbSelf self);
// Once per attempt. Sets `host` (a choice), or neither (no host, a 503), or `handle` (pending). A
// pending choice keeps `context` valid until it is completed or cancelled; otherwise the context
// dies with this call. `context` may be null.
void envoy_dynamic_module_on_cluster_lb_choose_host(AbiClusterLbSelf self,
                                                    AbiClusterLbContext context,
                                                    AbiClusterHost* host,
                                                    AbiClusterAsyncHandle* handle);
// The last word on a handle, exactly once, whether its choice was completed before or not: release
// it here, and never complete it afterwards.
void envoy_dynamic_module_on_cluster_lb_cancel_host_selection(AbiClusterLbSelf self,
                                                              AbiClusterAsyncHandle handle);
// Also after a mere change of health, then with zero added and zero removed.
void envoy_dynamic_module_on_cluster_lb_on_host_membership_update(AbiClusterLb lb,
                                                                  AbiClusterLbSelf self,
                                                                  size_t added, size_t removed);
// The answer to run_on_all_workers.
void envoy_dynamic_module_on_cluster_worker_event(AbiCluster cluster, AbiClusterSelf self,
                                                  uint64_t event);
void envoy_dynamic_module_on_cluster_worker_timer_fired(AbiClusterLb lb, AbiClusterLbSelf self,
                                                        AbiClusterTimer timer);

// --- Hook, the thread that drops the last reference

// Nobody holds a published slot value any more. `data` is null if null was published.
void envoy_dynamic_module_on_cluster_worker_slot_data_destroy(AbiClusterSlotData data);

// --- Callbacks, main thread

// Arrays of `count` entries each; weights 1 to 128; addresses "ip:port". `metadata` holds `pairs`
// triples (namespace, key, value) for each host, one host after another. All or nothing. Addresses
// that the cluster has already are skipped and get NO entry in `hosts`, which then is shorter than
// `count`: add only new addresses, each once.
bool envoy_dynamic_module_callback_cluster_add_hosts(
    AbiCluster cluster, uint32_t priority, const AbiBuffer* addresses, const uint32_t* weights,
    const AbiBuffer* regions, const AbiBuffer* zones, const AbiBuffer* sub_zones,
    const AbiBuffer* metadata, size_t pairs, size_t count, AbiClusterHost* hosts);
// Returns how many were found and removed. Requests in flight keep the host object alive.
size_t envoy_dynamic_module_callback_cluster_remove_hosts(AbiCluster cluster,
                                                          const AbiClusterHost* hosts,
                                                          size_t count);
AbiClusterHost envoy_dynamic_module_callback_cluster_find_host_by_address(AbiCluster cluster,
                                                                          AbiBuffer address);
void envoy_dynamic_module_callback_cluster_pre_init_complete(AbiCluster cluster);

void envoy_dynamic_module_callback_cluster_run_on_all_workers(AbiCluster cluster, uint64_t event);

// --- Callbacks, the worker thread of the load balancer

size_t envoy_dynamic_module_callback_cluster_lb_get_hosts_count(AbiClusterLb lb, uint32_t priority);
AbiClusterHost envoy_dynamic_module_callback_cluster_lb_get_host(AbiClusterLb lb, uint32_t priority,
                                                                 size_t index);
AbiHostHealth envoy_dynamic_module_callback_cluster_lb_get_host_health(AbiClusterLb lb,
                                                                       uint32_t priority,
                                                                       size_t index);

// --- Callbacks, one request's choice

// What the HTTP filter left with set_filter_state_bytes. False if it is absent or of another type.
bool envoy_dynamic_module_callback_cluster_lb_context_get_filter_state_bytes(
    AbiClusterLbContext context, AbiBuffer key, AbiBuffer* value);

}  // extern "C"

#pragma GCC visibility pop
