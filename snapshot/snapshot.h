// A snapshot in memory, ready to deal: what routers read. Immutable; any number of threads.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/deal.h"
#include "croupier/key.h"
#include "croupier/result.h"
#include "croupier/rules.h"
#include "snapshot/contents.h"
#include "snapshot/manifest.h"
#include "snapshot/tenant_table.h"

namespace croupier::snapshot {

using KeyRing = std::map<std::string, Key, std::less<>>;  // by key id

// Who a request is for, as far as its identity source could tell.
struct Caller {
  std::string_view tenant;   // empty: no identity; the guest hand, where one is asked for
  bool listed_only = false;  // the source lets clients choose ids: unlisted ones are guests
};

enum class Admission : std::uint8_t {
  kTenant,   // a hand of its own, or its group's
  kGuest,    // the deck's shared guest hand
  kRefused,  // unlisted, and the deck refuses those
};

// A dealt hand and the rules that go with it.
struct Hand {
  std::vector<std::uint32_t> workers;  // indices into Snapshot::workers(), in dealt order
  AttemptRules attempts;
  bool pinned = false;
  bool listed = false;
  bool own_repeat = false;  // attempts.repeat is the tenant's or its group's, not the deck's
};

// Working memory of one thread's deals: with a warm one, and a hand of enough capacity, dealing
// does not allocate. It may grow to 24 bytes for each worker of the largest deck.
struct DealMemory {
  OverrideEntry own;  // working memory: what the tenant overrides
  DealScratch scratch;
};

class Snapshot {
 public:
  // Puts a snapshot together from decoded parts. Checks what spans several of them: keys (another
  // key is kFailedPrecondition and names both check values), sizes against decks, tenants against
  // all. `digest` is the manifest's.
  static Result<std::shared_ptr<const Snapshot>> assemble(Manifest manifest, std::string digest,
                                                          Contents fleet,
                                                          std::vector<std::string> tenant_layers,
                                                          const KeyRing& keys);

  std::uint64_t version() const { return manifest_.version; }
  const std::string& digest() const { return digest_; }
  const Manifest& manifest() const { return manifest_; }
  bool show_hands() const { return fleet_.show_hands; }

  std::span<const WorkerEntry> workers() const { return fleet_.workers; }
  std::span<const DeckEntry> decks() const { return fleet_.decks; }
  std::span<const GroupEntry> groups() const { return fleet_.groups; }
  std::optional<std::uint32_t> find_deck(std::string_view name) const;  // O(decks)
  std::span<const TenantTable> tenant_layers() const { return tenants_; }

  // Deals the caller's hand in the deck (an index into decks()). Cost: one look-up among the stored
  // tenants and, unless the hand is pinned, one deal of the deck's policy.
  Admission deal(std::uint32_t deck, const Caller& caller, Hand& hand, DealMemory& memory) const;
  // The same for callers that deal now and then: with working memory of its own.
  Admission deal(std::uint32_t deck, const Caller& caller, Hand& hand) const;

 private:
  Snapshot() = default;
  Result<void> build_dealers(const KeyRing& keys);
  Result<void> check_entry(const OverrideEntry& entry, const std::string& whose) const;
  Result<void> check_hands() const;
  std::optional<TenantRecord> find_tenant(std::string_view tenant) const;

  Manifest manifest_;
  std::string digest_;
  Contents fleet_;  // `tenants` stays empty: they live in tenants_
  std::vector<std::unique_ptr<const Dealer>> dealers_;  // one a deck
  std::vector<TenantTable> tenants_;                    // oldest first
};

}  // namespace croupier::snapshot
