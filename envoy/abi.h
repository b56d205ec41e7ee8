// The part of Envoy's dynamic-module ABI that the module uses, declared in our own words.
//
// Contract: ABI version "v0.2.0", spoken by Envoy 1.40. Names that begin with
// `envoy_dynamic_module_on_` are hooks: the module defines them and Envoy calls them. Names that
// begin with `envoy_dynamic_module_callback_` are callbacks: Envoy defines and exports them, and
// the dynamic linker binds them when the module is loaded. All of them have C linkage; nothing
// checks their types at link time, so this header is the only guard.
//
// Rules that hold everywhere unless a comment says otherwise:
//   - A pointer of a type named Abi*Self is ours: a `_new` hook returns it, Envoy hands it back and
//     names it for the last time in the matching `_destroy` hook. Every other handle is Envoy's.
//   - Bytes that Envoy hands out live until the current hook returns, or until the same object is
//     modified. Bytes that we hand in are copied before the callback returns.
//   - "Main thread" is the thread that owns configuration. "Worker thread" is one of the threads
//     that serve requests. A request stays on one worker thread for its whole life.
//   - A hook must not throw: an exception cannot cross the C boundary.

#pragma once

#include <cstddef>
#include <cstdint>

#pragma GCC visibility push(default)

// What on_program_init returns. Another value loads too, with a warning in Envoy's log.
inline constexpr char kAbiVersion[] = "v0.2.0";

// ------------------------------------------------------------------------------------------------
// Common types
// ------------------------------------------------------------------------------------------------

// Bytes without a terminator. The ABI has one type for Envoy's bytes and one for the module's; both
// have this layout. A null `ptr` goes with a zero `length`.
struct AbiBuffer {
  const char* ptr;
  size_t length;
};

// One header, or one key and value of dynamic metadata.
struct AbiHeader {
  const char* key_ptr;
  size_t key_length;
  const char* value_ptr;
  size_t value_length;
};

// An IP address as numbers. IPv4 fills the first four bytes of `address`.
struct AbiPackedAddress {
  uint8_t address[16];  // network byte order
  uint16_t port;        // host byte order
  uint8_t family;       // 4 or 6
};

enum class AbiLogLevel : uint32_t {
  kTrace = 0,
  kDebug = 1,
  kInfo = 2,
  kWarn = 3,
  kError = 4,
  kCritical = 5,
  kOff = 6,
};

enum class AbiMetricsResult : uint32_t {
  kSuccess = 0,
  kMetricNotFound = 1,
  kInvalidLabels = 2,
  kFrozen = 3,  // metrics can only be defined inside the config_new hook
};

enum class AbiCalloutInitResult : uint32_t {
  kSuccess = 0,
  kMissingRequiredHeaders = 1,
  kClusterNotFound = 2,
  kDuplicateCalloutId = 3,
  kCannotCreateRequest = 4,
};

enum class AbiCalloutResult : uint32_t {
  kSuccess = 0,
  kReset = 1,
  kExceedResponseBufferLimit = 2,
};

enum class AbiHostHealth : uint32_t {
  kUnhealthy = 0,
  kDegraded = 1,
  kHealthy = 2,
};

// Counters and gauges that Envoy keeps for each host, summed over all threads.
enum class AbiHostStat : uint32_t {
  kCxConnectFail = 0,
  kCxTotal = 1,
  kRqError = 2,
  kRqSuccess = 3,
  kRqTimeout = 4,
  kRqTotal = 5,
  kCxActive = 6,  // gauge
  kRqActive = 7,  // gauge
};

// Given to a shutdown hook; it must be called exactly once with the context that came with it.
using AbiCompletion = void (*)(void* context);

// ------------------------------------------------------------------------------------------------
// Program
// ------------------------------------------------------------------------------------------------

extern "C" {

// Main thread, once, when the module is loaded. Null refuses the load.
const char* envoy_dynamic_module_on_program_init();

// Any thread. Lines appear under Envoy's `dynamic_modules` logger.
void envoy_dynamic_module_callback_log(AbiLogLevel level, AbiBuffer message);
void envoy_dynamic_module_callback_log_v2(AbiLogLevel level, AbiBuffer message, AbiBuffer file,
                                          uint32_t line);
bool envoy_dynamic_module_callback_log_enabled(AbiLogLevel level);
AbiLogLevel envoy_dynamic_module_callback_get_log_level();

// Main thread only, and not before the server's context exists: 0 or false otherwise.
uint32_t envoy_dynamic_module_callback_get_concurrency();
bool envoy_dynamic_module_callback_is_validation_mode();

// Process-wide tables by name, any thread. A function cannot be registered twice under one name;
// data is overwritten. Null is refused. What is registered must outlive every reader.
bool envoy_dynamic_module_callback_register_function(AbiBuffer key, void* function);
bool envoy_dynamic_module_callback_get_function(AbiBuffer key, void** function);
bool envoy_dynamic_module_callback_register_shared_data(AbiBuffer key, void* data);
bool envoy_dynamic_module_callback_get_shared_data(AbiBuffer key, void** data);

}  // extern "C"

// ------------------------------------------------------------------------------------------------
// Cluster: the module owns the endpoints and chooses among them
// ------------------------------------------------------------------------------------------------

using AbiClusterConfig = void*;            // valid until config_destroy
using AbiClusterConfigSelf = const void*;  // ours
using AbiCluster = void*;                  // valid until cluster_destroy
using AbiClusterSelf = const void*;        // ours
using AbiClusterLb = void*;                // one per thread, valid until lb_destroy
using AbiClusterLbSelf = const void*;      // ours
using AbiClusterHost = void*;              // valid while the host is in the cluster
using AbiClusterLbContext = void*;         // one request's choice; see choose_host
using AbiClusterAsyncHandle = void*;       // ours; see cancel_host_selection
using AbiClusterScheduler = void*;         // made by Envoy, deleted by us
using AbiClusterSlotData = void*;          // ours, shared by all threads
using AbiClusterTimer = void*;             // made by Envoy, deleted by us on its own thread
using AbiCounter = void*;                  // resolved metrics, valid until config_destroy
using AbiGauge = void*;
using AbiHistogram = void*;

