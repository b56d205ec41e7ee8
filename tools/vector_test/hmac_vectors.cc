// hmac_recipe.json: traces, errors, cases, metrics, the metrics' edges and the churn of resizing.
#include <algorithm>
#include <map>

#include "core/base/byte_order.h"
#include "core/placement/hmac_words.h"
#include "croupier/hash.h"
#include "croupier/recipes.h"
#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {
namespace {

using Hand = std::vector<std::uint64_t>;
using Recipes = std::map<std::string, HmacRecipe>;

Hand deal(const HmacRecipe& recipe, std::string_view tenant, std::uint64_t n, std::size_t k) {
  Hand hand(k);
  if (!recipe.deal(tenant, n, hand)) return {};
  return hand;
}

std::vector<Hand> deal_all(const HmacRecipe& recipe, const std::vector<std::string>& tenants,
                           std::uint64_t n, std::size_t k) {
  std::vector<Hand> hands;
  for (const std::string& tenant : tenants) {
    hands.push_back(deal(recipe, tenant, n, k));
    std::sort(hands.back().begin(), hands.back().end());
  }
  return hands;
}

std::size_t shared(const Hand& a, const Hand& b) {
  Hand both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

double fraction(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Walks the recipe's words by the file's own account of it and counts what the deal skips.
void check_stats(const Json& row, const HmacRecipe& recipe, std::uint64_t n, Tally& tally) {
  placement::HmacWords words(recipe, row["tenant"].get<std::string>());
  const std::uint64_t limit = 0 - (0 - n) % n;  // floor(2^64 / n) * n, and 0 for 2^64
  const auto k = row["hand"].size();
  std::uint64_t drawn = 0;
  std::uint64_t rejected = 0;
  std::uint64_t duplicates = 0;
  std::map<std::uint64_t, bool> seen;
  while (seen.size() < k) {
    const std::uint64_t word = words.next();
    ++drawn;
    if (limit != 0 && word >= limit) {
      ++rejected;
    } else if (!seen.emplace(word % n, true).second) {
      ++duplicates;
    }
  }
  const Json stats = {{"blocks", (drawn + 3) / 4},
                      {"words", drawn},
                      {"rejected", rejected},
                      {"duplicates", duplicates}};
  tally.check(stats == row["stats"], "stats of " + row.dump());
}

void check_case(const Json& row, const Recipes& recipes, Tally& tally) {
  const HmacRecipe& recipe = recipes.at(row["key"]);
  const auto tenant = row["tenant"].get<std::string>();
  const std::uint64_t n = to_u64(row["n"]);
  const Hand wanted = to_u64s(row["hand"]);
  const auto k = row["k"].get<std::size_t>();
  tally.check(deal(recipe, tenant, n, k) == wanted, "hand of " + row.dump());
  if (row.contains("tenant_utf8_hex")) {
    tally.check(from_hex(row["tenant_utf8_hex"]) == tenant, "bytes of " + row.dump());
  }
  check_stats(row, recipe, n, tally);
}

void check_trace(const Json& row, const Recipes& recipes, Tally& tally) {
  const auto tenant = row["tenant"].get<std::string>();
  placement::HmacWords words(recipes.at(row["key"]), tenant);
  Json digests = Json::array();
  Json first_words = Json::array();
  for (std::size_t block = 0; block < row["block_digests_hex"].size(); ++block) {
    std::array<std::uint8_t, 32> digest;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint64_t word = words.next();
      if (block == 0) first_words.push_back(std::to_string(word));
      store_big_endian64(word, digest.data() + 8 * i);
    }
    digests.push_back(hex(digest));
  }
  tally.check(digests == row["block_digests_hex"], "digests of trace of '" + tenant + "'");
  tally.check(first_words == row["words_block0"], "words of trace of '" + tenant + "'");
  tally.check(tenant + std::string(9, '\0') == from_hex(row["block0_message_hex"]),
              "message of trace of '" + tenant + "'");
  const std::uint64_t n = to_u64(row["n"]);
  const std::uint64_t limit = 0 - (0 - n) % n;
  tally.check((limit == 0 ? "18446744073709551616" : std::to_string(limit)) ==
                  row["accept_below"].get<std::string>(),
              "limit of trace of '" + tenant + "'");
  check_case(row, recipes, tally);
}

// Sizes below zero cannot even be said to the library; they stand for the nearest one that can.
void check_error(const Json& row, const HmacRecipe& recipe, Tally& tally) {
  const auto clamp = [](const Json& value) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(value.get<std::int64_t>(), 0));
  };
  Hand hand(clamp(row["k"]));
  const auto dealt = recipe.deal(row["tenant"].get<std::string>(), clamp(row["n"]), hand);
  tally.check(!dealt && dealt.error().code == Code::kInvalidArgument, "refusal of " + row.dump());
}

