#include "envoy/fake_host/fake_bootstrap.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "croupier/assert.h"
#include "envoy/fake_host/calls.h"

namespace croupier::envoy::fake {

FakeBootstrap::FakeBootstrap(FakeEnvoy& envoy, std::string_view config)
    : envoy_(envoy), alive_(std::make_shared<FakeBootstrap*>(this)) {
  config_self_ = envoy_dynamic_module_on_bootstrap_extension_config_new(this, bytes_of("croupier"),
                                                                        bytes_of(config));
  defining_ = false;
  if (accepted()) self_ = envoy_dynamic_module_on_bootstrap_extension_new(config_self_, this);
}

FakeBootstrap::~FakeBootstrap() {
  if (accepted()) {
    envoy_dynamic_module_on_bootstrap_extension_destroy(self_);
    envoy_dynamic_module_on_bootstrap_extension_config_destroy(config_self_);
  }
  CROUPIER_ASSERT(timers_.empty());  // the module deletes its timers
}

void FakeBootstrap::server_initialized() {
  initialized_ = true;
  envoy_dynamic_module_on_bootstrap_extension_server_initialized(this, self_);
}

int FakeBootstrap::shutdown() {
  int done = 0;
  envoy_dynamic_module_on_bootstrap_extension_drain_started(this, self_);
  envoy_dynamic_module_on_bootstrap_extension_shutdown(
      this, self_, [](void* context) { ++*static_cast<int*>(context); }, &done);
  return done;
}

bool FakeBootstrap::fire_timer() {
  for (const auto& timer : timers_) {
    if (!std::exchange(timer->armed, false)) continue;
    envoy_dynamic_module_on_bootstrap_extension_timer_fired(this, config_self_, timer.get());
    return true;
  }
  return false;
}

bool FakeBootstrap::file_changed(const std::string& path) {
  const auto watch = std::find_if(watches_.begin(), watches_.end(),
                                  [&](const std::string& each) { return path.starts_with(each); });
  if (watch == watches_.end()) return false;
  envoy_dynamic_module_on_bootstrap_extension_file_changed(this, config_self_, bytes_of(*watch),
                                                           kAbiFileMovedTo);
  return true;
}

void FakeBootstrap::commit(std::uint64_t event) {
  envoy_.main().post([event, alive = std::weak_ptr(alive_)] {
    const auto self = alive.lock();
    if (!self) return;
    envoy_dynamic_module_on_bootstrap_extension_config_scheduled(*self, (*self)->config_self_,
                                                                 event);
  });
}

FakeBootstrap::Page FakeBootstrap::get(std::string_view path) {
  response_.clear();
  const std::uint32_t status = envoy_dynamic_module_on_bootstrap_extension_admin_request(
      this, config_self_, bytes_of("GET"), bytes_of(path), bytes_of(""));
  return {status, response_};
}

std::uint64_t FakeBootstrap::metric(const std::string& name, const std::string& label) const {
  std::uint64_t sum = 0;
  for (const Metric& metric : metrics_) {
    if (metric.name != name) continue;
    for (const auto& [value, count] : metric.values) {
      if (label.empty() || label == value) sum += count;
    }
  }
  return sum;
}

bool FakeBootstrap::has_metric(const std::string& name) const {
  return std::any_of(metrics_.begin(), metrics_.end(),
                     [&](const Metric& metric) { return metric.name == name; });
}

struct BootstrapCallbacks {
  static FakeBootstrap& on_main_thread(AbiBootstrapConfig config, std::string_view callback) {
    enter(callback);
    auto& bootstrap = *static_cast<FakeBootstrap*>(config);
    bootstrap.envoy_.expect_main_thread();
    return bootstrap;
  }

  static void signal_init_complete(FakeBootstrap& bootstrap) { bootstrap.init_complete_ = true; }

  static AbiBootstrapTimer timer_new(FakeBootstrap& bootstrap) {
    using Timer = FakeBootstrap::Timer;
    return bootstrap.timers_.emplace_back(std::make_unique<Timer>(Timer{bootstrap})).get();
  }
  static void timer_enable(AbiBootstrapTimer timer) {
    static_cast<FakeBootstrap::Timer*>(timer)->armed = true;
  }
  static void timer_delete(AbiBootstrapTimer timer) {
    std::erase_if(static_cast<FakeBootstrap::Timer*>(timer)->owner.timers_,
                  [&](const auto& each) { return each.get() == timer; });
  }

  static bool add_watch(FakeBootstrap& bootstrap, std::string_view path) {
    if (!std::filesystem::exists(path)) return false;
    bootstrap.watches_.emplace_back(path);
    return true;
  }
  static bool register_page(FakeBootstrap& bootstrap, std::string_view prefix) {
    return bootstrap.initialized_ && bootstrap.pages_.emplace(prefix).second;
  }
  static void respond(FakeBootstrap& bootstrap, std::string_view body) {
    bootstrap.response_ = body;
  }

