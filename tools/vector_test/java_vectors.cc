// java_experiment.json: java.util.Random itself, single tenants, and the published totals.
#include <algorithm>
#include <numeric>
#include <set>

#include "core/placement/java_random.h"
#include "croupier/recipes.h"
#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {
namespace {

using Hand = std::vector<std::uint32_t>;

struct Experiment {
  std::uint32_t workers;
  std::uint32_t hand_size;
  std::uint32_t fixed_shards;
  std::uint64_t seed;
  std::string attacker;

  Hand deal(std::string_view tenant) const {
    Hand hand(hand_size);
    if (!deal_java_demo(tenant, seed, workers, hand)) return {};
    return hand;
  }
};

std::uint64_t signed_seed(const Json& text) {
  return static_cast<std::uint64_t>(std::stoll(text.get<std::string>()));
}

void check_random(const Json& random, Tally& tally) {
  for (const Json& row : random.at("next_int_sequences")) {
    placement::JavaRandom generator(signed_seed(row["seed"]));
    Hand values(row["values"].size());
    for (auto& value : values) value = generator.next_int(row["bound"].get<std::uint32_t>());
    tally.check(values == to_u32s(row["values"]), "nextInt of " + row.dump());
  }
  for (const Json& row : random.at("shuffles_of_0_to_n_minus_1")) {
    placement::JavaRandom generator(signed_seed(row["seed"]));
    Hand list(row["n"].get<std::size_t>());
    std::iota(list.begin(), list.end(), 0U);
    placement::java_shuffle(list, generator);
    tally.check(list == to_u32s(row["result"]), "shuffle of " + row.dump());
  }
}

// The digest is checked through what the deal makes of it: its words are not public.
void check_tenant(const Json& row, const Experiment& experiment, Tally& tally) {
  const auto tenant = row["id"].get<std::string>();
  Hand hand = experiment.deal(tenant);
  tally.check(hand == to_u32s(row["hand"]), "hand of " + row.dump());
  std::sort(hand.begin(), hand.end());
  tally.check(hand == to_u32s(row["sorted"]), "sorted hand of " + row.dump());
  tally.check(
      row["fixed"] == java_demo_fixed_shard(tenant, experiment.seed, experiment.fixed_shards),
      "fixed shard of " + row.dump());
  if (row.contains("id_utf8_hex")) {
    tally.check(from_hex(row["id_utf8_hex"]) == tenant, "bytes of " + row.dump());
  }
  const std::uint64_t hash = std::stoull(row["digest8_hex"].get<std::string>(), nullptr, 16);
  tally.check((hash ^ experiment.seed) == signed_seed(row["random_seed"]),
              "random seed of " + row.dump());
  placement::JavaRandom generator(hash ^ experiment.seed);
  Hand deck(experiment.workers);
  std::iota(deck.begin(), deck.end(), 0U);
  placement::java_shuffle(deck, generator);
  deck.resize(experiment.hand_size);
  tally.check(deck == to_u32s(row["hand"]), "hand from the digest of " + row.dump());
}

struct Totals {
  std::vector<std::size_t> overlap_counts;
  std::vector<std::size_t> per_shard;
  std::vector<std::size_t> per_worker;
  std::set<Hand> hands;
};

Totals count(const Experiment& experiment, std::size_t tenants) {
  Totals totals{std::vector<std::size_t>(experiment.hand_size + 1),
                std::vector<std::size_t>(experiment.fixed_shards),
                std::vector<std::size_t>(experiment.workers),
                {}};
  const Hand poisoned = experiment.deal(experiment.attacker);
  for (const std::string& tenant : numbered_tenants(tenants)) {
    Hand hand = experiment.deal(tenant);
    std::size_t overlap = 0;
    for (const std::uint32_t worker : hand) {
      overlap += std::count(poisoned.begin(), poisoned.end(), worker) > 0 ? 1 : 0;
      ++totals.per_worker[worker];
    }
    ++totals.overlap_counts[overlap];
    ++totals.per_shard[java_demo_fixed_shard(tenant, experiment.seed, experiment.fixed_shards)];
    std::sort(hand.begin(), hand.end());
    totals.hands.insert(std::move(hand));
  }
  return totals;
}

std::size_t possible_hands(std::size_t n, std::size_t k) {
  std::size_t product = 1;
  for (std::size_t i = 0; i < k; ++i) product = product * (n - i) / (i + 1);
  return product;
}

void check_summary(const Json& file, const Experiment& experiment, Tally& tally) {
  const Totals totals = count(experiment, file["parameters"]["tenants"].get<std::size_t>());
  Hand poisoned = experiment.deal(experiment.attacker);
  const std::uint32_t attacker_shard =
      java_demo_fixed_shard(experiment.attacker, experiment.seed, experiment.fixed_shards);
  const std::size_t down = totals.overlap_counts.back();
  Json overlaps = Json::object();
  for (std::size_t i = 0; i < totals.overlap_counts.size(); ++i) {
    overlaps[std::to_string(i)] = totals.overlap_counts[i];
  }
  Json computed = {{"attacker_hand_in_deal_order", poisoned},
                   {"attacker_fixed_shard", attacker_shard},
                   {"fixed_unavailable", totals.per_shard[attacker_shard]},
                   {"shuffle_unavailable", down},
                   {"overlap_counts", overlaps},
                   {"innocent_fixed_unavailable", totals.per_shard[attacker_shard] - 1},
                   {"innocent_shuffle_unavailable", down - 1},
                   {"tenants_per_fixed_shard", totals.per_shard},
                   {"tenants_per_worker", totals.per_worker},
                   {"distinct_hands_in_use", totals.hands.size()},
                   {"possible_hands", possible_hands(experiment.workers, experiment.hand_size)}};
  std::sort(poisoned.begin(), poisoned.end());
  computed["poisoned_workers"] = poisoned;
  for (const auto& [name, value] : file["summary"].items()) {
    tally.check(computed.contains(name) && computed[name] == value, "summary's " + name);
  }
}

}  // namespace

void run_java(const Json& file, Tally& tally) {
  const Json& parameters = file.at("parameters");
  const Experiment experiment{
      parameters.at("workers"), parameters.at("hand_size"), parameters.at("fixed_shards"),
      to_u64(parameters.at("application_seed_dec")), parameters.at("attacker")};
  tally.check(experiment.seed == kJavaDemoSeed, "application seed");
  check_random(file.at("java_random"), tally);
  for (const Json& row : file.at("tenants")) check_tenant(row, experiment, tally);
  check_summary(file, experiment, tally);
}

}  // namespace croupier::vectors
