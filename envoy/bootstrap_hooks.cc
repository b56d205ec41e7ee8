// Hooks of the bootstrap extension.
#include "envoy/bootstrap.h"
#include "envoy/hook.h"

namespace croupier::envoy {
namespace {

Bootstrap* as_bootstrap(AbiBootstrapConfigSelf self) {
  return static_cast<Bootstrap*>(const_cast<void*>(self));
}

// The process has one hub, so a second extension would fight over it.
bool g_configured = false;

AbiBootstrapConfigSelf configure(AbiBootstrapConfig config, std::string_view bytes) {
  auto parsed = BootstrapConfig::parse(bytes);
  if (!parsed) {
    log(AbiLogLevel::kError, "croupier: " + parsed.error().message);
    return nullptr;
  }
  if (g_configured) {
    log(AbiLogLevel::kError, "croupier: only one bootstrap extension may be configured");
    return nullptr;
  }
  AbiBootstrapConfigSelf self = new Bootstrap(std::move(*parsed), config);
  g_configured = true;
  return self;
}

}  // namespace
}  // namespace croupier::envoy

using namespace croupier::envoy;

AbiBootstrapConfigSelf envoy_dynamic_module_on_bootstrap_extension_config_new(
    AbiBootstrapConfig config, AbiBuffer, AbiBuffer bytes) {
  return guarded("bootstrap_config_new", AbiBootstrapConfigSelf{},
                 [&] { return configure(config, text(bytes)); });
}

void envoy_dynamic_module_on_bootstrap_extension_config_destroy(AbiBootstrapConfigSelf self) {
  guarded("bootstrap_config_destroy", [&] {
    delete as_bootstrap(self);
    g_configured = false;
  });
}

// The extension has no state beyond its configuration.
AbiBootstrapSelf envoy_dynamic_module_on_bootstrap_extension_new(AbiBootstrapConfigSelf config,
                                                                 AbiBootstrap) {
  return config;
}

void envoy_dynamic_module_on_bootstrap_extension_destroy(AbiBootstrapSelf) {}

void envoy_dynamic_module_on_bootstrap_extension_server_initialized(AbiBootstrap,
                                                                    AbiBootstrapSelf self) {
  guarded("bootstrap_server_initialized", [&] { as_bootstrap(self)->register_admin(); });
}

void envoy_dynamic_module_on_bootstrap_extension_worker_thread_initialized(AbiBootstrap,
                                                                           AbiBootstrapSelf) {}
void envoy_dynamic_module_on_bootstrap_extension_drain_started(AbiBootstrap, AbiBootstrapSelf) {}

void envoy_dynamic_module_on_bootstrap_extension_shutdown(AbiBootstrap, AbiBootstrapSelf,
                                                          AbiCompletion done, void* context) {
  if (done != nullptr) done(context);
}

void envoy_dynamic_module_on_bootstrap_extension_config_scheduled(AbiBootstrapConfig,
                                                                  AbiBootstrapConfigSelf self,
                                                                  uint64_t) {
  guarded("bootstrap_config_scheduled", [&] { as_bootstrap(self)->loaded(); });
}

void envoy_dynamic_module_on_bootstrap_extension_timer_fired(AbiBootstrapConfig,
                                                             AbiBootstrapConfigSelf self,
                                                             AbiBootstrapTimer) {
  guarded("bootstrap_timer_fired", [&] { as_bootstrap(self)->tick(); });
}

void envoy_dynamic_module_on_bootstrap_extension_file_changed(AbiBootstrapConfig,
                                                              AbiBootstrapConfigSelf self,
                                                              AbiBuffer, uint32_t) {
  guarded("bootstrap_file_changed", [&] { as_bootstrap(self)->folder_changed(); });
}

uint32_t envoy_dynamic_module_on_bootstrap_extension_admin_request(AbiBootstrapConfig config,
                                                                   AbiBootstrapConfigSelf self,
                                                                   AbiBuffer, AbiBuffer path,
                                                                   AbiBuffer) {
  return guarded("bootstrap_admin_request", uint32_t{500}, [&] {
    std::string body;
    const uint32_t status = as_bootstrap(self)->admin(text(path), body);
    envoy_dynamic_module_callback_bootstrap_extension_admin_set_response(config, buffer(body));
    return status;
  });
}

void envoy_dynamic_module_on_bootstrap_extension_http_callout_done(AbiBootstrapConfig,
                                                                   AbiBootstrapConfigSelf, uint64_t,
                                                                   AbiCalloutResult, AbiHeader*,
                                                                   size_t, AbiBuffer*, size_t) {}
void envoy_dynamic_module_on_bootstrap_extension_cluster_add_or_update(AbiBootstrapConfig,
                                                                       AbiBootstrapConfigSelf,
                                                                       AbiBuffer) {}
void envoy_dynamic_module_on_bootstrap_extension_cluster_removal(AbiBootstrapConfig,
                                                                 AbiBootstrapConfigSelf,
                                                                 AbiBuffer) {}
void envoy_dynamic_module_on_bootstrap_extension_listener_add_or_update(AbiBootstrapConfig,
                                                                        AbiBootstrapConfigSelf,
                                                                        AbiBuffer) {}
void envoy_dynamic_module_on_bootstrap_extension_listener_removal(AbiBootstrapConfig,
                                                                  AbiBootstrapConfigSelf,
                                                                  AbiBuffer) {}
