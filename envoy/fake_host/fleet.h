// Small fleets for tests of the module, and the snapshots made of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "snapshot/snapshot.h"
#include "snapshot/testing.h"

namespace croupier::envoy::fake {

inline std::string address_of_worker(std::uint32_t worker) {
  return "127.0.0.1:" + std::to_string(9000 + worker);
}

// The deck "api" with hands of `hand_size`, dealt with the key "k1" from workers of these numbers;
// worker n is "wn" at address_of_worker(n).
inline snapshot::Contents fleet_of(std::uint64_t version, const std::vector<std::uint32_t>& workers,
                                   std::uint32_t hand_size) {
  snapshot::Contents contents;
  contents.version = version;
  contents.config_digest = "config";
  snapshot::DeckEntry deck;
  deck.name = "api";
  deck.key_id = "k1";
  deck.key_check = snapshot::testing::test_key().check_value();
  deck.hand_size = hand_size;
  deck.guest = "guest";
  for (const std::uint32_t worker : workers) {
    deck.dealt.push_back(static_cast<std::uint32_t>(contents.workers.size()));
    deck.members.push_back(deck.dealt.back());
    contents.workers.push_back(
        {.id = "w" + std::to_string(worker), .address = address_of_worker(worker)});
  }
  contents.decks.push_back(std::move(deck));
  return contents;
}

// Put together in memory, without a folder. The fleet's tenants, too.
inline std::shared_ptr<const snapshot::Snapshot> snapshot_of(snapshot::Contents fleet) {
  snapshot::Manifest manifest;
  manifest.version = fleet.version;
  manifest.config_digest = fleet.config_digest;
  std::vector<std::string> layers;
  if (!fleet.tenants.empty()) {
    layers.push_back(snapshot::TenantTable::build(std::move(fleet.tenants)).value());
    fleet.tenants.clear();
  }
  return snapshot::Snapshot::assemble(std::move(manifest), "digest", std::move(fleet),
                                      std::move(layers), snapshot::testing::test_keys())
      .value();
}

// Addresses of the tenant's hand in the snapshot's deck `deck`, in dealt order.
inline std::vector<std::string> hand_addresses(const snapshot::Snapshot& snapshot,
                                               const std::string& tenant, std::uint32_t deck = 0) {
  snapshot::Hand hand;
  snapshot.deal(deck, {.tenant = tenant}, hand);
  std::vector<std::string> addresses;
  for (const std::uint32_t worker : hand.workers) {
    addresses.push_back(snapshot.workers()[worker].address);
  }
  return addresses;
}

}  // namespace croupier::envoy::fake
