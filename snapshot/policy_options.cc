#include "snapshot/policy_options.h"

#include <limits>

#include "croupier/deal.h"

namespace croupier::snapshot {
namespace {

using files::Fields;

using copies::kMaxLookback;
using copies::kMaxRingTime;
using copies::RingInstance;

// ---- encoding ----

struct Encoder {
  Json operator()(std::monostate) const { return Json::object(); }
  Json operator()(const BoundedSpec& spec) const {
    return {{"hand", spec.hand},
            {"max_overlap", spec.max_overlap},
            {"stripes", spec.stripes},
            {"stripe_size", spec.stripe_size}};
  }
  Json operator()(const SearchSpec& spec) const {
    return {{"hand", spec.hand}, {"max_overlap", spec.max_overlap}};
  }
  Json operator()(const ApfOptions& options) const {
    return {{"flow_schema", options.flow_schema}};
  }
  Json operator()(const InfimaOptions& options) const {
    return {{"dimensions", options.dimensions}, {"seed", options.seed}};
  }
  Json operator()(const MimirRingOptions& options) const {
    Json instances = Json::array();
    for (const RingInstance& instance : options.instances) {
      instances.push_back({{"tokens", instance.tokens},
                           {"registered_s", seconds(instance.registered)},
                           {"read_only", instance.read_only},
                           {"read_only_updated_s", seconds(instance.read_only_updated)}});
    }
    return {{"zone_aware", options.zone_aware},
            {"lookback_s", options.lookback.period.count()},
            {"now_s", seconds(options.lookback.now)},
            {"instances", std::move(instances)}};
  }
  Json operator()(const ThanosOptions& options) const {
    return {{"zone_aware", options.zone_aware}, {"replication_factor", options.replication_factor}};
  }

  static std::int64_t seconds(std::chrono::sys_seconds time) {
    return time.time_since_epoch().count();
  }
};

// ---- decoding ----

std::chrono::sys_seconds time_field(Fields& fields, const char* key) {
  const auto latest = static_cast<std::uint64_t>(kMaxRingTime.time_since_epoch().count());
  return std::chrono::sys_seconds(
      std::chrono::seconds(static_cast<std::int64_t>(fields.number(key, 0, latest))));
}

RingInstance decode_instance(const Json& json, const std::string& where, Problem& problem) {
  RingInstance instance;
  Fields fields(json, where, problem);
  for (const Json& token : fields.list("tokens", copies::kMaxRingTokens)) {
    if (!token.is_number_unsigned() || token.get<std::uint64_t>() > UINT32_MAX) {
      fields.wrong("tokens", "a list of 32-bit numbers");
      break;
    }
    instance.tokens.push_back(token.get<std::uint32_t>());
  }
  instance.registered = time_field(fields, "registered_s");
  instance.read_only = fields.boolean("read_only");
  instance.read_only_updated = time_field(fields, "read_only_updated_s");
  fields.done();
  return instance;
}

MimirRingOptions decode_ring(Fields& fields, std::uint32_t workers, const std::string& where,
                             Problem& problem) {
  MimirRingOptions options;
  options.zone_aware = fields.boolean("zone_aware");
  const auto longest = static_cast<std::uint64_t>(kMaxLookback.count());
  options.lookback.period = std::chrono::seconds(fields.number("lookback_s", 0, longest));
  options.lookback.now = time_field(fields, "now_s");
  for (const Json& instance : fields.list("instances", kMaxWorkers)) {
    options.instances.push_back(decode_instance(instance, where + ".instances", problem));
  }
  if (options.instances.size() != workers) fields.wrong("instances", "as long as \"dealt\"");
  return options;
}

InfimaOptions decode_infima(Fields& fields, const Json& json) {
  InfimaOptions options;
  for (const Json& name : fields.list("dimensions", copies::kInfimaMaxDimensions)) {
    if (!name.is_string()) {
      fields.wrong("dimensions", "a list of names");
      break;
    }
    options.dimensions.push_back(name.get<std::string>());
  }
  fields.expect("seed");
  if (json.contains("seed") && json["seed"].is_number_integer()) {
    const auto& seed = json["seed"];
    const bool fits =
        !seed.is_number_unsigned() ||
        seed.get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    if (!fits) fields.wrong("seed", "a signed 64-bit number");
    if (fits) options.seed = seed.get<std::int64_t>();
  } else {
    fields.wrong("seed", "a whole number");
  }
  return options;
}

}  // namespace

Json encode_options(const PolicyOptions& options) {
  return std::visit(Encoder{}, options);
}

PolicyOptions decode_options(Policy policy, const Json& json, std::uint32_t workers,
                             const std::string& where, Problem& problem) {
  PolicyOptions options;
  Fields fields(json, where, problem);
  switch (policy) {
    case Policy::kBounded:
      options = BoundedSpec{.workers = workers,
                            .hand = fields.number32("hand", 1, kMaxWorkers),
                            .max_overlap = fields.number32("max_overlap", 0, kMaxWorkers),
                            .stripes = fields.number32("stripes", 0, kMaxWorkers),
                            .stripe_size = fields.number32("stripe_size", 0, kMaxWorkers)};
      break;
    case Policy::kSearch:
      options = SearchSpec{.workers = workers,
                           .hand = fields.number32("hand", 1, kMaxWorkers),
                           .max_overlap = fields.number32("max_overlap", 0, kMaxWorkers)};
      break;
    case Policy::kApf:
      options = ApfOptions{fields.text("flow_schema")};
      break;
    case Policy::kInfima:
      options = decode_infima(fields, json);
      break;
    case Policy::kMimirRing:
      options = decode_ring(fields, workers, where, problem);
      break;
    case Policy::kThanos:
      options = ThanosOptions{
          .zone_aware = fields.boolean("zone_aware"),
          .replication_factor = fields.number32("replication_factor", 1, kMaxWorkers)};
      break;
    case Policy::kHmac:
    case Policy::kRendezvous:
    case Policy::kJavaDemo:
    case Policy::kPythonSample:
    case Policy::kMimirQueriers:
      break;
  }
  fields.done();
  return options;
}

}  // namespace croupier::snapshot
