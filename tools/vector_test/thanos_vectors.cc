// thanos_hashring.json: the endpoints that hashrings give tenants.
#include "croupier/thanos.h"

#include <algorithm>
#include <map>

#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {
namespace {

copies::ThanosMatcher read_matcher(const Json& override) {
  const auto type = override.value("tenant_matcher_type", std::string());
  if (type == "exact") return copies::ThanosMatcher::kExact;
  if (type == "glob") return copies::ThanosMatcher::kGlob;
  return copies::ThanosMatcher::kMissing;
}

copies::ThanosRingSpec read_ring(const Json& row) {
  const Json& hashring = row.at("hashring");
  const Json& sharding = hashring.at("shuffle_sharding_config");
  copies::ThanosRingSpec spec;
  for (const Json& endpoint : hashring.at("endpoints")) {
    spec.endpoints.push_back({endpoint.at("address"), endpoint.value("az", std::string())});
  }
  spec.shard_size = sharding.at("shard_size");
  spec.zone_awareness_disabled = sharding.at("zone_awareness_disabled");
  spec.replication_factor = row.at("replication_factor");
  for (const Json& override : sharding.value("overrides", Json::array())) {
    spec.overrides.push_back({override.at("shard_size"), read_matcher(override),
                              override.at("tenants").get<std::vector<std::string>>()});
  }
  return spec;
}

}  // namespace

void run_thanos(const Json& file, Tally& tally) {
  struct Ring {
    copies::ThanosRingSpec spec;
    Result<copies::ThanosRing> ring;
  };
  std::map<std::string, Ring> rings;
  for (const Json& row : file.at("rings")) {
    auto spec = read_ring(row);
    auto ring = copies::ThanosRing::make(spec);
    rings.emplace(row.at("name"), Ring{std::move(spec), std::move(ring)});
  }
  copies::ThanosScratch scratch;
  for (const Json& row : file.at("cases")) {
    const Ring& ring = rings.at(row["ring"]);
    std::vector<std::uint32_t> shard;
    if (!ring.ring || !ring.ring->select(row["tenant"].get<std::string>(), shard, scratch)) {
      tally.fail("refused: " + row.dump());
      continue;
    }
    std::vector<std::string> addresses;
    for (const std::uint32_t i : shard) addresses.push_back(ring.spec.endpoints[i].address);
    std::sort(addresses.begin(), addresses.end());
    tally.check(Json(addresses) == row["endpoints"], "endpoints of " + row.dump());
  }
}

}  // namespace croupier::vectors
