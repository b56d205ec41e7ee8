// Bootstrap extension: one per process, main thread.
#pragma once

#include "envoy/abi/common.h"

#pragma GCC visibility push(default)

using AbiBootstrapConfig = void*;            // valid until config_destroy
using AbiBootstrapConfigSelf = const void*;  // ours
using AbiBootstrap = void*;                  // valid until destroy
using AbiBootstrapSelf = const void*;        // ours
using AbiBootstrapScheduler = void*;         // made by Envoy, deleted by us
using AbiBootstrapTimer = void*;             // made by Envoy, deleted by us on the main thread

// Bits for file_watcher_add_watch and file_changed.
inline constexpr uint32_t kAbiFileMovedTo = 1;
inline constexpr uint32_t kAbiFileModified = 2;

extern "C" {

// --- Hooks, main thread. All of them must be exported

// Must lead to signal_init_complete, or Envoy never starts to listen.
AbiBootstrapConfigSelf envoy_dynamic_module_on_bootstrap_extension_config_new(
    AbiBootstrapConfig config, AbiBuffer name, AbiBuffer bytes);
void envoy_dynamic_module_on_bootstrap_extension_config_destroy(AbiBootstrapConfigSelf self);
AbiBootstrapSelf envoy_dynamic_module_on_bootstrap_extension_new(AbiBootstrapConfigSelf config,
                                                                 AbiBootstrap extension);
void envoy_dynamic_module_on_bootstrap_extension_destroy(AbiBootstrapSelf self);
void envoy_dynamic_module_on_bootstrap_extension_server_initialized(AbiBootstrap extension,
                                                                    AbiBootstrapSelf self);
// In spite of its name seen on the main thread only.
void envoy_dynamic_module_on_bootstrap_extension_worker_thread_initialized(AbiBootstrap extension,
                                                                           AbiBootstrapSelf self);
void envoy_dynamic_module_on_bootstrap_extension_drain_started(AbiBootstrap extension,
                                                               AbiBootstrapSelf self);
// Envoy waits with its exit until `done(context)` has been called.
void envoy_dynamic_module_on_bootstrap_extension_shutdown(AbiBootstrap extension,
                                                          AbiBootstrapSelf self, AbiCompletion done,
                                                          void* context);
void envoy_dynamic_module_on_bootstrap_extension_config_scheduled(AbiBootstrapConfig config,
                                                                  AbiBootstrapConfigSelf self,
                                                                  uint64_t event);
void envoy_dynamic_module_on_bootstrap_extension_timer_fired(AbiBootstrapConfig config,
                                                             AbiBootstrapConfigSelf self,
                                                             AbiBootstrapTimer timer);
// `path` is the watched path as it was registered.
void envoy_dynamic_module_on_bootstrap_extension_file_changed(AbiBootstrapConfig config,
                                                              AbiBootstrapConfigSelf self,
                                                              AbiBuffer path, uint32_t events);
// Returns the status code; the body is set with admin_set_response. `path` includes the query.
uint32_t envoy_dynamic_module_on_bootstrap_extension_admin_request(AbiBootstrapConfig config,
                                                                   AbiBootstrapConfigSelf self,
                                                                   AbiBuffer method, AbiBuffer path,
                                                                   AbiBuffer body);
void envoy_dynamic_module_on_bootstrap_extension_http_callout_done(
    AbiBootstrapConfig config, AbiBootstrapConfigSelf self, uint64_t callout,
    AbiCalloutResult result, AbiHeader* headers, size_t header_count, AbiBuffer* chunks,
    size_t chunk_count);
// Only after enable_cluster_lifecycle or enable_listener_lifecycle.
void envoy_dynamic_module_on_bootstrap_extension_cluster_add_or_update(AbiBootstrapConfig config,
                                                                       AbiBootstrapConfigSelf self,
                                                                       AbiBuffer cluster_name);
void envoy_dynamic_module_on_bootstrap_extension_cluster_removal(AbiBootstrapConfig config,
                                                                 AbiBootstrapConfigSelf self,
                                                                 AbiBuffer cluster_name);
void envoy_dynamic_module_on_bootstrap_extension_listener_add_or_update(AbiBootstrapConfig config,
                                                                        AbiBootstrapConfigSelf self,
                                                                        AbiBuffer listener_name);
void envoy_dynamic_module_on_bootstrap_extension_listener_removal(AbiBootstrapConfig config,
                                                                  AbiBootstrapConfigSelf self,
                                                                  AbiBuffer listener_name);

// --- Callbacks, main thread

void envoy_dynamic_module_callback_bootstrap_extension_config_signal_init_complete(
    AbiBootstrapConfig config);

AbiBootstrapScheduler envoy_dynamic_module_callback_bootstrap_extension_config_scheduler_new(
    AbiBootstrapConfig config);
// Any thread.
void envoy_dynamic_module_callback_bootstrap_extension_config_scheduler_commit(
    AbiBootstrapScheduler scheduler, uint64_t event);
void envoy_dynamic_module_callback_bootstrap_extension_config_scheduler_delete(
    AbiBootstrapScheduler scheduler);

// A new timer is not armed; enabling it again restarts it.
AbiBootstrapTimer envoy_dynamic_module_callback_bootstrap_extension_timer_new(
    AbiBootstrapConfig config);
void envoy_dynamic_module_callback_bootstrap_extension_timer_enable(AbiBootstrapTimer timer,
                                                                    uint64_t delay_ms);
void envoy_dynamic_module_callback_bootstrap_extension_timer_delete(AbiBootstrapTimer timer);

// False if the path does not exist. A watch ends with the configuration.
bool envoy_dynamic_module_callback_bootstrap_extension_file_watcher_add_watch(
    AbiBootstrapConfig config, AbiBuffer path, uint32_t events);

// Not before server_initialized. False if the prefix is taken or there is no admin listener.
bool envoy_dynamic_module_callback_bootstrap_extension_register_admin_handler(
    AbiBootstrapConfig config, AbiBuffer prefix, AbiBuffer help, bool removable,
    bool mutates_server_state);
// Only inside admin_request. Copies the body.
void envoy_dynamic_module_callback_bootstrap_extension_admin_set_response(AbiBootstrapConfig config,
                                                                          AbiBuffer body);

// --- Metrics: define_* inside config_new, the others on any thread

AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_define_counter(
    AbiBootstrapConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count,
    size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_define_gauge(
    AbiBootstrapConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count,
    size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_increment_counter(
    AbiBootstrapConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_set_gauge(
    AbiBootstrapConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);

}  // extern "C"

#pragma GCC visibility pop
