// apf_dealer.json: checks of shapes, deals, flows and the chance of being covered.
#include "croupier/apf.h"

#include <cmath>

#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {
namespace {

void check_shape(const Json& row, Tally& tally) {
  const auto deck = row["deck"].get<std::int64_t>();
  const auto hand = row["hand"].get<std::int64_t>();
  tally.check(copies::apf_required_bits(deck, hand) == row["required_entropy_bits"],
              "bits of " + row.dump());
  tally.check(copies::check_apf(deck, hand).has_value() == row["valid"].get<bool>(),
              "check of " + row.dump());
}

void check_deal(const Json& row, const Json& deck, const Json& size, std::uint64_t hash,
                const Json& wanted, Tally& tally) {
  const auto dealer = copies::ApfDealer::make(deck.get<std::int64_t>(), size.get<std::int64_t>());
  if (!dealer) {
    tally.fail("refused: " + row.dump());
    return;
  }
  std::vector<std::uint32_t> hand(dealer->hand_size());
  dealer->deal(hash, hand);
  tally.check(hand == to_u32s(wanted), "hand of " + row.dump());
}

void check_flow(const Json& row, Tally& tally) {
  const std::uint64_t hash = copies::apf_flow_hash(row["flow_schema"].get<std::string>(),
                                                   row["distinguisher"].get<std::string>());
  tally.check(hash == to_u64(row["hash"]), "hash of " + row.dump());
  check_deal(row, row["queues"], row["hand_size"], hash, row["hand"], tally);
}

void check_squish(const Json& row, Tally& tally) {
  const auto chance =
      copies::apf_squish(row["queues"].get<std::int64_t>(), row["hand"].get<std::int64_t>(),
                         row["elephants"].get<std::int64_t>());
  const auto wanted = row["probability"].get<double>();
  tally.check(chance && std::abs(*chance - wanted) <= 1e-12 * wanted,
              "probability of " + row.dump());
}

}  // namespace

void run_apf(const Json& file, Tally& tally) {
  for (const Json& row : file.at("parameters")) check_shape(row, tally);
  for (const Json& row : file.at("deals")) {
    check_deal(row, row["deck"], row["hand"], to_u64(row["hash"]), row["dealt"], tally);
  }
  for (const Json& row : file.at("flows")) check_flow(row, tally);
  for (const Json& row : file.at("squish")) check_squish(row, tally);
}

}  // namespace croupier::vectors
