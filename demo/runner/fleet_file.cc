#include "demo/runner/fleet_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "demo/runner/options.h"

namespace croupier::demo {

std::string fleet_text(const DemoFleet& fleet) {
  std::string text = fmt::format(
      "version: {}\n"
      "keys:\n"
      "  - {{id: demo, file: demo.key}}\n"
      "identity:\n"
      "  missing: refuse\n"
      "  sources:\n"
      "    - {{header: x-tenant, trusted: [127.0.0.1/32]}}\n"
      "decks:\n"
      "  - name: api\n"
      "    policy: rendezvous\n"
      "    key: demo\n"
      "    hand_size: {}\n"
      "    unknown: {}\n"
      "    attempts: {{max: {}, repeat: idempotent, all_down: probe}}\n"
      "    health: {{path: /healthz, interval: {}ms, timeout: {}ms, unhealthy_after: 1, "
      "healthy_after: 1}}\n"
      "    connect_timeout: {}ms\n"
      "routes:\n"
      "  - {{deck: api}}\n"
      "workers:\n",
      fleet.version, fleet.hand_size, fleet.tenants.empty() ? "deal" : "refuse", kAttempts,
      kHealthInterval.count(), kHealthTimeout.count(), kConnectTimeout.count());
  for (const FleetWorker& worker : fleet.workers) {
    text += worker.port == 0 ? fmt::format("  - {{id: {}}}\n", worker.id)
                             : fmt::format("  - {{id: {}, address: \"127.0.0.1:{}\"}}\n", worker.id,
                                           worker.port);
  }
  if (!fleet.tenants.empty()) text += "tenants:\n";
  for (const std::string& tenant : fleet.tenants) text += fmt::format("  - {{id: {}}}\n", tenant);
  return text;
}

std::vector<std::string> worker_ids(std::size_t count) {
  std::vector<std::string> ids;
  for (std::size_t i = 1; i <= count; ++i) ids.push_back(fmt::format("w{:02}", i));
  return ids;
}

Result<void> write_file(const std::string& path, const std::string& text) {
  const std::string fresh = path + ".new";
  {
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    std::error_code ignored;  // a file that cannot be made shows at the flush
    using std::filesystem::perms;
    std::filesystem::permissions(fresh, perms::owner_read | perms::owner_write, ignored);
    file << text;
    if (!file.flush()) {
      return error(Code::kUnavailable, "cannot write " + fresh + ": " + std::strerror(errno));
    }
  }
  if (std::rename(fresh.c_str(), path.c_str()) != 0) {
    return error(Code::kUnavailable, "cannot write " + path + ": " + std::strerror(errno));
  }
  return {};
}

}  // namespace croupier::demo
