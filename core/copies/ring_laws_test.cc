// Laws of the ring copies, for rings and tenants drawn at random.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/copies/test_rings.h"

namespace croupier::copies {
namespace {

constexpr std::int64_t kNow = 1'780'000'000;

// A moment within a day of 1970-01-01 or of now, or unknown.
Seconds any_time() {
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return at(0);
    case 1:
      return at(*rc::gen::inRange<std::int64_t>(1, 86'400));
    default:
      return at(kNow - *rc::gen::inRange<std::int64_t>(0, 86'400));
  }
}

Lookback any_lookback() {
  const auto period = *rc::gen::element<std::int64_t>(0, 1, 3'600, 43'200, 86'400, kNow, kNow + 9);
  return {std::chrono::seconds(period), at(kNow)};
}

std::uint32_t any_seed() {
  return *rc::gen::arbitrary<std::uint32_t>();
}

std::string any_tenant() {
  return *rc::gen::arbitrary<std::string>();
}

// Every kind of instance: without tokens, read-only, just registered, in a zone without a name.
RingSpec any_ring() {
  RingSpec spec;
  spec.zone_aware = *rc::gen::arbitrary<bool>();
  std::mt19937 random(any_seed());
  std::set<std::uint32_t> used;
  const auto count = *rc::gen::inRange<std::uint32_t>(1, 25);
  const auto zones = *rc::gen::inRange(1, 5);
  const auto read_only_share = *rc::gen::element(0, 20, 60);
  const bool always_registered = *rc::gen::arbitrary<bool>();
  for (std::uint32_t i = 0; i < count; ++i) {
    const int zone = *rc::gen::inRange(0, zones);
    RingInstance instance;
    instance.id = "i-" + std::to_string(i);
    if (zone > 0) instance.zone = "zone-" + std::to_string(zone);
    instance.tokens = new_tokens(*rc::gen::inRange<std::size_t>(0, 8), random, used);
    instance.registered = always_registered ? std::max(any_time(), at(1)) : any_time();
    instance.read_only = *rc::gen::inRange(0, 100) < read_only_share;
    instance.read_only_updated = any_time();
    spec.instances.push_back(instance);
  }
  return spec;
}

std::vector<RingPartition> any_partitions() {
  std::vector<RingPartition> partitions;
  std::mt19937 random(any_seed());
  std::set<std::uint32_t> used;
  const auto count = *rc::gen::inRange(1, 25);
  for (std::int32_t i = 0; i < count; ++i) {
    const PartitionState state =
        *rc::gen::element(PartitionState::kPending, PartitionState::kActive,
                          PartitionState::kActive, PartitionState::kInactive);
    partitions.push_back(
        {i, state, any_time(), new_tokens(*rc::gen::inRange<std::size_t>(0, 8), random, used)});
  }
  return partitions;
}

std::set<std::uint32_t> as_set(const Positions& hand) {
  return {hand.begin(), hand.end()};
}

RC_GTEST_PROP(MimirRing, EqualsTheNaiveShard, ()) {
  const RingSpec spec = any_ring();
  const auto ring = MimirRing::make(spec).value();
  const std::string tenant = any_tenant();
  const auto size = *rc::gen::inRange<std::uint32_t>(0, 30);
  const Lookback lookback = any_lookback();
  const Positions hand = shard_of(ring, tenant, size, lookback);
  RC_ASSERT(as_set(hand).size() == hand.size());
  RC_ASSERT(as_set(hand) == naive_shard(spec, tenant, size, lookback));
  RingScratch scratch;
  const auto plain = ring.shard(tenant, size, scratch);
  RC_ASSERT(as_set({plain.begin(), plain.end()}) == naive_shard(spec, tenant, size, {}));
}

RC_GTEST_PROP(MimirPartitions, EqualsTheNaiveShard, ()) {
  const std::vector<RingPartition> partitions = any_partitions();
  const auto ring = MimirPartitions::make(partitions).value();
  const std::string tenant = any_tenant();
  const auto size = *rc::gen::inRange<std::uint32_t>(0, 30);
  const Lookback lookback = any_lookback();
  const Positions hand = shard_of(ring, tenant, size, lookback);
  RC_ASSERT(as_set(hand).size() == hand.size());
  RC_ASSERT(as_set(hand) == naive_shard(partitions, tenant, size, lookback));
  for (const std::uint32_t position : hand) {
    RC_ASSERT(partitions[position].state != PartitionState::kPending);
  }
}

RC_GTEST_PROP(MimirRing, LookingBackLosesNoMember, ()) {
  const RingSpec spec = any_ring();
  const auto ring = MimirRing::make(spec).value();
  const std::string tenant = any_tenant();
  const auto size = *rc::gen::inRange<std::uint32_t>(0, 30);
  const auto now = as_set(shard_of(ring, tenant, size));
  const auto looked_back = as_set(shard_of(ring, tenant, size, any_lookback()));
  RC_ASSERT(std::includes(looked_back.begin(), looked_back.end(), now.begin(), now.end()));
}

RC_GTEST_PROP(MimirPartitions, LookingBackLosesNoMember, ()) {
  const auto ring = MimirPartitions::make(any_partitions()).value();
  const std::string tenant = any_tenant();
  const auto size = *rc::gen::inRange<std::uint32_t>(0, 30);
  const auto now = as_set(shard_of(ring, tenant, size));
  const auto looked_back = as_set(shard_of(ring, tenant, size, any_lookback()));
  RC_ASSERT(std::includes(looked_back.begin(), looked_back.end(), now.begin(), now.end()));
}

// One instance more in a zone that is there: at most one member makes room for it.
RC_GTEST_PROP(MimirRing, OneInstanceMoreMovesAtMostOneMember, ()) {
  const auto zones = *rc::gen::inRange<std::uint32_t>(1, 5);
  RingSpec more = plain_ring(*rc::gen::inRange(zones + 1, 40U), zones,
                             *rc::gen::inRange<std::size_t>(1, 20), any_seed());
  const auto gone = *rc::gen::inRange<std::size_t>(0, more.instances.size());
  RingSpec less = more;
  less.instances.erase(less.instances.begin() + static_cast<std::ptrdiff_t>(gone));
  RC_PRE(std::any_of(less.instances.begin(), less.instances.end(), [&](const RingInstance& one) {
    return one.zone == more.instances[gone].zone;
  }));
  const std::string tenant = any_tenant();
  const auto size = *rc::gen::inRange<std::uint32_t>(1, 45);
  const IdSet before = ids_of(shard_of(MimirRing::make(less).value(), tenant, size), less);
  const IdSet after = ids_of(shard_of(MimirRing::make(more).value(), tenant, size), more);
  const IdSet added{more.instances[gone].id};
  RC_ASSERT(count_without(before, after) <= 1U);
  RC_ASSERT(count_without(after, before) <= 1U);
  // Those that do not get it stay as they are.
  RC_ASSERT(after.contains(*added.begin()) || before == after);
}

RC_GTEST_PROP(MimirRing, ShardsNestAsTheyGrow, ()) {
  const RingSpec spec = any_ring();
  const auto ring = MimirRing::make(spec).value();
  const std::string tenant = any_tenant();
  const auto size = *rc::gen::inRange<std::uint32_t>(1, 30);
  const Positions one = shard_of(ring, tenant, size);
  const Positions next = shard_of(ring, tenant, size + 1);
  if (!spec.zone_aware) {
    RC_ASSERT(one.size() <= next.size());
    RC_ASSERT(std::equal(one.begin(), one.end(), next.begin()));
  }
  const auto small = as_set(one);
  const auto large = as_set(next);
  RC_ASSERT(std::includes(large.begin(), large.end(), small.begin(), small.end()));
}

RC_GTEST_PROP(MimirPartitions, ShardsNestAsTheyGrow, ()) {
  const auto ring = MimirPartitions::make(any_partitions()).value();
  const std::string tenant = any_tenant();
  const auto size = *rc::gen::inRange<std::uint32_t>(1, 30);
  const Positions one = shard_of(ring, tenant, size);
  const Positions next = shard_of(ring, tenant, size + 1);
  RC_ASSERT(one.size() <= next.size());
  RC_ASSERT(std::equal(one.begin(), one.end(), next.begin()));
}

RC_GTEST_PROP(MimirRing, HeedsNeitherTheOrderOfInstancesNorOfTokens, ()) {
  const RingSpec spec = any_ring();
  RingSpec shuffled = spec;
  std::mt19937 random(any_seed());
  std::shuffle(shuffled.instances.begin(), shuffled.instances.end(), random);
  for (RingInstance& one : shuffled.instances) {
    std::shuffle(one.tokens.begin(), one.tokens.end(), random);
  }
  const std::string tenant = any_tenant();
  const auto size = *rc::gen::inRange<std::uint32_t>(0, 30);
  const Lookback lookback = any_lookback();
  RC_ASSERT(ids_of(shard_of(MimirRing::make(spec).value(), tenant, size, lookback), spec) ==
            ids_of(shard_of(MimirRing::make(shuffled).value(), tenant, size, lookback), shuffled));
}

// What the scratch held before does not matter, also of a ring of another size.
RC_GTEST_PROP(MimirRing, SharesAScratchWithOtherRings, ()) {
  const auto one = MimirRing::make(any_ring()).value();
  const auto other = MimirPartitions::make(any_partitions()).value();
  RingScratch shared;
  for (int i = 0; i < 4; ++i) {
    const std::string tenant = any_tenant();
    const auto size = *rc::gen::inRange<std::uint32_t>(0, 30);
    const auto hand = one.shard(tenant, size, shared);
    RC_ASSERT(Positions(hand.begin(), hand.end()) == shard_of(one, tenant, size));
    const auto partitions = other.shard(tenant, size, shared);
    RC_ASSERT(Positions(partitions.begin(), partitions.end()) == shard_of(other, tenant, size));
  }
}

}  // namespace
}  // namespace croupier::copies
