// mimir_ring.json: seeds and shuffle shards of dskit's rings.
#include <algorithm>
#include <chrono>
#include <map>

#include "core/copies/go_rand.h"
#include "core/copies/shard_seed.h"
#include "croupier/mimir_partitions.h"
#include "croupier/mimir_ring.h"
#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {
namespace {

using copies::MimirPartitions;
using copies::MimirRing;
using copies::RingScratch;
using Hand = std::span<const std::uint32_t>;
using Ids = std::vector<std::string>;

std::chrono::sys_seconds to_time(const Json& seconds) {
  return std::chrono::sys_seconds(std::chrono::seconds(seconds.get<std::int64_t>()));
}

copies::Lookback read_lookback(const Json& row) {
  return {std::chrono::seconds(row.at("lookback_seconds").get<std::int64_t>()),
          to_time(row.at("now"))};
}

copies::RingSpec read_ring(const Json& row) {
  copies::RingSpec spec;
  spec.zone_aware = row.at("zone_awareness_enabled");
  for (const Json& instance : row.at("instances")) {
    spec.instances.push_back(
        {instance.at("id"), instance.at("zone"), to_u32s(instance.at("tokens")),
         to_time(instance.at("registered_timestamp")), instance.at("read_only").get<bool>(),
         to_time(instance.at("read_only_updated_timestamp"))});
  }
  return spec;
}

Ids sorted_ids(Hand hand, const copies::RingSpec& spec) {
  Ids ids;
  for (const std::uint32_t position : hand) ids.push_back(spec.instances[position].id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

struct NamedRing {
  copies::RingSpec spec;
  Result<MimirRing> ring;
};

void check_seed(const Json& row, Tally& tally) {
  const std::int64_t seed = copies::shard_seed(row.at("identifier").get<std::string>(),
                                               row.at("zone").get<std::string>());
  tally.check(seed == to_i64(row.at("seed")), "seed of " + row.dump());
  copies::GoRand random(seed);
  std::vector<std::uint32_t> first;
  for (std::size_t i = 0; i < row.at("first_uint32").size(); ++i) first.push_back(random.uint32());
  tally.check(first == to_u32s(row["first_uint32"]), "numbers of " + row.dump());
}

// Gives the shard, which is empty if the ring refuses to be built or to look back so far.
Ids shard_of(const Json& row, const NamedRing& named) {
  RingScratch scratch;
  if (!named.ring) return {};
  const std::string tenant = row.at("tenant");
  const auto size = row.at("size").get<std::uint32_t>();
  if (!row.contains("now")) return sorted_ids(named.ring->shard(tenant, size, scratch), named.spec);
  return sorted_ids(
      named.ring->shard_with_lookback(tenant, size, read_lookback(row), scratch).value_or(Hand()),
      named.spec);
}

void check_partitions(const Json& row, const std::vector<copies::RingPartition>& partitions,
                      const MimirPartitions& ring, Tally& tally) {
  RingScratch scratch;
  const std::string tenant = row.at("tenant");
  const auto size = row.at("size").get<std::uint32_t>();
  const copies::Lookback lookback = read_lookback(row);
  const auto ids = [&](Hand hand) {
    std::vector<std::int32_t> found;
    for (const std::uint32_t position : hand) found.push_back(partitions[position].id);
    std::sort(found.begin(), found.end());
    return found;
  };
  const std::vector<std::int32_t> expected = row.at("partition_ids");
  const auto shard = ring.shard_with_lookback(tenant, size, lookback, scratch);
  tally.check(shard && ids(*shard) == expected, "partitions of " + row.dump());
  if (lookback.period == std::chrono::seconds{0}) {
    tally.check(ids(ring.shard(tenant, size, scratch)) == expected, "partitions of " + row.dump());
  }
}

void check_partition_ring(const Json& ring_row, const Json& cases, Tally& tally) {
  const std::map<std::string, copies::PartitionState> states = {
      {"PartitionPending", copies::PartitionState::kPending},
      {"PartitionActive", copies::PartitionState::kActive},
      {"PartitionInactive", copies::PartitionState::kInactive}};
  std::vector<copies::RingPartition> partitions;
  for (const Json& row : ring_row.at("partitions")) {
    partitions.push_back({row.at("id"), states.at(row.at("state")),
                          to_time(row.at("state_timestamp")), to_u32s(row.at("tokens"))});
  }
  const auto ring = MimirPartitions::make(partitions);
  tally.check(ring.has_value(), "partition ring " + ring_row.at("name").get<std::string>());
  if (!ring) return;
  for (const Json& row : cases) {
    if (row.at("ring") == ring_row["name"]) check_partitions(row, partitions, *ring, tally);
  }
}

void check_change(const Json& row, const NamedRing& named, Tally& tally) {
  tally.check(shard_of(row, named) == row.at("before").get<Ids>(), "before " + row.dump());
  copies::RingSpec spec = named.spec;
  if (row.at("op") == "add") {
    copies::RingInstance added;
    added.id = row.at("instance");
    added.zone = row.value("zone", std::string());
    added.tokens = to_u32s(row.at("tokens"));
    spec.instances.push_back(added);
  } else {
    std::erase_if(spec.instances,
                  [&](const copies::RingInstance& one) { return row["instance"] == one.id; });
  }
  const NamedRing changed{spec, MimirRing::make(spec)};
  tally.check(shard_of(row, changed) == row.at("after").get<Ids>(), "after " + row.dump());
}

}  // namespace

void run_mimir_ring(const Json& file, Tally& tally) {
  for (const Json& row : file.at("seeds")) check_seed(row, tally);
  std::map<std::string, NamedRing> rings;
  for (const Json& row : file.at("rings")) {
    const copies::RingSpec spec = read_ring(row);
    const auto& named =
        rings.emplace(row.at("name"), NamedRing{spec, MimirRing::make(spec)}).first->second;
    tally.check(named.ring.has_value(), "ring " + row["name"].get<std::string>());
  }
  for (const char* list : {"shuffle_shard", "lookback"}) {
    for (const Json& row : file.at(list)) {
      tally.check(shard_of(row, rings.at(row.at("ring"))) == row.at("ids").get<Ids>(),
                  std::string(list) + " of " + row.dump());
    }
  }
  for (const Json& row : file.at("changes")) check_change(row, rings.at(row.at("ring")), tally);
  for (const Json& row : file.at("partition_rings")) {
    check_partition_ring(row, file.at("partition_shard"), tally);
  }
}

}  // namespace croupier::vectors