void check_failure(const Json& row, const std::vector<Hand>& hands, Tally& tally) {
  Hand failed = to_u64s(row["failed"]);
  std::sort(failed.begin(), failed.end());
  std::size_t down = 0;
  std::size_t degraded = 0;
  for (const Hand& hand : hands) {
    const std::size_t hit = shared(hand, failed);
    down += hit == hand.size() ? 1 : 0;
    degraded += hit > 0 ? 1 : 0;
  }
  const std::string what = " of failed set '" + row["failed_set"].get<std::string>() + "'";
  tally.check(row["fully_down_count"] == down, "fully_down_count" + what);
  tally.check(row["degraded_count"] == degraded, "degraded_count" + what);
  tally.check(row["fully_down_fraction"] == fraction(down, hands.size()),
              "fully_down_fraction" + what);
  tally.check(row["degraded_fraction"] == fraction(degraded, hands.size()),
              "degraded_fraction" + what);
}

std::vector<std::size_t> pairs_by_overlap(const std::vector<Hand>& hands, std::size_t k) {
  std::vector<std::size_t> pairs(k + 1);
  for (std::size_t i = 0; i < hands.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) ++pairs[shared(hands[i], hands[j])];
  }
  return pairs;
}

void check_metrics(const Json& row, const Recipes& recipes, Tally& tally) {
  const auto n = row["n"].get<std::size_t>();
  const auto k = row["k"].get<std::size_t>();
  const auto tenants = numbered_tenants(row["tenant_count"].get<std::size_t>());
  std::vector<Hand> hands = deal_all(recipes.at(row["key"]), tenants, n, k);
  for (const Json& failure : row["failures"]) check_failure(failure, hands, tally);

  std::vector<std::size_t> occupancy(n);
  for (const Hand& hand : hands) {
    for (const std::uint64_t worker : hand) ++occupancy[worker];
  }
  const std::string where = " with n=" + std::to_string(n) + ", k=" + std::to_string(k);
  tally.check(row["occupancy_per_worker"] == Json(occupancy), "occupancy" + where);

  const Json& pairwise = row["pairwise"];  // over tenant-0 .. tenant-399
  hands.resize(400);
  const auto pairs = pairs_by_overlap(hands, k);
  const std::size_t all = hands.size() * (hands.size() - 1) / 2;
  tally.check(pairwise["pairs"] == all, "pairs" + where);
  tally.check(pairwise["pairs_by_number_of_shared_workers"] == Json(pairs), "overlaps" + where);
  tally.check(pairwise["overlap_fraction"] == fraction(all - pairs[0], all),
              "overlap_fraction" + where);
}

void check_metrics_edge(const Json& row, const HmacRecipe& recipe, Tally& tally) {
  const auto hands = deal_all(recipe, row["tenants"].get<std::vector<std::string>>(), 16, 3);
  double result = 0.0;  // of the two fractions of an empty list
  if (row["function"] == "pairwise_overlap_fraction") {
    const auto pairs = pairs_by_overlap(hands, 3);
    const std::size_t all = hands.empty() ? 0 : hands.size() * (hands.size() - 1) / 2;
    result = fraction(all - pairs[0], all);
  } else if (!hands.empty()) {
    tally.fail("no rule for " + row.dump());
    return;
  }
  tally.check(row["result"] == result, "metrics edge " + row.dump());
}

void check_churn(const Json& row, const HmacRecipe& recipe, Tally& tally) {
  const auto tenants = numbered_tenants(row["tenants"].get<std::size_t>());
  const auto k = row["k"].get<std::size_t>();
  const auto before = deal_all(recipe, tenants, to_u64(row["n_before"]), k);
  const auto after = deal_all(recipe, tenants, to_u64(row["n_after"]), k);
  std::size_t unchanged = 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tenants.size(); ++i) {
    unchanged += before[i] == after[i] ? 1 : 0;
    kept += shared(before[i], after[i]);
  }
  tally.check(row["hands_unchanged_as_sets"] == unchanged, "unchanged hands of " + row.dump());
  tally.check(row["memberships_kept"] == kept, "kept memberships of " + row.dump());
  tally.check(row["memberships_total"] == tenants.size() * k, "memberships of " + row.dump());
}

}  // namespace

void run_hmac(const Json& file, Tally& tally) {
  Recipes recipes;
  for (const auto& [name, key_hex] : file.at("keys_hex").items()) {
    recipes.emplace(name, HmacRecipe(key_from_hex(key_hex)));
  }
  const HmacRecipe& standard = recipes.at("default");
  for (const Json& row : file.at("traces")) check_trace(row, recipes, tally);
  for (const Json& row : file.at("errors")) check_error(row, standard, tally);
  for (const Json& row : file.at("cases")) check_case(row, recipes, tally);
  for (const Json& row : file.at("metrics")) check_metrics(row, recipes, tally);
  for (const Json& row : file.at("metrics_edge")) check_metrics_edge(row, standard, tally);
  for (const Json& row : file.at("resize_churn")) check_churn(row, standard, tally);
}

}  // namespace croupier::vectors
