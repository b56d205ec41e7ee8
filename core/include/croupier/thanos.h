// The shuffle-sharded ketama hashring of Thanos Receive: which endpoints a tenant's series may go
// to. docs/policies/thanos.md gives the algorithm. Source: thanos-io/thanos, e103a81bd594,
// pkg/receive/hashring.go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "croupier/result.h"

namespace croupier::copies {

inline constexpr std::size_t kThanosMaxEndpoints = 10'000;  // per ring: 120 MB of ring points
inline constexpr std::uint32_t kThanosPointsPerEndpoint = 1'000;

struct ThanosEndpoint {
  std::string address;  // as the hashrings file has it, e.g. "receive-0:10901"; unique in the ring
  std::string zone{};   // `az`; left out and empty are the same
};

// How an override names its tenants.
enum class ThanosMatcher {
  kMissing,  // tenant_matcher_type left out (or unknown): the override applies to nobody
  kExact,
  kGlob,  // patterns of Go's filepath.Match; a malformed one matches nobody
};

struct ThanosOverride {
  std::uint32_t shard_size = 0;
  ThanosMatcher matcher = ThanosMatcher::kMissing;
  std::vector<std::string> tenants;  // ids or patterns
};

// One entry of the hashrings file with `algorithm: ketama`, and the receiver's flag.
struct ThanosRingSpec {
  std::vector<ThanosEndpoint> endpoints;  // 1 to kThanosMaxEndpoints
  std::uint32_t shard_size = 0;           // endpoints of a tenant; 0: no sharding, all of them
  std::vector<ThanosOverride> overrides;  // the first that applies to a tenant counts
  bool zone_awareness_disabled = false;
  std::uint32_t replication_factor = 1;  // at least 1
};

// Working memory of one thread's selections, so that selecting does not allocate once it is warm.
struct ThanosScratch {
  std::string message;
  std::vector<std::uint8_t> selected;  // by endpoint
  std::vector<std::uint32_t> by_zone;
};

// Immutable: one object serves all threads, each with a scratch of its own.
class ThanosRing {
 public:
  // Errors (kInvalidArgument): no or too many endpoints, an address that is empty or stands twice,
  // a shard size above the number of endpoints, a replication factor of 0, above the number of
  // endpoints, or more than zones of these sizes can share evenly (where Thanos never gets ready).
  // Cost: 1000 hashes an endpoint and a sort of them.
  static Result<ThanosRing> make(const ThanosRingSpec& spec);

  // The shard size that the tenant is given: of the first override that applies, or the ring's.
  // Cost: a look-up, and a match against every pattern before that override.
  std::uint32_t shard_size(std::string_view tenant) const;

  // Replaces `shard` by positions into spec.endpoints, distinct, zone by zone in the order of their
  // names, inside a zone in the order drawn. With zones there are ceil(shard size / zones) of each.
  // `tenant` is any bytes. kFailedPrecondition where Thanos refuses this tenant's writes: a zone
  // has fewer endpoints than its part, the shard is smaller than the replication factor, or its
  // zones cannot share the replicas evenly.
  // Cost: per zone one MD5, and a binary search and a short walk for each endpoint.
  Result<void> select(std::string_view tenant, std::vector<std::uint32_t>& shard,
                      ThanosScratch& scratch) const;

  // The same for a tenant of this shard size, at least 1, whatever size the ring gives it.
  Result<void> select_sized(std::string_view tenant, std::uint32_t shard_size,
                            std::vector<std::uint32_t>& shard, ThanosScratch& scratch) const;

  // kFailedPrecondition, with the limit, for shard sizes at which every select_sized fails.
  Result<void> check_sizes(std::uint32_t shard_size) const;

  // The largest shard that every zone can give its part of. Cost: O(zones).
  std::uint32_t largest_shard() const;

 private:
  struct Zone {
    std::string name;  // "" for the only one where zones are ignored
    std::uint32_t endpoints = 0;
    std::vector<std::uint64_t> points;  // sorted
    std::vector<std::uint32_t> owners;  // of the points
  };
  struct Override {
    std::uint32_t shard_size;
    std::vector<std::string> patterns;  // empty: of an exact matcher
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  ThanosRing() = default;
  void add_zones(const ThanosRingSpec& spec);
  void add_overrides(const std::vector<ThanosOverride>& overrides);
  void select_in(const Zone& zone, std::string_view tenant, std::uint32_t draws,
                 std::vector<std::uint32_t>& shard, ThanosScratch& scratch) const;
  Result<void> check_replicas(const std::vector<std::uint32_t>& shard,
                              ThanosScratch& scratch) const;

  std::vector<Zone> zones_;               // sorted by name
  std::vector<std::uint32_t> real_zone_;  // by endpoint, also where zones are ignored
  std::uint32_t real_zones_ = 0;
  std::vector<Override> overrides_;
  // Tenant to the first override that names it.
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> named_;
  std::uint32_t shard_size_ = 0;
  std::uint32_t replication_factor_ = 1;
};

}  // namespace croupier::copies
