// The fleet file of the croupier listener.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "croupier/result.h"

namespace croupier::demo {

struct FleetWorker {
  std::string id;
  std::uint16_t port = 0;  // 0: no endpoint yet
};

struct DemoFleet {
  std::uint64_t version = 1;
  std::vector<FleetWorker> workers;
  std::size_t hand_size = 0;
  std::vector<std::string> tenants;  // empty: any tenant is dealt a hand; else only these
};

// The text of the file: one deck `api`, policy rendezvous, the tenant from the header x-tenant of
// loopback peers, the key in `demo.key` beside it.
std::string fleet_text(const DemoFleet& fleet);

// Ids "w01", "w02", ...
std::vector<std::string> worker_ids(std::size_t count);

// Writes `text` so that a reader sees the old file or the new one, never half of it; readable by
// the owner only (a key must be). kUnavailable: the folder cannot be written.
Result<void> write_file(const std::string& path, const std::string& text);

}  // namespace croupier::demo
