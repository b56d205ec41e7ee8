// The algorithm is specified in docs/policies/thanos.md. thanos_ring.cc builds the ring.
#include "croupier/thanos.h"

#include <algorithm>
#include <limits>

#include "core/base/byte_order.h"
#include "core/copies/go_match.h"
#include "core/copies/go_rand.h"
#include "core/copies/thanos_zones.h"
#include "croupier/md5.h"
#include "croupier/quote.h"

namespace croupier::copies {
namespace {

// The seed of a tenant's draws in a zone.
std::int64_t seed_of(std::string_view tenant, std::string_view zone, std::string& message) {
  message.assign(tenant);
  if (!zone.empty()) message.append(1, '\0').append(zone);
  return static_cast<std::int64_t>(load_big_endian64(md5(message).data()));
}

}  // namespace

std::uint32_t ThanosRing::shard_size(std::string_view tenant) const {
  const auto named = named_.find(tenant);
  const std::size_t end = named == named_.end() ? overrides_.size() : named->second;
  for (std::size_t i = 0; i < end; ++i) {
    for (const std::string& pattern : overrides_[i].patterns) {
      if (go_match(pattern, tenant)) return overrides_[i].shard_size;
    }
  }
  return end == overrides_.size() ? shard_size_ : overrides_[end].shard_size;
}

Result<void> ThanosRing::select(std::string_view tenant, std::vector<std::uint32_t>& shard,
                                ThanosScratch& scratch) const {
  shard.clear();
  if (shard_size_ == 0) {  // overrides do not count either
    for (std::uint32_t i = 0; i < real_zone_.size(); ++i) shard.push_back(i);
    return {};
  }
  return select_sized(tenant, shard_size(tenant), shard, scratch);
}

Result<void> ThanosRing::select_sized(std::string_view tenant, std::uint32_t shard_size,
                                      std::vector<std::uint32_t>& shard,
                                      ThanosScratch& scratch) const {
  shard.clear();
  if (auto checked = check_sizes(shard_size); !checked) return checked;
  const auto zones = static_cast<std::uint32_t>(zones_.size());
  const std::uint32_t draws = shard_size / zones + (shard_size % zones != 0 ? 1 : 0);
  scratch.selected.assign(real_zone_.size(), 0);
  for (const Zone& zone : zones_) select_in(zone, tenant, draws, shard, scratch);
  return check_replicas(shard, scratch);
}

Result<void> ThanosRing::check_sizes(std::uint32_t shard_size) const {
  const auto zones = static_cast<std::uint32_t>(zones_.size());
  const std::uint32_t part = shard_size / zones + (shard_size % zones != 0 ? 1 : 0);
  for (const Zone& zone : zones_) {
    if (part <= zone.endpoints) continue;
    return error(Code::kFailedPrecondition, "shard size " + std::to_string(shard_size) + " takes " +
                                                std::to_string(part) + " endpoints of each of " +
                                                std::to_string(zones) + " zones, above " +
                                                std::to_string(zone.endpoints) +
                                                ", all that zone " + quote(zone.name) + " has");
  }
  if (std::uint64_t{part} * zones < replication_factor_) {
    return error(Code::kFailedPrecondition, "shard size " + std::to_string(shard_size) + " gives " +
                                                std::to_string(part * zones) +
                                                " endpoints, below the replication factor " +
                                                std::to_string(replication_factor_));
  }
  return {};
}

std::uint32_t ThanosRing::largest_shard() const {
  const auto smallest =
      std::min_element(zones_.begin(), zones_.end(),
                       [](const Zone& a, const Zone& b) { return a.endpoints < b.endpoints; });
  return smallest->endpoints * static_cast<std::uint32_t>(zones_.size());
}

// One endpoint a draw: the owner of the first ring point at or after it whose owner is not yet
// selected.
void ThanosRing::select_in(const Zone& zone, std::string_view tenant, std::uint32_t draws,
                           std::vector<std::uint32_t>& shard, ThanosScratch& scratch) const {
  GoRand random(seed_of(tenant, zone.name, scratch.message));
  for (std::uint32_t i = 0; i < draws; ++i) {
    const auto first = std::lower_bound(zone.points.begin(), zone.points.end(), random.uint64());
    auto at = static_cast<std::size_t>(first - zone.points.begin());
    if (at == zone.points.size()) at = 0;
    // check_sizes has seen to it that somebody is left.
    while (scratch.selected[zone.owners[at]] != 0) at = at + 1 == zone.points.size() ? 0 : at + 1;
    scratch.selected[zone.owners[at]] = 1;
    shard.push_back(zone.owners[at]);
  }
}

// Replicas spread over the zones of the endpoints even where the selection ignored them.
Result<void> ThanosRing::check_replicas(const std::vector<std::uint32_t>& shard,
                                        ThanosScratch& scratch) const {
  if (zones_.size() == real_zones_) return {};  // equal parts: they can hold the whole shard
  scratch.by_zone.assign(real_zones_, 0);
  for (const std::uint32_t endpoint : shard) ++scratch.by_zone[real_zone_[endpoint]];
  scratch.by_zone.erase(std::remove(scratch.by_zone.begin(), scratch.by_zone.end(), 0U),
                        scratch.by_zone.end());
  const std::uint64_t most = most_replicas(scratch.by_zone);
  if (replication_factor_ <= most) return {};
  return error(Code::kFailedPrecondition, "the zones of the tenant's " +
                                              std::to_string(shard.size()) +
                                              " endpoints hold at most " + std::to_string(most) +
                                              " replicas evenly, below the replication factor " +
                                              std::to_string(replication_factor_));
}

}  // namespace croupier::copies
