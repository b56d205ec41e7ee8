#include "envoy/hand_cache.h"

#include "croupier/xxh64.h"

namespace croupier::envoy {

snapshot::Admission HandCache::deal(const snapshot::Snapshot& snapshot, std::uint64_t generation,
                                    std::uint32_t deck, const snapshot::Caller& caller,
                                    snapshot::Hand& hand) {
  if (entries_.empty()) entries_.resize(kEntries);
  Entry& entry = entries_[xxh64(caller.tenant, seed_ + deck) % kEntries];
  if (entry.generation == generation && entry.deck == deck &&
      entry.listed_only == caller.listed_only && entry.tenant == caller.tenant) {
    hand = entry.hand;
    return entry.admission;
  }
  ++deals_;
  entry.generation = 0;  // until all of it is written
  const auto admission = snapshot.deal(deck, caller, hand, memory_);
  if (hand.workers.size() > kMaxMembers) return admission;
  entry.deck = deck;
  entry.listed_only = caller.listed_only;
  entry.admission = admission;
  entry.tenant.assign(caller.tenant);
  entry.hand = hand;
  entry.generation = generation;
  return admission;
}

}  // namespace croupier::envoy
