// Contents for tests: a small fleet with every feature a snapshot can carry.
#pragma once

#include <string>

#include "croupier/key.h"
#include "snapshot/contents.h"
#include "snapshot/snapshot.h"

namespace croupier::snapshot::testing {

inline const Key& test_key() {
  static const Key key{std::string_view("snapshot test key")};
  return key;
}

inline KeyRing test_keys() {
  return {{"k1", test_key()}};
}

// Ten workers in two zones, a keyed deck with a spill pool, a keyless one; a group; tenants that
// inherit, override, and pin.
inline Contents test_contents(std::uint64_t version = 1) {
  Contents contents;
  contents.version = version;
  contents.config_digest = "config";
  for (std::uint32_t i = 0; i < 10; ++i) {
    contents.workers.push_back(
        {"w" + std::to_string(i), "127.0.0.1:" + std::to_string(9000 + i), 1 + i % 3, i == 8});
  }
  DeckEntry api;
  api.name = "api";
  api.key_id = "k1";
  api.key_check = test_key().check_value();
  api.hand_size = 3;
  api.spread = Spread::kPrefer;
  for (std::uint32_t i = 0; i < 8; ++i) {
    api.dealt.push_back(i);
    api.values.push_back({i % 2 == 0 ? "zone-a" : "zone-b"});
  }
  api.members = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  api.spill = {9};
  api.guest = "guest";
  api.attempts.max = 2;
  DeckEntry demo;
  demo.name = "demo";
  demo.policy = Policy::kPythonSample;
  demo.hand_size = kAllWorkers;
  demo.dealt = {1, 3, 5};
  demo.members = {1, 3, 5};
  demo.unknown = Unknown::kRefuse;
  demo.guest = "guest";
  contents.decks = {api, demo};
  contents.groups = {{"g", {{.deck = 0, .hand_size = 5, .hand = {}, .attempts = {}}}}};
  contents.tenants = {
      {"plain", std::nullopt, {}},
      {"member-1", 0, {}},
      {"member-2", 0, {{.deck = 0, .hand_size = kInheritSize, .hand = {}, .attempts = {.max = 4}}}},
      {"pinned", std::nullopt, {{.deck = 0, .hand_size = 0, .hand = {7, 2}, .attempts = {}}}},
      {"\u79df\u6237-42", std::nullopt, {{.deck = 0, .hand_size = 4, .hand = {}, .attempts = {}}}},
  };
  return contents;
}

}  // namespace croupier::snapshot::testing