extern "C" {

// --- Hooks, main thread

// Null rejects the configuration. Metrics are defined here and nowhere else.
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
// The answer to scheduler_commit. May come after the last commit was forgotten: check the event.
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
bool envoy_dynamic_module_callback_cluster_add_hosts_with_hostnames(
    AbiCluster cluster, uint32_t priority, const AbiBuffer* addresses, const AbiBuffer* hostnames,
    const uint32_t* weights, const AbiBuffer* regions, const AbiBuffer* zones,
    const AbiBuffer* sub_zones, const AbiBuffer* metadata, size_t pairs, size_t count,
    AbiClusterHost* hosts);
// Returns how many were found and removed. Requests in flight keep the host object alive.
size_t envoy_dynamic_module_callback_cluster_remove_hosts(AbiCluster cluster,
                                                          const AbiClusterHost* hosts,
                                                          size_t count);
bool envoy_dynamic_module_callback_cluster_update_host_health(AbiCluster cluster,
                                                              AbiClusterHost host,
                                                              AbiHostHealth health);
AbiClusterHost envoy_dynamic_module_callback_cluster_find_host_by_address(AbiCluster cluster,
                                                                          AbiBuffer address);
void envoy_dynamic_module_callback_cluster_pre_init_complete(AbiCluster cluster);
void envoy_dynamic_module_callback_cluster_get_name(AbiCluster cluster, AbiBuffer* name);

AbiClusterScheduler envoy_dynamic_module_callback_cluster_scheduler_new(AbiCluster cluster);
void envoy_dynamic_module_callback_cluster_scheduler_delete(AbiClusterScheduler scheduler);
// Any thread.
void envoy_dynamic_module_callback_cluster_scheduler_commit(AbiClusterScheduler scheduler,
                                                            uint64_t event);

void envoy_dynamic_module_callback_cluster_run_on_all_workers(AbiCluster cluster, uint64_t event);
// Publishes one pointer to every thread; each sees it when it next runs its event loop.
void envoy_dynamic_module_callback_cluster_worker_slot_set(AbiCluster cluster,
                                                           AbiClusterSlotData data);
// Any Envoy thread: what this thread was last given, or null. Valid until control returns to the
// event loop.
AbiClusterSlotData envoy_dynamic_module_callback_cluster_worker_slot_get(AbiCluster cluster);

AbiCalloutInitResult envoy_dynamic_module_callback_cluster_http_callout(
    AbiCluster cluster, uint64_t* callout, AbiBuffer cluster_name, AbiHeader* headers,
    size_t header_count, AbiBuffer body, uint64_t timeout_ms);

// --- Callbacks, the worker thread of the load balancer

void envoy_dynamic_module_callback_cluster_lb_get_cluster_name(AbiClusterLb lb, AbiBuffer* name);
AbiClusterHost envoy_dynamic_module_callback_cluster_lb_find_host_by_address(AbiClusterLb lb,
                                                                             AbiBuffer address);
bool envoy_dynamic_module_callback_cluster_lb_get_host_health_by_address(AbiClusterLb lb,
                                                                         AbiBuffer address,
                                                                         AbiHostHealth* health);

// An index counts all hosts of a priority, unless the name says `healthy`.
size_t envoy_dynamic_module_callback_cluster_lb_get_priority_set_size(AbiClusterLb lb);
size_t envoy_dynamic_module_callback_cluster_lb_get_hosts_count(AbiClusterLb lb, uint32_t priority);
size_t envoy_dynamic_module_callback_cluster_lb_get_degraded_hosts_count(AbiClusterLb lb,
                                                                         uint32_t priority);
AbiClusterHost envoy_dynamic_module_callback_cluster_lb_get_host(AbiClusterLb lb, uint32_t priority,
                                                                 size_t index);
bool envoy_dynamic_module_callback_cluster_lb_get_host_address(AbiClusterLb lb, uint32_t priority,
                                                               size_t index, AbiBuffer* address);
AbiHostHealth envoy_dynamic_module_callback_cluster_lb_get_host_health(AbiClusterLb lb,
                                                                       uint32_t priority,
                                                                       size_t index);
uint32_t envoy_dynamic_module_callback_cluster_lb_get_host_weight(AbiClusterLb lb,
                                                                  uint32_t priority, size_t index);
uint64_t envoy_dynamic_module_callback_cluster_lb_get_host_stat(AbiClusterLb lb, uint32_t priority,
                                                                size_t index, AbiHostStat stat);
bool envoy_dynamic_module_callback_cluster_lb_get_host_locality(AbiClusterLb lb, uint32_t priority,
                                                                size_t index, AbiBuffer* region,
                                                                AbiBuffer* zone,
                                                                AbiBuffer* sub_zone);
bool envoy_dynamic_module_callback_cluster_lb_get_host_metadata_string(AbiClusterLb lb,
                                                                       uint32_t priority,
                                                                       size_t index, AbiBuffer ns,
                                                                       AbiBuffer key,
                                                                       AbiBuffer* value);
bool envoy_dynamic_module_callback_cluster_lb_get_host_metadata_number(
    AbiClusterLb lb, uint32_t priority, size_t index, AbiBuffer ns, AbiBuffer key, double* value);
bool envoy_dynamic_module_callback_cluster_lb_get_host_metadata_bool(AbiClusterLb lb,
                                                                     uint32_t priority,
                                                                     size_t index, AbiBuffer ns,
                                                                     AbiBuffer key, bool* value);
// One word per host and worker thread, kept by (priority, index): it does not follow a host whose
// index changes.
bool envoy_dynamic_module_callback_cluster_lb_set_host_data(AbiClusterLb lb, uint32_t priority,
                                                            size_t index, uintptr_t data);
bool envoy_dynamic_module_callback_cluster_lb_get_host_data(AbiClusterLb lb, uint32_t priority,
                                                            size_t index, uintptr_t* data);

size_t envoy_dynamic_module_callback_cluster_lb_get_healthy_host_count(AbiClusterLb lb,
                                                                       uint32_t priority);
AbiClusterHost envoy_dynamic_module_callback_cluster_lb_get_healthy_host(AbiClusterLb lb,
                                                                         uint32_t priority,
                                                                         size_t index);
bool envoy_dynamic_module_callback_cluster_lb_get_healthy_hosts(AbiClusterLb lb, uint32_t priority,
                                                                AbiClusterHost* hosts,
                                                                size_t capacity, size_t* count);
bool envoy_dynamic_module_callback_cluster_lb_get_healthy_host_address(AbiClusterLb lb,
                                                                       uint32_t priority,
                                                                       size_t index,
                                                                       AbiBuffer* address);
uint32_t envoy_dynamic_module_callback_cluster_lb_get_healthy_host_weight(AbiClusterLb lb,
                                                                          uint32_t priority,
                                                                          size_t index);

// Healthy hosts grouped by locality.
size_t envoy_dynamic_module_callback_cluster_lb_get_locality_count(AbiClusterLb lb,
                                                                   uint32_t priority);
size_t envoy_dynamic_module_callback_cluster_lb_get_locality_host_count(AbiClusterLb lb,
                                                                        uint32_t priority,
                                                                        size_t locality);
bool envoy_dynamic_module_callback_cluster_lb_get_locality_host_address(
    AbiClusterLb lb, uint32_t priority, size_t locality, size_t host, AbiBuffer* address);
uint32_t envoy_dynamic_module_callback_cluster_lb_get_locality_weight(AbiClusterLb lb,
                                                                      uint32_t priority,
                                                                      size_t locality);

// Only inside on_host_membership_update.
AbiClusterHost envoy_dynamic_module_callback_cluster_lb_get_member_update_host(AbiClusterLb lb,
                                                                               size_t index,
                                                                               bool added);
bool envoy_dynamic_module_callback_cluster_lb_get_member_update_host_address(AbiClusterLb lb,
                                                                             size_t index,
                                                                             bool added,
                                                                             AbiBuffer* address);
bool envoy_dynamic_module_callback_cluster_lb_get_member_update_host_packed_address(
    AbiClusterLb lb, size_t index, bool added, AbiPackedAddress* address);

// Timers of a worker thread. All five belong to the thread of `lb`.
AbiClusterTimer envoy_dynamic_module_callback_cluster_worker_timer_new(AbiClusterLb lb);
void envoy_dynamic_module_callback_cluster_worker_timer_enable(AbiClusterTimer timer,
                                                               uint64_t delay_ms);
void envoy_dynamic_module_callback_cluster_worker_timer_disable(AbiClusterTimer timer);
bool envoy_dynamic_module_callback_cluster_worker_timer_enabled(AbiClusterTimer timer);
void envoy_dynamic_module_callback_cluster_worker_timer_delete(AbiClusterTimer timer);

// --- Callbacks, one request's choice

// Any thread, even within choose_host. Ends a pending choice: at most once for a handle, never
// after its cancel hook. A null or unknown host answers 503. The request resumes on its worker
// thread from the event loop, not within this call (as long as it has a downstream connection).
void envoy_dynamic_module_callback_cluster_lb_async_host_selection_complete(
    AbiClusterLb lb, AbiClusterLbContext context, AbiClusterHost host, AbiBuffer details);

bool envoy_dynamic_module_callback_cluster_lb_context_compute_hash_key(AbiClusterLbContext context,
                                                                       uint64_t* hash);
// `headers` must have room for headers_size entries.
size_t envoy_dynamic_module_callback_cluster_lb_context_get_downstream_headers_size(
    AbiClusterLbContext context);
bool envoy_dynamic_module_callback_cluster_lb_context_get_downstream_headers(
    AbiClusterLbContext context, AbiHeader* headers);
// The index-th value of a header. `total` may be null.
bool envoy_dynamic_module_callback_cluster_lb_context_get_downstream_header(
    AbiClusterLbContext context, AbiBuffer key, AbiBuffer* value, size_t index, size_t* total);
// How often the retry policy lets us reject a host within one choice.
uint32_t envoy_dynamic_module_callback_cluster_lb_context_get_host_selection_retry_count(
    AbiClusterLbContext context);
// True if a retry predicate (previous_hosts) rejects this host. Here the index counts the HEALTHY
// hosts, so it cannot be asked about an unhealthy one.
bool envoy_dynamic_module_callback_cluster_lb_context_should_select_another_host(
    AbiClusterLb lb, AbiClusterLbContext context, uint32_t priority, size_t index);
bool envoy_dynamic_module_callback_cluster_lb_context_get_override_host(AbiClusterLbContext context,
                                                                        AbiBuffer* address,
                                                                        bool* strict);
bool envoy_dynamic_module_callback_cluster_lb_context_get_downstream_connection_sni(
    AbiClusterLbContext context, AbiBuffer* sni);
// What the HTTP filter left with set_filter_state_bytes. False if it is absent or of another type.
bool envoy_dynamic_module_callback_cluster_lb_context_get_filter_state_bytes(
    AbiClusterLbContext context, AbiBuffer key, AbiBuffer* value);
// Any filter state, serialised into a buffer of this thread that the next such call reuses.
bool envoy_dynamic_module_callback_cluster_lb_context_get_filter_state_typed(
    AbiClusterLbContext context, AbiBuffer key, AbiBuffer* value);
bool envoy_dynamic_module_callback_cluster_lb_context_set_filter_state_bytes(
    AbiClusterLbContext context, AbiBuffer key, AbiBuffer value);
bool envoy_dynamic_module_callback_cluster_lb_context_set_filter_state_typed(
    AbiClusterLbContext context, AbiBuffer key, AbiBuffer value);
// Dereferences `host` unchecked, unlike choose_host: it must still be in the cluster.
uint64_t envoy_dynamic_module_callback_cluster_lb_context_get_host_stat(AbiClusterLbContext context,
                                                                        AbiClusterHost host,
                                                                        AbiHostStat stat);
bool envoy_dynamic_module_callback_cluster_lb_context_set_dynamic_metadata_number(
    AbiClusterLbContext context, AbiBuffer ns, AbiBuffer key, double value);
bool envoy_dynamic_module_callback_cluster_lb_context_set_dynamic_metadata_string(
    AbiClusterLbContext context, AbiBuffer ns, AbiBuffer key, AbiBuffer value);
bool envoy_dynamic_module_callback_cluster_lb_context_set_dynamic_metadata_string_batch(
    AbiClusterLbContext context, AbiBuffer ns, const AbiHeader* entries, size_t count);

// --- Metrics: define_* inside config_new, the others on any thread

AbiMetricsResult envoy_dynamic_module_callback_cluster_config_define_counter(
    AbiClusterConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count,
    size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_cluster_config_define_gauge(AbiClusterConfig config,
                                                                           AbiBuffer name,
                                                                           AbiBuffer* label_names,
                                                                           size_t label_count,
                                                                           size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_cluster_config_define_histogram(
    AbiClusterConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count,
    size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_cluster_config_increment_counter(
    AbiClusterConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_cluster_config_set_gauge(AbiClusterConfig config,
                                                                        size_t id,
                                                                        AbiBuffer* label_values,
                                                                        size_t label_count,
                                                                        uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_cluster_config_increment_gauge(
    AbiClusterConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_cluster_config_decrement_gauge(
    AbiClusterConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_cluster_config_record_histogram_value(
    AbiClusterConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);

// A handle for one set of label values saves the look-up by label at every use. Handles can also be
// resolved after config_new.
AbiMetricsResult envoy_dynamic_module_callback_cluster_config_resolve_counter_vec(
    AbiClusterConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    AbiCounter* counter);
AbiMetricsResult envoy_dynamic_module_callback_cluster_config_resolve_gauge_vec(
    AbiClusterConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    AbiGauge* gauge);
AbiMetricsResult envoy_dynamic_module_callback_cluster_config_resolve_histogram_vec(
    AbiClusterConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    AbiHistogram* histogram);
void envoy_dynamic_module_callback_cluster_metric_counter_add(AbiCounter counter, uint64_t value);
void envoy_dynamic_module_callback_cluster_metric_gauge_set(AbiGauge gauge, uint64_t value);
void envoy_dynamic_module_callback_cluster_metric_gauge_add(AbiGauge gauge, uint64_t value);
void envoy_dynamic_module_callback_cluster_metric_gauge_sub(AbiGauge gauge, uint64_t value);
void envoy_dynamic_module_callback_cluster_metric_histogram_record(AbiHistogram histogram,
                                                                   uint64_t value);

}  // extern "C"

// ------------------------------------------------------------------------------------------------
// Load-balancing policy: endpoints come from elsewhere, the module only chooses
// ------------------------------------------------------------------------------------------------

using AbiLbConfig = void*;            // valid until config_destroy
using AbiLbConfigSelf = const void*;  // ours
using AbiLb = void*;                  // one per worker thread
using AbiLbSelf = const void*;        // ours
using AbiLbContext = void*;           // valid during choose_host only; may be null

extern "C" {

// --- Hooks. Configuration on the main thread, the rest on the worker thread of the instance

AbiLbConfigSelf envoy_dynamic_module_on_lb_config_new(AbiLbConfig config, AbiBuffer name,
                                                      AbiBuffer bytes);
void envoy_dynamic_module_on_lb_config_destroy(AbiLbConfigSelf self);
AbiLbSelf envoy_dynamic_module_on_lb_new(AbiLbConfigSelf config, AbiLb lb);
void envoy_dynamic_module_on_lb_destroy(AbiLbSelf self);
// The index written counts the HEALTHY hosts of that priority; false answers 503.
bool envoy_dynamic_module_on_lb_choose_host(AbiLb lb, AbiLbSelf self, AbiLbContext context,
                                            uint32_t* priority, uint32_t* index);
void envoy_dynamic_module_on_lb_on_host_membership_update(AbiLb lb, AbiLbSelf self, size_t added,
                                                          size_t removed);

// --- Callbacks, worker thread. An index counts all hosts, unless the name says `healthy`

void envoy_dynamic_module_callback_lb_get_cluster_name(AbiLb lb, AbiBuffer* name);
size_t envoy_dynamic_module_callback_lb_get_priority_set_size(AbiLb lb);
size_t envoy_dynamic_module_callback_lb_get_hosts_count(AbiLb lb, uint32_t priority);
size_t envoy_dynamic_module_callback_lb_get_healthy_hosts_count(AbiLb lb, uint32_t priority);
size_t envoy_dynamic_module_callback_lb_get_degraded_hosts_count(AbiLb lb, uint32_t priority);
bool envoy_dynamic_module_callback_lb_get_healthy_host_address(AbiLb lb, uint32_t priority,
                                                               size_t index, AbiBuffer* address);
uint32_t envoy_dynamic_module_callback_lb_get_healthy_host_weight(AbiLb lb, uint32_t priority,
                                                                  size_t index);
bool envoy_dynamic_module_callback_lb_get_host_address(AbiLb lb, uint32_t priority, size_t index,
                                                       AbiBuffer* address);
AbiHostHealth envoy_dynamic_module_callback_lb_get_host_health(AbiLb lb, uint32_t priority,
                                                               size_t index);
bool envoy_dynamic_module_callback_lb_get_host_health_by_address(AbiLb lb, AbiBuffer address,
                                                                 AbiHostHealth* health);
uint32_t envoy_dynamic_module_callback_lb_get_host_weight(AbiLb lb, uint32_t priority,
                                                          size_t index);
uint64_t envoy_dynamic_module_callback_lb_get_host_stat(AbiLb lb, uint32_t priority, size_t index,
                                                        AbiHostStat stat);
bool envoy_dynamic_module_callback_lb_get_host_locality(AbiLb lb, uint32_t priority, size_t index,
                                                        AbiBuffer* region, AbiBuffer* zone,
                                                        AbiBuffer* sub_zone);
bool envoy_dynamic_module_callback_lb_get_host_metadata_string(AbiLb lb, uint32_t priority,
                                                               size_t index, AbiBuffer ns,
                                                               AbiBuffer key, AbiBuffer* value);
bool envoy_dynamic_module_callback_lb_get_host_metadata_number(AbiLb lb, uint32_t priority,
                                                               size_t index, AbiBuffer ns,
                                                               AbiBuffer key, double* value);
bool envoy_dynamic_module_callback_lb_get_host_metadata_bool(AbiLb lb, uint32_t priority,
                                                             size_t index, AbiBuffer ns,
                                                             AbiBuffer key, bool* value);
bool envoy_dynamic_module_callback_lb_set_host_data(AbiLb lb, uint32_t priority, size_t index,
                                                    uintptr_t data);
bool envoy_dynamic_module_callback_lb_get_host_data(AbiLb lb, uint32_t priority, size_t index,
                                                    uintptr_t* data);
size_t envoy_dynamic_module_callback_lb_get_locality_count(AbiLb lb, uint32_t priority);
size_t envoy_dynamic_module_callback_lb_get_locality_host_count(AbiLb lb, uint32_t priority,
                                                                size_t locality);
bool envoy_dynamic_module_callback_lb_get_locality_host_address(AbiLb lb, uint32_t priority,
                                                                size_t locality, size_t host,
                                                                AbiBuffer* address);
uint32_t envoy_dynamic_module_callback_lb_get_locality_weight(AbiLb lb, uint32_t priority,
                                                              size_t locality);
// Only inside on_host_membership_update.
bool envoy_dynamic_module_callback_lb_get_member_update_host_address(AbiLb lb, size_t index,
                                                                     bool added,
                                                                     AbiBuffer* address);

bool envoy_dynamic_module_callback_lb_context_compute_hash_key(AbiLbContext context,
                                                               uint64_t* hash);
size_t envoy_dynamic_module_callback_lb_context_get_downstream_headers_size(AbiLbContext context);
bool envoy_dynamic_module_callback_lb_context_get_downstream_headers(AbiLbContext context,
                                                                     AbiHeader* headers);
bool envoy_dynamic_module_callback_lb_context_get_downstream_header(AbiLbContext context,
                                                                    AbiBuffer key, AbiBuffer* value,
                                                                    size_t index, size_t* total);
uint32_t envoy_dynamic_module_callback_lb_context_get_host_selection_retry_count(
    AbiLbContext context);
// Here the index counts all hosts, unlike in the cluster door.
bool envoy_dynamic_module_callback_lb_context_should_select_another_host(AbiLb lb,
                                                                         AbiLbContext context,
                                                                         uint32_t priority,
                                                                         size_t index);
bool envoy_dynamic_module_callback_lb_context_get_override_host(AbiLbContext context,
                                                                AbiBuffer* address, bool* strict);

// --- Metrics: define_* inside config_new, the others on any thread

AbiMetricsResult envoy_dynamic_module_callback_lb_config_define_counter(
    AbiLbConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count, size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_lb_config_define_gauge(
    AbiLbConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count, size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_lb_config_define_histogram(
    AbiLbConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count, size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_lb_config_increment_counter(
    AbiLbConfig config, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_lb_config_set_gauge(AbiLbConfig config, size_t id,
                                                                   AbiBuffer* label_values,
                                                                   size_t label_count,
                                                                   uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_lb_config_increment_gauge(
    AbiLbConfig config, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_lb_config_decrement_gauge(
    AbiLbConfig config, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_lb_config_record_histogram_value(
    AbiLbConfig config, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);

}  // extern "C"

// ------------------------------------------------------------------------------------------------
// HTTP filter: downstream, or in a cluster's upstream chain
// ------------------------------------------------------------------------------------------------

using AbiFilterConfig = void*;            // valid until config_destroy
using AbiFilterConfigSelf = const void*;  // ours
using AbiFilterRouteSelf = const void*;   // ours, per-route configuration
using AbiFilter = void*;                  // one stream, valid until filter_destroy
using AbiFilterSelf = const void*;        // ours
using AbiFilterScheduler = void*;         // made by Envoy, deleted by us
using AbiFilterConfigScheduler = void*;   // made by Envoy, deleted by us

enum class AbiHeaderType : uint32_t {
  kRequestHeader = 0,
  kRequestTrailer = 1,
  kResponseHeader = 2,
  kResponseTrailer = 3,
};

// For request and response headers alike.
enum class AbiHeadersStatus : uint32_t {
  kContinue = 0,
  kStopIteration = 1,  // parks the headers; body frames still arrive at our hooks
  kContinueAndDontEndStream = 2,
  kStopAllIterationAndBuffer = 3,     // parks everything; too large a body gets 413
  kStopAllIterationAndWatermark = 4,  // parks everything; back-pressure instead of 413
};

enum class AbiBodyStatus : uint32_t {
  kContinue = 0,
  kStopIterationAndBuffer = 1,
  kStopIterationAndWatermark = 2,
  kStopIterationNoBuffer = 3,
};

enum class AbiTrailersStatus : uint32_t {
  kContinue = 0,
  kStopIteration = 1,
};

enum class AbiLocalReplyStatus : uint32_t {
  kContinue = 0,
  kContinueAndResetStream = 1,
};

// Why a streamed callout of ours was reset.
enum class AbiStreamResetReason : uint32_t {
  kConnectionFailure = 0,
  kConnectionTermination = 1,
  kLocalReset = 2,
  kLocalRefusedStreamReset = 3,
  kOverflow = 4,
  kRemoteReset = 5,
  kRemoteRefusedStreamReset = 6,
  kProtocolError = 7,
};

// How filter_reset_stream ends the stream itself.
enum class AbiFilterResetReason : uint32_t {
  kLocalReset = 0,
  kLocalRefusedStreamReset = 1,
};

enum class AbiMetadataSource : uint32_t {
  kDynamic = 0,
  kRoute = 1,
  kCluster = 2,
  kHost = 3,
  kHostLocality = 4,
};

enum class AbiBodyType : uint32_t {
  kReceivedRequest = 0,
  kBufferedRequest = 1,
  kReceivedResponse = 2,
  kBufferedResponse = 3,
};

// Not every attribute is served, and each by one getter only (string, int or bool).
enum class AbiAttribute : uint32_t {
  kRequestPath = 0,
  kRequestUrlPath = 1,
  kRequestHost = 2,
  kRequestScheme = 3,
  kRequestMethod = 4,
  kRequestHeaders = 5,
  kRequestReferer = 6,
  kRequestUserAgent = 7,
  kRequestTime = 8,
  kRequestId = 9,
  kRequestProtocol = 10,
  kRequestQuery = 11,
  kRequestDuration = 12,
  kRequestSize = 13,
  kRequestTotalSize = 14,
  kResponseCode = 15,
  kResponseCodeDetails = 16,
  kResponseFlags = 17,
  kResponseGrpcStatus = 18,
  kResponseHeaders = 19,
  kResponseTrailers = 20,
  kResponseSize = 21,
  kResponseTotalSize = 22,
  kResponseBackendLatency = 23,
  kSourceAddress = 24,
  kSourcePort = 25,
  kDestinationAddress = 26,
  kDestinationPort = 27,
  kConnectionId = 28,
  kConnectionMtls = 29,
  kConnectionRequestedServerName = 30,
  kConnectionTlsVersion = 31,
  kConnectionSubjectLocalCertificate = 32,
  kConnectionSubjectPeerCertificate = 33,
  kConnectionDnsSanLocalCertificate = 34,
  kConnectionDnsSanPeerCertificate = 35,
  kConnectionUriSanLocalCertificate = 36,
  kConnectionUriSanPeerCertificate = 37,
  kConnectionSha256PeerCertificateDigest = 38,
  kConnectionTransportFailureReason = 39,
  kConnectionTerminationDetails = 40,
  kUpstreamAddress = 41,
  kUpstreamPort = 42,
  kUpstreamTlsVersion = 43,
  kUpstreamSubjectLocalCertificate = 44,
  kUpstreamSubjectPeerCertificate = 45,
  kUpstreamDnsSanLocalCertificate = 46,
  kUpstreamDnsSanPeerCertificate = 47,
  kUpstreamUriSanLocalCertificate = 48,
  kUpstreamUriSanPeerCertificate = 49,
  kUpstreamSha256PeerCertificateDigest = 50,
  kUpstreamLocalAddress = 51,
  kUpstreamTransportFailureReason = 52,
  kUpstreamRequestAttemptCount = 53,
  kUpstreamCxPoolReadyDuration = 54,
  kUpstreamLocality = 55,
  kXdsNode = 56,
  kXdsClusterName = 57,
  kXdsClusterMetadata = 58,
  kXdsListenerDirection = 59,
  kXdsListenerMetadata = 60,
  kXdsRouteName = 61,
  kXdsRouteMetadata = 62,
  kXdsVirtualHostName = 63,
  kXdsVirtualHostMetadata = 64,
  kXdsUpstreamHostMetadata = 65,
  kXdsFilterChainName = 66,
  kHealthCheck = 67,
};

extern "C" {

// --- Hooks, main thread

AbiFilterConfigSelf envoy_dynamic_module_on_http_filter_config_new(AbiFilterConfig config,
                                                                   AbiBuffer name, AbiBuffer bytes);
// May run on whichever thread drops the last stream that used the configuration.
void envoy_dynamic_module_on_http_filter_config_destroy(AbiFilterConfigSelf self);
AbiFilterRouteSelf envoy_dynamic_module_on_http_filter_per_route_config_new(AbiBuffer name,
                                                                            AbiBuffer bytes);
void envoy_dynamic_module_on_http_filter_per_route_config_destroy(AbiFilterRouteSelf self);
void envoy_dynamic_module_on_http_filter_config_scheduled(AbiFilterConfig config,
                                                          AbiFilterConfigSelf self, uint64_t event);
void envoy_dynamic_module_on_http_filter_config_http_callout_done(
    AbiFilterConfig config, AbiFilterConfigSelf self, uint64_t callout, AbiCalloutResult result,
    AbiHeader* headers, size_t header_count, AbiBuffer* chunks, size_t chunk_count);
void envoy_dynamic_module_on_http_filter_config_http_stream_headers(AbiFilterConfig config,
                                                                    AbiFilterConfigSelf self,
                                                                    uint64_t stream,
                                                                    AbiHeader* headers,
                                                                    size_t header_count, bool end);
void envoy_dynamic_module_on_http_filter_config_http_stream_data(AbiFilterConfig config,
                                                                 AbiFilterConfigSelf self,
                                                                 uint64_t stream,
                                                                 const AbiBuffer* chunks,
                                                                 size_t chunk_count, bool end);
void envoy_dynamic_module_on_http_filter_config_http_stream_trailers(AbiFilterConfig config,
                                                                     AbiFilterConfigSelf self,
                                                                     uint64_t stream,
                                                                     AbiHeader* trailers,
                                                                     size_t trailer_count);
void envoy_dynamic_module_on_http_filter_config_http_stream_complete(AbiFilterConfig config,
                                                                     AbiFilterConfigSelf self,
                                                                     uint64_t stream);
void envoy_dynamic_module_on_http_filter_config_http_stream_reset(AbiFilterConfig config,
                                                                  AbiFilterConfigSelf self,
                                                                  uint64_t stream,
                                                                  AbiStreamResetReason reason);

// --- Hooks, the worker thread of the stream

// Null makes Envoy answer 500.
AbiFilterSelf envoy_dynamic_module_on_http_filter_new(AbiFilterConfigSelf config, AbiFilter filter);
AbiHeadersStatus envoy_dynamic_module_on_http_filter_request_headers(AbiFilter filter,
                                                                     AbiFilterSelf self, bool end);
AbiBodyStatus envoy_dynamic_module_on_http_filter_request_body(AbiFilter filter, AbiFilterSelf self,
                                                               bool end);
AbiTrailersStatus envoy_dynamic_module_on_http_filter_request_trailers(AbiFilter filter,
                                                                       AbiFilterSelf self);
AbiHeadersStatus envoy_dynamic_module_on_http_filter_response_headers(AbiFilter filter,
                                                                      AbiFilterSelf self, bool end);
AbiBodyStatus envoy_dynamic_module_on_http_filter_response_body(AbiFilter filter,
                                                                AbiFilterSelf self, bool end);
AbiTrailersStatus envoy_dynamic_module_on_http_filter_response_trailers(AbiFilter filter,
                                                                        AbiFilterSelf self);
// Envoy makes an answer of its own, for example when no host was found.
AbiLocalReplyStatus envoy_dynamic_module_on_http_filter_local_reply(
    AbiFilter filter, AbiFilterSelf self, uint32_t code, AbiBuffer details, bool reset_imminent);
// The stream is over; access logs have not been written yet. Never called in an upstream chain.
void envoy_dynamic_module_on_http_filter_stream_complete(AbiFilter filter, AbiFilterSelf self);
// The last hook. No AbiFilter any more: nothing of the stream can be read here.
void envoy_dynamic_module_on_http_filter_destroy(AbiFilterSelf self);
// The answer to scheduler_commit.
void envoy_dynamic_module_on_http_filter_scheduled(AbiFilter filter, AbiFilterSelf self,
                                                   uint64_t event);
void envoy_dynamic_module_on_http_filter_downstream_above_write_buffer_high_watermark(
    AbiFilter filter, AbiFilterSelf self);
void envoy_dynamic_module_on_http_filter_downstream_below_write_buffer_low_watermark(
    AbiFilter filter, AbiFilterSelf self);
void envoy_dynamic_module_on_http_filter_http_callout_done(AbiFilter filter, AbiFilterSelf self,
                                                           uint64_t callout,
                                                           AbiCalloutResult result,
                                                           AbiHeader* headers, size_t header_count,
                                                           AbiBuffer* chunks, size_t chunk_count);
void envoy_dynamic_module_on_http_filter_http_stream_headers(AbiFilter filter, AbiFilterSelf self,
                                                             uint64_t stream, AbiHeader* headers,
                                                             size_t header_count, bool end);
void envoy_dynamic_module_on_http_filter_http_stream_data(AbiFilter filter, AbiFilterSelf self,
                                                          uint64_t stream, const AbiBuffer* chunks,
                                                          size_t chunk_count, bool end);
void envoy_dynamic_module_on_http_filter_http_stream_trailers(AbiFilter filter, AbiFilterSelf self,
                                                              uint64_t stream, AbiHeader* trailers,
                                                              size_t trailer_count);
void envoy_dynamic_module_on_http_filter_http_stream_complete(AbiFilter filter, AbiFilterSelf self,
                                                              uint64_t stream);
void envoy_dynamic_module_on_http_filter_http_stream_reset(AbiFilter filter, AbiFilterSelf self,
                                                           uint64_t stream,
                                                           AbiStreamResetReason reason);

// --- Headers

// The index-th value of a header. `total` may be null. False if there is no such map or value.
bool envoy_dynamic_module_callback_http_get_header(AbiFilter filter, AbiHeaderType type,
                                                   AbiBuffer key, AbiBuffer* value, size_t index,
                                                   size_t* total);
// All values of one header; `values` must have room for the total that get_header reports.
bool envoy_dynamic_module_callback_http_get_header_values(AbiFilter filter, AbiHeaderType type,
                                                          AbiBuffer key, AbiBuffer* values);
size_t envoy_dynamic_module_callback_http_get_headers_size(AbiFilter filter, AbiHeaderType type);
// `headers` must have room for headers_size entries.
bool envoy_dynamic_module_callback_http_get_headers(AbiFilter filter, AbiHeaderType type,
                                                    AbiHeader* headers);
// Replaces all values; a null value pointer removes the header.
bool envoy_dynamic_module_callback_http_set_header(AbiFilter filter, AbiHeaderType type,
                                                   AbiBuffer key, AbiBuffer value);
// Adds one more value.
bool envoy_dynamic_module_callback_http_add_header(AbiFilter filter, AbiHeaderType type,
                                                   AbiBuffer key, AbiBuffer value);

// --- Control of the stream

// A whole answer of our own. Our local_reply hook runs within the call; our response hooks are
// skipped. The hook that calls it must return a stop status.
void envoy_dynamic_module_callback_http_send_response(AbiFilter filter, uint32_t status,
                                                      AbiHeader* headers, size_t header_count,
                                                      AbiBuffer body, AbiBuffer details);
void envoy_dynamic_module_callback_http_filter_continue_decoding(AbiFilter filter);
void envoy_dynamic_module_callback_http_filter_continue_encoding(AbiFilter filter);
void envoy_dynamic_module_callback_http_filter_reset_stream(AbiFilter filter,
                                                            AbiFilterResetReason reason,
                                                            AbiBuffer details);
void envoy_dynamic_module_callback_http_clear_route_cache(AbiFilter filter);
void envoy_dynamic_module_callback_http_clear_route_cluster_cache(AbiFilter filter);
// Null when no route has one. Ours, made by per_route_config_new.
AbiFilterRouteSelf envoy_dynamic_module_callback_get_most_specific_route_config(AbiFilter filter);
// 0 to concurrency-1 for workers.
uint32_t envoy_dynamic_module_callback_http_filter_get_worker_index(AbiFilter filter);
// A word for the access log's response flags; no white space.
void envoy_dynamic_module_callback_http_add_custom_flag(AbiFilter filter, AbiBuffer flag);
// False if `host` is no IP address with port.
bool envoy_dynamic_module_callback_http_set_upstream_override_host(AbiFilter filter, AbiBuffer host,
                                                                   bool strict);

// Made on the stream's thread. Commit from any thread; nothing happens once the filter is
// destroyed. Must be deleted.
AbiFilterScheduler envoy_dynamic_module_callback_http_filter_scheduler_new(AbiFilter filter);
void envoy_dynamic_module_callback_http_filter_scheduler_commit(AbiFilterScheduler scheduler,
                                                                uint64_t event);
void envoy_dynamic_module_callback_http_filter_scheduler_delete(AbiFilterScheduler scheduler);
// The same for a configuration: leads to config_scheduled on the main thread.
AbiFilterConfigScheduler envoy_dynamic_module_callback_http_filter_config_scheduler_new(
    AbiFilterConfig config);
void envoy_dynamic_module_callback_http_filter_config_scheduler_commit(
    AbiFilterConfigScheduler scheduler, uint64_t event);
void envoy_dynamic_module_callback_http_filter_config_scheduler_delete(
    AbiFilterConfigScheduler scheduler);

// --- Body

size_t envoy_dynamic_module_callback_http_get_body_size(AbiFilter filter, AbiBodyType type);
size_t envoy_dynamic_module_callback_http_get_body_chunks_size(AbiFilter filter, AbiBodyType type);
bool envoy_dynamic_module_callback_http_get_body_chunks(AbiFilter filter, AbiBodyType type,
                                                        AbiBuffer* chunks);
bool envoy_dynamic_module_callback_http_append_body(AbiFilter filter, AbiBodyType type,
                                                    AbiBuffer data);
bool envoy_dynamic_module_callback_http_drain_body(AbiFilter filter, AbiBodyType type,
                                                   size_t bytes);
uint64_t envoy_dynamic_module_callback_http_get_buffer_limit(AbiFilter filter);
void envoy_dynamic_module_callback_http_set_buffer_limit(AbiFilter filter, uint64_t limit);

// --- Filter state and metadata

// Bytes under a key for the life of the stream; choose_host and the upstream filter read them.
bool envoy_dynamic_module_callback_http_set_filter_state_bytes(AbiFilter filter, AbiBuffer key,
                                                               AbiBuffer value);
bool envoy_dynamic_module_callback_http_get_filter_state_bytes(AbiFilter filter, AbiBuffer key,
                                                               AbiBuffer* value);
bool envoy_dynamic_module_callback_http_has_filter_state(AbiFilter filter, AbiBuffer key);
// `key` must name a registered object factory, such as envoy.hashable_string.
bool envoy_dynamic_module_callback_http_set_filter_state_typed(AbiFilter filter, AbiBuffer key,
                                                               AbiBuffer value);
bool envoy_dynamic_module_callback_http_get_filter_state_typed(AbiFilter filter, AbiBuffer key,
                                                               AbiBuffer* value);

void envoy_dynamic_module_callback_http_set_dynamic_metadata_string(AbiFilter filter, AbiBuffer ns,
                                                                    AbiBuffer key, AbiBuffer value);
void envoy_dynamic_module_callback_http_set_dynamic_metadata_string_batch(AbiFilter filter,
                                                                          AbiBuffer ns,
                                                                          const AbiHeader* entries,
                                                                          size_t count);
void envoy_dynamic_module_callback_http_set_dynamic_metadata_number(AbiFilter filter, AbiBuffer ns,
                                                                    AbiBuffer key, double value);
void envoy_dynamic_module_callback_http_set_dynamic_metadata_bool(AbiFilter filter, AbiBuffer ns,
                                                                  AbiBuffer key, bool value);
// One level only: a value nested in a struct cannot be reached.
bool envoy_dynamic_module_callback_http_get_metadata_string(AbiFilter filter,
                                                            AbiMetadataSource source, AbiBuffer ns,
                                                            AbiBuffer key, AbiBuffer* value);
bool envoy_dynamic_module_callback_http_get_metadata_number(AbiFilter filter,
                                                            AbiMetadataSource source, AbiBuffer ns,
                                                            AbiBuffer key, double* value);
bool envoy_dynamic_module_callback_http_get_metadata_bool(AbiFilter filter,
                                                          AbiMetadataSource source, AbiBuffer ns,
                                                          AbiBuffer key, bool* value);

// --- Facts about the request, the connection and the upstream

bool envoy_dynamic_module_callback_http_filter_get_attribute_string(AbiFilter filter,
                                                                    AbiAttribute attribute,
                                                                    AbiBuffer* value);
bool envoy_dynamic_module_callback_http_filter_get_attribute_int(AbiFilter filter,
                                                                 AbiAttribute attribute,
                                                                 uint64_t* value);
bool envoy_dynamic_module_callback_http_filter_get_attribute_bool(AbiFilter filter,
                                                                  AbiAttribute attribute,
                                                                  bool* value);
// False before a route is chosen.
bool envoy_dynamic_module_callback_http_get_cluster_name(AbiFilter filter, AbiBuffer* name);
bool envoy_dynamic_module_callback_http_get_cluster_host_count(AbiFilter filter, uint32_t priority,
                                                               size_t* total, size_t* healthy,
                                                               size_t* degraded);
// The peer of the connection itself, whatever x-forwarded-for says. "ip:port".
bool envoy_dynamic_module_callback_http_get_downstream_direct_remote_address(AbiFilter filter,
                                                                             AbiBuffer* address);
// The upstream host. May be false in an upstream chain's request hooks, where kUpstreamAddress is
// known already.
bool envoy_dynamic_module_callback_http_get_upstream_remote_address(AbiFilter filter,
                                                                    AbiBuffer* address);
// The distinct hosts tried so far; `addresses` must have room for attempted_size entries.
size_t envoy_dynamic_module_callback_http_get_upstream_hosts_attempted_size(AbiFilter filter);
bool envoy_dynamic_module_callback_http_get_upstream_hosts_attempted(AbiFilter filter,
                                                                     AbiBuffer* addresses);

// --- Callouts

AbiCalloutInitResult envoy_dynamic_module_callback_http_filter_http_callout(
    AbiFilter filter, uint64_t* callout, AbiBuffer cluster_name, AbiHeader* headers,
    size_t header_count, AbiBuffer body, uint64_t timeout_ms);

// --- Metrics: define_* inside config_new. Through the configuration on any thread, through a
// filter on the thread of its stream

AbiMetricsResult envoy_dynamic_module_callback_http_filter_config_define_counter(
    AbiFilterConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count, size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_config_define_gauge(
    AbiFilterConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count, size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_config_define_histogram(
    AbiFilterConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count, size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_config_increment_counter(
    AbiFilterConfig config, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_config_set_gauge(
    AbiFilterConfig config, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_config_increment_gauge(
    AbiFilterConfig config, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_config_decrement_gauge(
    AbiFilterConfig config, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_config_record_histogram_value(
    AbiFilterConfig config, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_increment_counter(
    AbiFilter filter, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_set_gauge(AbiFilter filter, size_t id,
                                                                     AbiBuffer* label_values,
                                                                     size_t label_count,
                                                                     uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_increment_gauge(
    AbiFilter filter, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_decrement_gauge(
    AbiFilter filter, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_http_filter_record_histogram_value(
    AbiFilter filter, size_t id, AbiBuffer* label_values, size_t label_count, uint64_t value);

}  // extern "C"

// ------------------------------------------------------------------------------------------------
// Bootstrap extension: one per process, main thread
// ------------------------------------------------------------------------------------------------

using AbiBootstrapConfig = void*;            // valid until config_destroy
using AbiBootstrapConfigSelf = const void*;  // ours
using AbiBootstrap = void*;                  // valid until destroy
using AbiBootstrapSelf = const void*;        // ours
using AbiBootstrapScheduler = void*;         // made by Envoy, deleted by us
using AbiBootstrapTimer = void*;             // made by Envoy, deleted by us on the main thread

// Bits for file_watcher_add_watch and file_changed.
inline constexpr uint32_t kAbiFileMovedTo = 1;
inline constexpr uint32_t kAbiFileModified = 2;

enum class AbiStatsAction : uint32_t {
  kContinue = 0,
  kStop = 1,
};
using AbiStatsVisitor = AbiStatsAction (*)(AbiBuffer name, uint64_t value, void* user);

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
void envoy_dynamic_module_callback_bootstrap_extension_timer_disable(AbiBootstrapTimer timer);
bool envoy_dynamic_module_callback_bootstrap_extension_timer_enabled(AbiBootstrapTimer timer);
void envoy_dynamic_module_callback_bootstrap_extension_timer_delete(AbiBootstrapTimer timer);

// False if the path does not exist. A watch ends with the configuration.
bool envoy_dynamic_module_callback_bootstrap_extension_file_watcher_add_watch(
    AbiBootstrapConfig config, AbiBuffer path, uint32_t events);

// Not before server_initialized. False if the prefix is taken or there is no admin listener.
bool envoy_dynamic_module_callback_bootstrap_extension_register_admin_handler(
    AbiBootstrapConfig config, AbiBuffer prefix, AbiBuffer help, bool removable,
    bool mutates_server_state);
bool envoy_dynamic_module_callback_bootstrap_extension_remove_admin_handler(
    AbiBootstrapConfig config, AbiBuffer prefix);
// Only inside admin_request. Copies the body.
void envoy_dynamic_module_callback_bootstrap_extension_admin_set_response(AbiBootstrapConfig config,
                                                                          AbiBuffer body);

// Not before server_initialized, once.
bool envoy_dynamic_module_callback_bootstrap_extension_enable_cluster_lifecycle(
    AbiBootstrapConfig config);
bool envoy_dynamic_module_callback_bootstrap_extension_enable_listener_lifecycle(
    AbiBootstrapConfig config);

AbiCalloutInitResult envoy_dynamic_module_callback_bootstrap_extension_http_callout(
    AbiBootstrapConfig config, uint64_t* callout, AbiBuffer cluster_name, AbiHeader* headers,
    size_t header_count, AbiBuffer body, uint64_t timeout_ms);

// Metrics of the whole server, by their full name.
bool envoy_dynamic_module_callback_bootstrap_extension_get_counter_value(AbiBootstrap extension,
                                                                         AbiBuffer name,
                                                                         uint64_t* value);
bool envoy_dynamic_module_callback_bootstrap_extension_get_gauge_value(AbiBootstrap extension,
                                                                       AbiBuffer name,
                                                                       uint64_t* value);
bool envoy_dynamic_module_callback_bootstrap_extension_get_histogram_summary(AbiBootstrap extension,
                                                                             AbiBuffer name,
                                                                             uint64_t* samples,
                                                                             double* sum);
void envoy_dynamic_module_callback_bootstrap_extension_iterate_counters(AbiBootstrap extension,
                                                                        AbiStatsVisitor visitor,
                                                                        void* user);
void envoy_dynamic_module_callback_bootstrap_extension_iterate_gauges(AbiBootstrap extension,
                                                                      AbiStatsVisitor visitor,
                                                                      void* user);

// --- Metrics: define_* inside config_new, the others on any thread

AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_define_counter(
    AbiBootstrapConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count,
    size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_define_gauge(
    AbiBootstrapConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count,
    size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_define_histogram(
    AbiBootstrapConfig config, AbiBuffer name, AbiBuffer* label_names, size_t label_count,
    size_t* id);
AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_increment_counter(
    AbiBootstrapConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_set_gauge(
    AbiBootstrapConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_increment_gauge(
    AbiBootstrapConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_decrement_gauge(
    AbiBootstrapConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);
AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_record_histogram_value(
    AbiBootstrapConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value);

}  // extern "C"

#pragma GCC visibility pop
