// The shuffle shard of Grafana dskit's ring: which ingesters, store gateways or other instances
// Mimir, Loki and Tempo give a tenant. Specified in docs/policies/mimir-ring.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"
#include "croupier/token_ring.h"

namespace croupier::copies {

struct RingWindow;

// One entry of a ring page. Its state and heartbeat do not matter to the choice.
struct RingInstance {
  std::string id;                         // unique in the ring
  std::string zone{};                     // may be empty
  std::vector<std::uint32_t> tokens{};    // in any order; may be none
  std::chrono::sys_seconds registered{};  // the epoch: not known
  bool read_only = false;
  std::chrono::sys_seconds read_only_updated{};  // either way; the epoch: never or not known
};

struct RingSpec {
  bool zone_aware = false;              // otherwise zones are ignored
  std::vector<RingInstance> instances;  // 1 to kMaxRingMembers; the order does not alter hands
};

// Immutable: one object serves all threads, each with a scratch of its own. Keeps neither spec nor
// ids: instances are positions in the spec's order.
class MimirRing {
 public:
  // Errors (kInvalidArgument): no or too many instances; an id, or a zone that is not empty, that
  // breaks check_id; an id that stands twice; a token that stands twice, in one instance or in two
  // (dskit then picks an owner at random); more than kMaxRingTokens tokens.
  // Cost: O(tokens log tokens); keeps 8 bytes per token, and uses as many again meanwhile.
  static Result<MimirRing> make(const RingSpec& spec);

  // The instances that serve the tenant's writes: positions, distinct, valid until the scratch is
  // used again. Zones come in byte order, members of a zone in dealt order, except that where a
  // zone or the ring is taken whole its members come in the spec's order.
  //
  // `size` 0 means no sharding: every instance that is not read-only. Otherwise the hand has `size`
  // members, or size / zones rounded up from each zone; fewer where instances that own tokens and
  // are not read-only run out, and none at all if there is none. Instances without tokens are only
  // in hands that take their whole zone. `tenant` may be any bytes.
  // Does not allocate with a warm scratch. Cost: per zone two MD5 compressions or so, then
  // O(log tokens) per member.
  std::span<const std::uint32_t> shard(std::string_view tenant, std::uint32_t size,
                                       RingScratch& scratch) const;

  // The same for reads: also holds whoever may have had the tenant's data since the look-back
  // began, so it may be larger than `size` and uneven across zones. A look-back of 0 s gives
  // shard(). kInvalidArgument where the look-back is out of its range.
  Result<std::span<const std::uint32_t>> shard_with_lookback(std::string_view tenant,
                                                             std::uint32_t size,
                                                             const Lookback& lookback,
                                                             RingScratch& scratch) const;

  // kInvalidArgument, with the zone and the limit, for sizes from 1 at which members run out: where
  // a shard() would be smaller than the size. Cost: O(zones).
  Result<void> check_size(std::uint32_t size) const;

  // The largest size that check_size passes; 0 if there is none. Cost: O(zones) for each member of
  // the smallest zone.
  std::uint32_t largest_size() const;

  // How many members are not read-only: the size of the shard of size 0.
  std::uint32_t writable() const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }

 private:
  struct Member {
    std::chrono::sys_seconds registered;
    std::chrono::sys_seconds read_only_updated;
    bool read_only;

    bool held_in(const RingWindow& window) const;
    bool extends(const RingWindow& window) const;
  };

  // One circle: a zone's, or the whole ring's if that ignores zones.
  struct Zone {
    std::string name;  // empty also where zones are ignored
    TokenRing ring;
    std::vector<std::uint32_t> members{};           // all of them, ascending
    std::vector<std::uint32_t> read_only_owners{};  // those of the read-only ones that own tokens
    std::uint32_t writable_owners = 0;              // how many of the others own tokens
    std::uint32_t read_only = 0;                    // how many members are, with or without tokens
  };

  MimirRing() = default;

  std::vector<std::uint32_t> add_members(const RingSpec& spec);
  bool gives_whole(const Zone& zone) const { return zone_aware_ && zone.read_only == 0; }
  bool gives(const Zone& zone, std::uint64_t part) const {
    return part <= zone.writable_owners || (gives_whole(zone) && part == zone.members.size());
  }
  std::span<const std::uint32_t> select(std::string_view tenant, std::uint32_t size,
                                        const RingWindow& window, RingScratch& scratch) const;
  void select_zone(const Zone& zone, std::string_view tenant, std::uint32_t size,
                   const RingWindow& window, RingScratch& scratch) const;
  // Takes those members of the range that the window allows.
  template <typename Range>
  void take_held(const Range& range, const RingWindow& window, RingScratch& scratch) const;

  bool zone_aware_ = false;
  std::vector<Member> members_;                   // in the spec's order
  std::vector<Zone> zones_;                       // by name
  std::chrono::sys_seconds oldest_registered_{};  // the epoch if that of any instance is
};

}  // namespace croupier::copies
