// What a snapshot says, as plain data: the input of the writer. Indices refer to vectors of the
// same Contents. docs/formats/snapshot.md has the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "croupier/deal.h"
#include "croupier/rules.h"

namespace croupier::snapshot {

struct WorkerEntry {
  std::string id;
  std::string address;  // "ip:port" or "[ip6]:port"; empty: no endpoint
  std::uint32_t weight = 1;
  bool draining = false;
};

// A size as it travels: 0 inherits, kAllWorkers takes all that are dealt.
inline constexpr std::uint32_t kInheritSize = 0;
inline constexpr std::uint32_t kAllWorkers = UINT32_MAX;

// What a tenant or group has of its own in one deck.
struct OverrideEntry {
  std::uint32_t deck = 0;
  std::uint32_t hand_size = kInheritSize;
  std::vector<std::uint32_t> hand;  // pinned: worker indices in order; empty: dealt
  AttemptOverrides attempts;
  bool operator==(const OverrideEntry&) const = default;
};

struct DeckEntry {
  std::string name;
  Policy policy = Policy::kRendezvous;
  std::string key_id;  // empty: the policy takes no key
  std::string key_check;
  std::uint32_t hand_size = 1;  // or kAllWorkers
  Spread spread = Spread::kNone;
  std::vector<std::uint32_t> dealt;        // worker indices the policy deals from, in order
  std::vector<std::string> spread_values;  // one for each of `dealt`; empty without spread
  std::vector<std::uint32_t> members;      // all workers that may serve this deck, spill included
  std::vector<std::uint32_t> spill;
  Unknown unknown = Unknown::kDeal;
  std::string guest;
  AttemptRules attempts;
  bool worker_headers = false;
};

struct GroupEntry {
  std::string id;
  std::vector<OverrideEntry> overrides;  // by deck, ascending
};

struct TenantEntry {
  std::string id;
  std::optional<std::uint32_t> group;
  std::vector<OverrideEntry> overrides;  // by deck, ascending
};

struct Contents {
  std::uint64_t version = 0;
  std::string config_digest;  // of the Envoy configuration that belongs to this fleet
  bool show_hands = false;
  std::vector<WorkerEntry> workers;
  std::vector<DeckEntry> decks;
  std::vector<GroupEntry> groups;
  std::vector<TenantEntry> tenants;
};

}  // namespace croupier::snapshot
