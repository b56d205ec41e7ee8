#include "demo/runner/stage.h"

#include <fmt/format.h>

#include "demo/runner/envoy_config.h"

namespace croupier::demo {

Stage::Stage(const Options& options, const std::string& folder)
    : options_(options), folder_(folder), tool_(options.croupier) {}

Stage::~Stage() = default;

Result<std::unique_ptr<Stage>> Stage::set(const Options& options, const Cast& cast,
                                          const std::vector<std::string>& listeners,
                                          const std::string& folder, Interrupt& interrupt) {
  std::unique_ptr<Stage> stage(new Stage(options, folder));
  const auto done = stage->start_workers(listeners).and_then(
      [&] { return stage->start_envoy(cast, listeners, interrupt); });
  if (!done) return tl::unexpected(done.error());
  return stage;
}

Result<void> Stage::start_workers(const std::vector<std::string>& listeners) {
  for (const std::string& listener : listeners) {
    SupervisorOptions options{.worker_program = options_.worker,
                              .worker_ids = worker_ids(kWorkers),
                              .restart_delay = kRestartDelay};
    if (listener == "croupier" && options_.router == Router::kLiving) {
      options.on_change = [this](std::size_t worker, bool alive) {
        if (LivingRedealer* redealer = told_.load()) redealer->change(worker, alive);
      };
    }
    auto supervisor = Supervisor::start(options);
    if (!supervisor) return tl::unexpected(supervisor.error());
    supervisors_.push_back(std::move(*supervisor));
  }
  return {};
}

Result<void> Stage::start_envoy(const Cast& cast, const std::vector<std::string>& listeners,
                                Interrupt& interrupt) {
  StockListeners stock{.pool = {}, .fixed = {}, .tenants = all_tenants(cast)};
  std::string ours;
  std::vector<std::uint16_t> all_ports;
  for (std::size_t i = 0; i < listeners.size(); ++i) {
    const std::vector<std::uint16_t>& ports = supervisors_[i]->ports();
    all_ports.insert(all_ports.end(), ports.begin(), ports.end());
    if (listeners[i] == "pool") stock.pool = ports;
    if (listeners[i] == "fixed") stock.fixed = ports;
    if (listeners[i] == "croupier") {
      auto config = prepare_croupier(cast, ports);
      if (!config) return tl::unexpected(config.error());
      ours = std::move(*config);
    }
  }
  auto config = envoy_config(ours, stock);
  if (!config) return tl::unexpected(config.error());
  auto envoy = Envoy::start({.program = options_.envoy,
                             .module_folder = options_.module_folder,
                             .folder = folder_,
                             .config = std::move(*config)},
                            all_ports, interrupt);
  if (!envoy) return tl::unexpected(envoy.error());
  envoy_ = std::move(*envoy);
  for (const std::string& listener : listeners) {
    const auto found = envoy_->listeners().find(listener);
    if (found == envoy_->listeners().end()) {
      return error(Code::kInternal, "envoy has no listener " + listener);
    }
    targets_.push_back({listener, found->second});
  }
  return {};
}

// Fleet file, snapshot and bootstrap of our own listener.
Result<std::string> Stage::prepare_croupier(const Cast& cast,
                                            const std::vector<std::uint16_t>& ports) {
  const bool all = options_.router == Router::kAllWorkers;
  DemoFleet fleet{.version = 1,
                  .workers = {},
                  .hand_size = all ? kWorkers : kHandSize,
                  .tenants = all_tenants(cast)};
  const std::vector<std::string> ids = worker_ids(kWorkers);
  for (std::size_t i = 0; i < kWorkers; ++i) fleet.workers.push_back({ids[i], ports[i]});
  const std::string file = folder_ + "/fleet.yaml";
  const std::string snapshot = folder_ + "/snapshot";
  if (options_.router == Router::kLiving) {
    redealer_ = std::make_unique<LivingRedealer>(tool_, fleet, file, snapshot);
    told_ = redealer_.get();
  }
  return write_file(file, fleet_text(fleet))
      .and_then([&] { return tool_.snapshot(file, snapshot); })
      .and_then([&] { return tool_.envoy_config(file, snapshot); });
}

std::vector<std::uint64_t> Stage::deaths(std::size_t listener) const {
  return supervisors_[listener]->deaths();
}

}  // namespace croupier::demo
