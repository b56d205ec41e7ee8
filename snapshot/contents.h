// What a snapshot says, as plain data: the input of the writer. Indices refer to vectors of the
// same Contents. docs/formats/snapshot.md has the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "croupier/deal.h"
#include "croupier/rules.h"
#include "snapshot/manifest.h"

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
  std::vector<std::uint32_t> hand;         // written down: worker indices in order; empty: dealt
  bool recorded = false;                   // the hand is what a stored policy dealt, not a pin
  std::optional<std::uint64_t> ordinal{};  // in a deck of policy `bounded`
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
  PolicyOptions options{};
  std::vector<std::uint32_t> dealt;              // worker indices the policy deals from, in order
  std::vector<std::vector<std::string>> values;  // of each of `dealt`: DeckWorker::values
  std::vector<std::uint32_t> members;  // all workers that may serve this deck, spill included
  std::vector<std::uint32_t> spill;
  Unknown unknown = Unknown::kDeal;
  std::string guest;
  // Of stored policies: what the guest hand is, as in OverrideEntry.
  std::optional<std::uint64_t> guest_ordinal{};
  std::vector<std::uint32_t> guest_hand{};
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

// A deal file that the contents were made from.
struct DealSource {
  DealRef file;
  std::vector<std::string> ancestors;  // how the digests of the versions begin that it grew out of
};

struct Contents {
  std::uint64_t version = 0;
  std::string config_digest;  // of the Envoy configuration that belongs to this fleet
  std::vector<DealSource> deals{};
  bool show_hands = false;
  std::vector<WorkerEntry> workers;
  std::vector<DeckEntry> decks;
  std::vector<GroupEntry> groups;
  std::vector<TenantEntry> tenants;
};

}  // namespace croupier::snapshot
