// Checks a hashring's description and builds its ring points.
#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "core/copies/go_table.h"
#include "core/copies/thanos_zones.h"
#include "croupier/quote.h"
#include "croupier/thanos.h"
#include "croupier/xxh64.h"

namespace croupier::copies {
namespace {

Result<void> refuse(std::string message) {
  return error(Code::kInvalidArgument, std::move(message));
}

Result<void> check_spec(const ThanosRingSpec& spec) {
  const std::size_t count = spec.endpoints.size();
  const std::string all = ", the number of endpoints";
  if (count < 1 || count > kThanosMaxEndpoints) {
    return refuse("the ring has " + std::to_string(count) + " endpoints; 1 to " +
                  std::to_string(kThanosMaxEndpoints) + " are possible");
  }
  std::unordered_set<std::string_view> addresses;
  std::map<std::string_view, std::uint32_t> zones;
  for (const ThanosEndpoint& endpoint : spec.endpoints) {
    if (endpoint.address.empty()) {
      return refuse("the address of endpoint " + std::to_string(&endpoint - spec.endpoints.data()) +
                    " is empty");
    }
    if (!addresses.insert(endpoint.address).second) {
      return refuse("endpoint " + quote(endpoint.address) + " stands twice in the ring");
    }
    ++zones[endpoint.zone];
  }
  if (spec.shard_size > count) {
    return refuse("shard size " + std::to_string(spec.shard_size) + " is above " +
                  std::to_string(count) + all);
  }
  if (spec.replication_factor < 1) return refuse("replication factor 0 is below 1");
  if (spec.replication_factor > count) {
    return refuse("replication factor " + std::to_string(spec.replication_factor) + " is above " +
                  std::to_string(count) + all);
  }
  std::vector<std::uint32_t> sizes;
  for (const auto& [zone, size] : zones) sizes.push_back(size);
  if (const std::uint64_t most = most_replicas(sizes); spec.replication_factor > most) {
    return refuse("replication factor " + std::to_string(spec.replication_factor) + " is above " +
                  std::to_string(most) +
                  ", the most replicas that zones of these sizes hold evenly");
  }
  return {};
}

struct Point {
  std::uint64_t hash;
  std::uint32_t owner;
  auto operator<=>(const Point&) const = default;
};

// The endpoint's points: XXH64 of "address:1", "address:2", ...
void add_points(const std::string& address, std::uint32_t owner, std::vector<Point>& points) {
  std::string text = address + ":";
  const std::size_t prefix = text.size();
  for (std::uint32_t i = 1; i <= kThanosPointsPerEndpoint; ++i) {
    text.resize(prefix);
    text += std::to_string(i);
    points.push_back({xxh64(text), owner});
  }
}

}  // namespace

Result<ThanosRing> ThanosRing::make(const ThanosRingSpec& spec) {
  if (auto checked = check_spec(spec); !checked) {
    return tl::make_unexpected(std::move(checked.error()));
  }
  go_table();  // so that no selection has to wait for it
  ThanosRing ring;
  ring.shard_size_ = spec.shard_size;
  ring.replication_factor_ = spec.replication_factor;
  ring.add_zones(spec);
  ring.add_overrides(spec.overrides);
  return ring;
}

void ThanosRing::add_zones(const ThanosRingSpec& spec) {
  std::map<std::string_view, std::vector<std::uint32_t>> real;  // sorted by name, as bytes
  for (std::uint32_t i = 0; i < spec.endpoints.size(); ++i) {
    real[spec.endpoints[i].zone].push_back(i);
  }
  real_zone_.resize(spec.endpoints.size());
  std::vector<Point> points;
  const auto add_zone = [&](std::string_view name) {
    std::sort(points.begin(), points.end());
    Zone& zone = zones_.emplace_back();
    zone.name = name;
    zone.endpoints = static_cast<std::uint32_t>(points.size() / kThanosPointsPerEndpoint);
    zone.points.reserve(points.size());
    zone.owners.reserve(points.size());
    for (const Point& point : points) {
      zone.points.push_back(point.hash);
      zone.owners.push_back(point.owner);
    }
    points.clear();
  };
  for (const auto& [name, endpoints] : real) {
    for (const std::uint32_t endpoint : endpoints) {
      real_zone_[endpoint] = real_zones_;
      add_points(spec.endpoints[endpoint].address, endpoint, points);
    }
    if (!spec.zone_awareness_disabled) add_zone(name);
    ++real_zones_;
  }
  if (spec.zone_awareness_disabled) add_zone("");
}

void ThanosRing::add_overrides(const std::vector<ThanosOverride>& overrides) {
  for (const ThanosOverride& override : overrides) {
    if (override.matcher == ThanosMatcher::kMissing) continue;
    const auto number = static_cast<std::uint32_t>(overrides_.size());
    Override& added = overrides_.emplace_back(Override{override.shard_size, {}});
    if (override.matcher == ThanosMatcher::kGlob) {
      added.patterns = override.tenants;
    } else {
      for (const std::string& tenant : override.tenants) named_.emplace(tenant, number);
    }
  }
}

}  // namespace croupier::copies
