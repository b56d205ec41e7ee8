#include "envoy/metrics.h"

namespace croupier::envoy {

const std::array<CounterName, kCounters> kCounterNames{{
    {"requests", nullptr},
    {"attempts", nullptr},
    {"failovers", nullptr},
    {"probes", nullptr},
    {"spilled", nullptr},
    {"exhausted", nullptr},
    {"failed", nullptr},
    {"snapshot_swaps", nullptr},
    {"snapshots_refused", nullptr},
    {"stale_hosts", nullptr},
    {"module_faults", nullptr},
    {"refused", "no_identity"},
    {"refused", "malformed_identity"},
    {"refused", "unknown_tenant"},
    {"refused", "no_snapshot"},
    {"refused", "unknown_deck"},
    {"refused", "no_filter"},
    {"refused", "wrong_deck"},
    {"refused", "overload"},
}};

std::size_t Metrics::shard_of_this_thread() {
  static std::atomic<std::size_t> next{0};
  thread_local const std::size_t mine = next.fetch_add(1, std::memory_order_relaxed) % kShards;
  return mine;
}

void Metrics::add(Counter counter, std::uint64_t value) {
  shards_[shard_of_this_thread()].counts[static_cast<std::size_t>(counter)].fetch_add(
      value, std::memory_order_relaxed);
}

std::uint64_t Metrics::total(Counter counter) const {
  std::uint64_t sum = 0;
  for (const Shard& shard : shards_) {
    sum += shard.counts[static_cast<std::size_t>(counter)].load(std::memory_order_relaxed);
  }
  return sum;
}

Metrics& metrics() {
  static Metrics instance;
  return instance;
}

}  // namespace croupier::envoy
