// What the module counts. Threads add to shards of their own; the main thread carries the sums into
// Envoy's stats (bootstrap.cc), so that no request touches an Envoy metric.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace croupier::envoy {

enum class Counter : std::size_t {
  kRequests,         // requests that were dealt a hand
  kAttempts,         // hosts chosen
  kFailovers,        // attempts after the first of their request
  kProbes,           // attempts at a member that looked down
  kSpilled,          // attempts that left the hand for the declared spill pool
  kExhausted,        // requests whose whole hand was used up
  kFailed,           // other requests that ended without a worker's answer
  kSwaps,            // snapshots put into service
  kSnapshotRefused,  // snapshots that were missing, damaged or did not fit
  kStaleHosts,       // hosts that moved between the index and the choice
  kFaults,           // hooks that ended in one of our own bugs and gave their neutral answer
  // Requests refused before an attempt, by reason.
  kRefusedNoIdentity,
  kRefusedMalformedIdentity,
  kRefusedUnknownTenant,
  kRefusedNoSnapshot,
  kRefusedUnknownDeck,
  kRefusedNoFilter,  // reached a cluster of ours without having met the filter
  kRefusedWrongDeck,
  kRefusedOverload,  // more requests at once than the module keeps state for
  kCount,
};

inline constexpr std::size_t kCounters = static_cast<std::size_t>(Counter::kCount);

struct CounterName {
  const char* name;
  const char* reason;  // value of the label `reason`, or null for a counter without it
};
extern const std::array<CounterName, kCounters> kCounterNames;

class Metrics {
 public:
  // Any thread; no lock.
  void add(Counter counter, std::uint64_t value = 1);

  // The total of one counter since the start.
  std::uint64_t total(Counter counter) const;

 private:
  static constexpr std::size_t kShards = 32;
  struct alignas(64) Shard {
    std::array<std::atomic<std::uint64_t>, kCounters> counts{};
  };
  static std::size_t shard_of_this_thread();

  std::array<Shard, kShards> shards_{};
};

Metrics& metrics();  // of this process

}  // namespace croupier::envoy
