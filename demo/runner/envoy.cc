#include "demo/runner/envoy.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "demo/runner/fleet_file.h"
#include "http/client.h"

namespace croupier::demo {
namespace {

using nlohmann::json;

inline constexpr std::chrono::milliseconds kPause{100};
inline constexpr int kMostPauses = 200;  // 20 s

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string tail(const std::string& text, std::size_t bytes) {
  return text.substr(text.size() - std::min(bytes, text.size()));
}

std::uint16_t port_of(const json& address) {
  return address["socket_address"].value<std::uint16_t>("port_value", 0);
}

}  // namespace

Result<std::unique_ptr<Envoy>> Envoy::start(const Setup& setup,
                                            const std::vector<std::uint16_t>& workers,
                                            Interrupt& interrupt) {
  const std::string config_file = setup.folder + "/envoy.json";
  const std::string admin_file = setup.folder + "/admin-address";
  const std::string log_file = setup.folder + "/envoy.log";
  if (auto written = write_file(config_file, setup.config); !written) {
    return tl::unexpected(written.error());
  }
  std::error_code ignored;
  for (const std::string& stale : {admin_file, log_file}) {  // of an Envoy before
    std::filesystem::remove(stale, ignored);
  }
  auto process =
      Process::spawn({.arguments = {setup.program, "--config-path", config_file, "--concurrency",
                                    "1", "--use-dynamic-base-id", "--admin-address-path",
                                    admin_file, "--log-path", log_file, "--log-level", "warning"},
                      .environment = {{"ENVOY_DYNAMIC_MODULES_SEARCH_PATH", setup.module_folder}}});
  if (!process) return tl::unexpected(process.error());
  std::unique_ptr<Envoy> envoy(new Envoy(std::move(*process), log_file));
  const auto ready = envoy->find_admin(admin_file, interrupt)
                         .and_then([&] { return envoy->wait_for_workers(workers, interrupt); })
                         .and_then([&] { return envoy->find_listeners(); });
  if (!ready) return tl::unexpected(ready.error());
  return envoy;
}

Result<void> Envoy::check_alive() {
  const auto status = process_.wait(std::chrono::milliseconds(0));
  if (!status) return {};
  return error(Code::kUnavailable,
               fmt::format("envoy ended with {}: {}", *status, tail(read_file(log_), 2000)));
}

Result<void> Envoy::pause(Interrupt& interrupt) {
  if (interrupt.wait(kPause)) return error(Code::kUnavailable, "interrupted");
  if (++pauses_ > kMostPauses) {
    return error(Code::kUnavailable,
                 fmt::format("envoy is not ready after 20 s: {}", tail(read_file(log_), 2000)));
  }
  return check_alive();
}

Result<void> Envoy::find_admin(const std::string& file, Interrupt& interrupt) {
  while ((admin_ = read_file(file)).empty()) {
    if (auto more = pause(interrupt); !more) return more;
  }
  return {};
}

Result<std::string> Envoy::admin(const std::string& path) const {
  auto answer = http::send({.url = "http://" + admin_ + path});
  if (!answer) return tl::unexpected(answer.error());
  return std::move(answer->body);
}

Result<void> Envoy::wait_for_workers(const std::vector<std::uint16_t>& workers,
                                     Interrupt& interrupt) {
  while (true) {
    std::set<std::uint16_t> missing(workers.begin(), workers.end());
    const auto text = admin("/clusters?format=json");
    const json clusters = json::parse(text.value_or(""), nullptr, false);
    if (clusters.is_object()) {
      for (const json& cluster : clusters.value("cluster_statuses", json::array())) {
        for (const json& host : cluster.value("host_statuses", json::array())) {
          const json health = host.value("health_status", json::object());
          if (!health.value("failed_active_health_check", false) &&
              health.value("eds_health_status", "") == "HEALTHY") {
            missing.erase(port_of(host["address"]));
          }
        }
      }
      if (missing.empty()) return {};
    }
    if (auto more = pause(interrupt); !more) return more;
  }
}

Result<void> Envoy::find_listeners() {
  const auto text = admin("/listeners?format=json");
  if (!text) return tl::unexpected(text.error());
  const json listeners = json::parse(*text, nullptr, false);
  if (!listeners.is_object()) return error(Code::kInternal, "envoy lists no listeners: " + *text);
  for (const json& listener : listeners.value("listener_statuses", json::array())) {
    listeners_[listener.value("name", "")] = port_of(listener["local_address"]);
  }
  return {};
}

}  // namespace croupier::demo
