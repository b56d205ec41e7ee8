// Load-balancing policy: endpoints come from elsewhere, the module only chooses.
#pragma once

#include "envoy/abi/common.h"

#pragma GCC visibility push(default)

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

size_t envoy_dynamic_module_callback_lb_get_healthy_hosts_count(AbiLb lb, uint32_t priority);
bool envoy_dynamic_module_callback_lb_get_healthy_host_address(AbiLb lb, uint32_t priority,
                                                               size_t index, AbiBuffer* address);

bool envoy_dynamic_module_callback_lb_context_compute_hash_key(AbiLbContext context,
                                                               uint64_t* hash);

}  // extern "C"

#pragma GCC visibility pop