  static AbiMetricsResult define(FakeBootstrap& bootstrap, std::string_view name, std::size_t* id) {
    if (!bootstrap.defining_) return AbiMetricsResult::kFrozen;
    CROUPIER_ASSERT(!bootstrap.has_metric(std::string(name)));  // a second would hide the first
    *id = bootstrap.metrics_.size();
    bootstrap.metrics_.push_back({std::string(name), {}});
    return AbiMetricsResult::kSuccess;
  }
  static std::uint64_t& value(FakeBootstrap& bootstrap, std::size_t id, const AbiBuffer* label,
                              std::size_t labels) {
    CROUPIER_ASSERT(id < bootstrap.metrics_.size() && labels <= 1);
    return bootstrap.metrics_[id].values[labels == 0 ? "" : std::string(text_of(*label))];
  }
};

}  // namespace croupier::envoy::fake

using croupier::envoy::fake::BootstrapCallbacks;
using croupier::envoy::fake::enter;
using croupier::envoy::fake::FakeBootstrap;
using croupier::envoy::fake::text_of;

void envoy_dynamic_module_callback_bootstrap_extension_config_signal_init_complete(
    AbiBootstrapConfig config) {
  BootstrapCallbacks::signal_init_complete(
      BootstrapCallbacks::on_main_thread(config, "signal_init_complete"));
}

// A scheduler is no more than the extension that its events go to.
AbiBootstrapScheduler envoy_dynamic_module_callback_bootstrap_extension_config_scheduler_new(
    AbiBootstrapConfig config) {
  return new FakeBootstrap*(&BootstrapCallbacks::on_main_thread(config, "scheduler_new"));
}

void envoy_dynamic_module_callback_bootstrap_extension_config_scheduler_commit(
    AbiBootstrapScheduler scheduler, uint64_t event) {
  enter("scheduler_commit");
  (*static_cast<FakeBootstrap**>(scheduler))->commit(event);
}

void envoy_dynamic_module_callback_bootstrap_extension_config_scheduler_delete(
    AbiBootstrapScheduler scheduler) {
  enter("scheduler_delete");
  delete static_cast<FakeBootstrap**>(scheduler);
}

AbiBootstrapTimer envoy_dynamic_module_callback_bootstrap_extension_timer_new(
    AbiBootstrapConfig config) {
  return BootstrapCallbacks::timer_new(BootstrapCallbacks::on_main_thread(config, "timer_new"));
}

void envoy_dynamic_module_callback_bootstrap_extension_timer_enable(AbiBootstrapTimer timer,
                                                                    uint64_t) {
  enter("timer_enable");
  BootstrapCallbacks::timer_enable(timer);
}

void envoy_dynamic_module_callback_bootstrap_extension_timer_delete(AbiBootstrapTimer timer) {
  enter("timer_delete");
  BootstrapCallbacks::timer_delete(timer);
}

bool envoy_dynamic_module_callback_bootstrap_extension_file_watcher_add_watch(
    AbiBootstrapConfig config, AbiBuffer path, uint32_t) {
  return BootstrapCallbacks::add_watch(BootstrapCallbacks::on_main_thread(config, "add_watch"),
                                       text_of(path));
}

bool envoy_dynamic_module_callback_bootstrap_extension_register_admin_handler(
    AbiBootstrapConfig config, AbiBuffer prefix, AbiBuffer, bool, bool) {
  return BootstrapCallbacks::register_page(
      BootstrapCallbacks::on_main_thread(config, "register_admin_handler"), text_of(prefix));
}

void envoy_dynamic_module_callback_bootstrap_extension_admin_set_response(AbiBootstrapConfig config,
                                                                          AbiBuffer body) {
  BootstrapCallbacks::respond(BootstrapCallbacks::on_main_thread(config, "admin_set_response"),
                              text_of(body));
}

AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_define_counter(
    AbiBootstrapConfig config, AbiBuffer name, AbiBuffer*, size_t, size_t* id) {
  return BootstrapCallbacks::define(BootstrapCallbacks::on_main_thread(config, "define_counter"),
                                    text_of(name), id);
}

AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_define_gauge(
    AbiBootstrapConfig config, AbiBuffer name, AbiBuffer*, size_t, size_t* id) {
  return BootstrapCallbacks::define(BootstrapCallbacks::on_main_thread(config, "define_gauge"),
                                    text_of(name), id);
}

AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_increment_counter(
    AbiBootstrapConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value) {
  BootstrapCallbacks::value(BootstrapCallbacks::on_main_thread(config, "increment_counter"), id,
                            label_values, label_count) += value;
  return AbiMetricsResult::kSuccess;
}

AbiMetricsResult envoy_dynamic_module_callback_bootstrap_extension_config_set_gauge(
    AbiBootstrapConfig config, size_t id, AbiBuffer* label_values, size_t label_count,
    uint64_t value) {
  BootstrapCallbacks::value(BootstrapCallbacks::on_main_thread(config, "set_gauge"), id,
                            label_values, label_count) = value;
  return AbiMetricsResult::kSuccess;
}
