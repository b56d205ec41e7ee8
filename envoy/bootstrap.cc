#include "envoy/bootstrap.h"

#include "envoy/hook.h"
#include "envoy/hub.h"
#include "files/json_fields.h"

namespace croupier::envoy {
namespace {

constexpr std::uint64_t kLoadedEvent = 1;

}  // namespace

Result<BootstrapConfig> BootstrapConfig::parse(std::string_view bytes) {
  const auto json = files::parse_json(bytes);
  if (!json) return error(Code::kInvalidArgument, "bootstrap config is not JSON");
  BootstrapConfig config;
  files::Problem problem;
  files::Fields fields(*json, "bootstrap config", problem);
  config.loader.folder = fields.text("snapshot");
  for (const files::Json& entry : fields.list("keys", 256)) {
    files::Fields key(entry, "bootstrap config keys", problem);
    std::string id = key.text("id");
    std::string file = key.text("file");
    key.done();
    config.loader.key_files.emplace_back(std::move(id), std::move(file));
  }
  config.config_digest = fields.text("config_digest");
  fields.done();
  if (config.loader.folder.empty()) problem.note("bootstrap config: \"snapshot\" is empty");
  if (!problem.empty()) return error(Code::kInvalidArgument, problem.what());
  return config;
}

Bootstrap::Bootstrap(BootstrapConfig config, AbiBootstrapConfig envoy)
    : config_(std::move(config)), envoy_(envoy) {
  define_metrics();
  if (envoy_dynamic_module_callback_is_validation_mode()) {
    envoy_dynamic_module_callback_bootstrap_extension_config_signal_init_complete(envoy_);
    return;
  }
  hub().expect_snapshots();
  scheduler_ = envoy_dynamic_module_callback_bootstrap_extension_config_scheduler_new(envoy_);
  loader_ = std::make_unique<Loader>(config_.loader, [scheduler = scheduler_] {
    envoy_dynamic_module_callback_bootstrap_extension_config_scheduler_commit(scheduler,
                                                                              kLoadedEvent);
  });
  hub().discard_with([this](auto snapshot) { loader_->discard(std::move(snapshot)); });
  timer_ = envoy_dynamic_module_callback_bootstrap_extension_timer_new(envoy_);
  watch();
  loader_->request();
  tick();
}

Bootstrap::~Bootstrap() {
  hub().discard_with(nullptr);
  loader_.reset();  // its thread uses the scheduler
  if (scheduler_ != nullptr) {
    envoy_dynamic_module_callback_bootstrap_extension_config_scheduler_delete(scheduler_);
  }
  if (timer_ != nullptr) {
    envoy_dynamic_module_callback_bootstrap_extension_timer_delete(timer_);
  }
}

void Bootstrap::define_metrics() {
  AbiBuffer reason = buffer("reason");
  for (std::size_t i = 0; i < kCounters; ++i) {
    const CounterName& counter = kCounterNames[i];
    if (i > 0 && counter.reason != nullptr &&
        std::string_view(kCounterNames[i - 1].name) == counter.name) {
      counter_ids_[i] = counter_ids_[i - 1];  // one metric, another label value
      continue;
    }
    envoy_dynamic_module_callback_bootstrap_extension_config_define_counter(
        envoy_, buffer(counter.name), &reason, counter.reason != nullptr ? 1 : 0, &counter_ids_[i]);
  }
  const auto gauge = [&](std::string_view name, std::size_t& id) {
    envoy_dynamic_module_callback_bootstrap_extension_config_define_gauge(envoy_, buffer(name),
                                                                          nullptr, 0, &id);
  };
  gauge("snapshot_version", version_gauge_);
  gauge("snapshot_age_seconds", age_gauge_);
  gauge("config_mismatch", mismatch_gauge_);
  gauge("snapshot_from_previous", from_previous_gauge_);
}

void Bootstrap::carry_metrics() {
  for (std::size_t i = 0; i < kCounters; ++i) {
    const std::uint64_t total = metrics().total(static_cast<Counter>(i));
    if (total == carried_[i]) continue;
    const char* reason = kCounterNames[i].reason;
    AbiBuffer label = buffer(reason != nullptr ? reason : "");
    envoy_dynamic_module_callback_bootstrap_extension_config_increment_counter(
        envoy_, counter_ids_[i], &label, reason != nullptr ? 1 : 0, total - carried_[i]);
    carried_[i] = total;
  }
  const auto view = hub().view();
  if (!view) return;
  const auto set = [&](std::size_t gauge, std::uint64_t value) {
    envoy_dynamic_module_callback_bootstrap_extension_config_set_gauge(envoy_, gauge, nullptr, 0,
                                                                       value);
  };
  const auto age = std::chrono::steady_clock::now() - loaded_at_;
  set(version_gauge_, view->snapshot->version());
  set(age_gauge_,
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(age).count()));
  set(mismatch_gauge_, view->snapshot->manifest().config_digest != config_.config_digest);
  set(from_previous_gauge_, from_previous_);
}

// A folder that is not there yet cannot be watched; every tick tries again. Without the slash at
// the end Envoy watches the folder's own name, not the files in it.
void Bootstrap::watch() {
  const std::string path = config_.loader.folder + "/";
  watching_ = envoy_dynamic_module_callback_bootstrap_extension_file_watcher_add_watch(
      envoy_, buffer(path), kAbiFileMovedTo | kAbiFileModified);
}

void Bootstrap::tick() {
  const bool look = !watching_ || ++ticks_ % kTicksPerLook == 0;
  if (!watching_) watch();
  if (look) loader_->request();
  carry_metrics();
  hub().retire(std::chrono::steady_clock::now());
  envoy_dynamic_module_callback_bootstrap_extension_timer_enable(
      timer_, static_cast<std::uint64_t>(kTick.count()));
}

void Bootstrap::put_into_service(std::shared_ptr<const snapshot::Snapshot> snapshot,
                                 bool from_previous) {
  log(AbiLogLevel::kInfo, "croupier: version " + std::to_string(snapshot->version()) +
                              " is in service, snapshot " + snapshot->digest());
  if (snapshot->manifest().config_digest != config_.config_digest) {
    log(AbiLogLevel::kWarn,
        "croupier: this Envoy's configuration was made for another fleet file than the "
        "snapshot: routes, identity or health checks may differ; run `croupier envoy-config`");
  }
  loaded_at_ = std::chrono::steady_clock::now();
  from_previous_ = from_previous;
  metrics().add(Counter::kSwaps);
  hub().publish(std::move(snapshot));
}

void Bootstrap::loaded() {
  auto loaded = loader_->take();
  if (!loaded) return;
  metrics().add(Counter::kSnapshotRefused, loaded->refused);
  if (!loaded->last_refused.empty()) {
    log(AbiLogLevel::kError, "croupier: snapshot refused: " + loaded->last_refused);
  }
  if (loaded->refused > 0 || !loaded->from_previous) last_refused_ = loaded->last_refused;
  if (loaded->snapshot) {
    put_into_service(std::move(loaded->snapshot), loaded->from_previous);
  } else {
    hub().give_up_waiting();
  }
  if (!std::exchange(init_signalled_, true)) {
    envoy_dynamic_module_callback_bootstrap_extension_config_signal_init_complete(envoy_);
  }
}

}  // namespace croupier::envoy
