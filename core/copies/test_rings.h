// Rings for tests, and shards by the plainest reading of docs/policies/mimir-ring.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/copies/go_rand.h"
#include "core/copies/shard_seed.h"
#include "croupier/mimir_partitions.h"
#include "croupier/mimir_ring.h"

namespace croupier::copies {

using Seconds = std::chrono::sys_seconds;
using Positions = std::vector<std::uint32_t>;
using IdSet = std::set<std::string>;

inline Seconds at(std::int64_t seconds) {
  return Seconds(std::chrono::seconds(seconds));
}

// `count` tokens, none of them in `used` so far.
inline std::vector<std::uint32_t> new_tokens(std::size_t count, std::mt19937& random,
                                             std::set<std::uint32_t>& used) {
  std::vector<std::uint32_t> tokens;
  while (tokens.size() < count) {
    const auto token = static_cast<std::uint32_t>(random());
    if (used.insert(token).second) tokens.push_back(token);
  }
  return tokens;
}

// Instances "i-0", "i-1", ... dealt round the zones "zone-0", "zone-1", ...
inline RingSpec plain_ring(std::uint32_t instances, std::uint32_t zones, std::size_t tokens_each,
                           std::uint32_t seed = 1) {
  RingSpec spec;
  spec.zone_aware = zones > 1;
  std::mt19937 random(seed);
  std::set<std::uint32_t> used;
  for (std::uint32_t i = 0; i < instances; ++i) {
    RingInstance instance;
    instance.id = "i-" + std::to_string(i);
    if (zones > 1) instance.zone = "zone-" + std::to_string(i % zones);
    instance.tokens = new_tokens(tokens_each, random, used);
    spec.instances.push_back(instance);
  }
  return spec;
}

template <typename Ring>
Positions shard_of(const Ring& ring, std::string_view tenant, std::uint32_t size,
                   const Lookback& lookback = {}) {
  RingScratch scratch;
  const auto hand = ring.shard_with_lookback(tenant, size, lookback, scratch).value();
  return {hand.begin(), hand.end()};
}

inline IdSet ids_of(const Positions& hand, const RingSpec& spec) {
  IdSet ids;
  for (const std::uint32_t position : hand) ids.insert(spec.instances[position].id);
  return ids;
}

inline std::size_t count_without(const IdSet& from, const IdSet& minus) {
  IdSet left;
  std::set_difference(from.begin(), from.end(), minus.begin(), minus.end(),
                      std::inserter(left, left.end()));
  return left.size();
}

// Walks one circle as the page tells it: token by token, with a set for who is taken.
template <typename Held, typename Extends>
void walk_naively(const std::map<std::uint32_t, std::uint32_t>& circle, std::int64_t seed,
                  std::size_t draws, const Held& held, const Extends& extends,
                  std::set<std::uint32_t>& taken) {
  GoRand random(seed);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    auto place = circle.upper_bound(random.uint32());
    bool found = false;
    for (std::size_t steps = 0; steps < circle.size() && !found; ++steps, ++place) {
      if (place == circle.end()) place = circle.begin();
      const std::uint32_t member = place->second;
      if (taken.contains(member) || !held(member)) continue;
      taken.insert(member);
      found = !extends(member);
    }
    if (!found) return;
  }
}

inline std::set<std::uint32_t> naive_shard(const RingSpec& spec, std::string_view tenant,
                                           std::uint32_t size, const Lookback& lookback) {
  const bool looks_back = lookback.period.count() > 0;
  const Seconds begin = lookback.now - lookback.period;
  const auto held = [&](std::uint32_t i) {
    const RingInstance& one = spec.instances[i];
    if (!one.read_only) return true;
    return looks_back && (one.read_only_updated <= Seconds{} || one.read_only_updated >= begin);
  };
  const auto extends = [&](std::uint32_t i) {
    const RingInstance& one = spec.instances[i];
    return looks_back &&
           (one.registered >= begin || one.read_only || one.read_only_updated >= begin);
  };
  std::set<std::string> zones;
  bool young = looks_back;
  for (const RingInstance& one : spec.instances) {
    zones.insert(spec.zone_aware ? one.zone : "");
    young = young && one.registered > Seconds{} && one.registered >= begin;
  }
  std::set<std::uint32_t> shard;
  for (const std::string& zone : zones) {
    const std::size_t draws = (size + zones.size() - 1) / zones.size();
    std::map<std::uint32_t, std::uint32_t> circle;
    Positions members;
    for (std::uint32_t i = 0; i < spec.instances.size(); ++i) {
      const RingInstance& one = spec.instances[i];
      if (spec.zone_aware && one.zone != zone) continue;
      members.push_back(i);
      for (const std::uint32_t token : one.tokens) circle.emplace(token, i);
    }
    if (size > 0 && young) {
      shard.insert(members.begin(), members.end());
    } else if (size == 0 || (spec.zone_aware && draws >= members.size())) {
      std::copy_if(members.begin(), members.end(), std::inserter(shard, shard.end()), held);
    } else {
      walk_naively(circle, shard_seed(tenant, zone), draws, held, extends, shard);
    }
  }
  return shard;
}

inline std::set<std::uint32_t> naive_shard(const std::vector<RingPartition>& partitions,
                                           std::string_view tenant, std::uint32_t size,
                                           const Lookback& lookback) {
  const Seconds begin = lookback.now - lookback.period;
  const auto extends = [&](std::uint32_t i) {
    return partitions[i].state != PartitionState::kPending && lookback.period.count() > 0 &&
           partitions[i].state_changed >= begin;
  };
  const auto held = [&](std::uint32_t i) {
    return partitions[i].state == PartitionState::kActive || extends(i);
  };
  std::map<std::uint32_t, std::uint32_t> circle;
  for (std::uint32_t i = 0; i < partitions.size(); ++i) {
    for (const std::uint32_t token : partitions[i].tokens) circle.emplace(token, i);
  }
  std::set<std::uint32_t> shard;
  const std::size_t draws = size == 0 ? partitions.size() : size;
  walk_naively(circle, shard_seed(tenant), draws, held, extends, shard);
  return shard;
}

}  // namespace croupier::copies
