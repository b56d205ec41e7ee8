// What threads that serve requests see of a snapshot: the snapshot, its workers' endpoints in each
// Envoy cluster, and their load. Immutable once published.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "croupier/router.h"
#include "envoy/abi.h"
#include "snapshot/snapshot.h"

namespace croupier::envoy {

// One worker's endpoint in one Envoy cluster. `host` may be handed to Envoy while `gone` is false.
struct HostEntry {
  AbiClusterHost host = nullptr;
  std::uint32_t slot = 0;         // small number, unique in its cluster while the entry lives
  std::atomic<bool> gone{false};  // removed from Envoy: its pointer may name another host by now
};

using Hosts = std::vector<std::shared_ptr<HostEntry>>;  // by worker; null: no endpoint

// What a snapshot's workers are to this process.
struct Endpoints {
  std::vector<std::shared_ptr<WorkerLoad>> loads;  // by worker; the same object over all snapshots
  std::vector<Hosts> hosts;                        // by DeckHosts::number; empty: no such cluster
};

struct View {
  std::uint64_t number = 0;  // no other view of this process has it
  std::shared_ptr<const snapshot::Snapshot> snapshot;
  std::shared_ptr<const Endpoints> endpoints;  // shared by snapshots that differ in tenants only

  const WorkerLoad& load(std::uint32_t worker) const { return *endpoints->loads[worker]; }
};

}  // namespace croupier::envoy
