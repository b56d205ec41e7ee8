// bounded.json: which construction a spec comes to, and hands in the plain and the keyed order.
#include <string_view>

#include "croupier/bounded.h"
#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {
namespace {

void check_shape(const Json& row, const BoundedShape& shape, Tally& tally) {
  const std::string what = "of " + row.at("key").get<std::string>();
  tally.check(shape.construction == row.at("construction").get<std::string>(),
              "construction " + what);
  tally.check(shape.stripe_size == row.at("stripe").get<std::uint32_t>(), "stripe " + what);
  tally.check(shape.max_overlap == row.at("bound").get<std::uint32_t>(), "bound " + what);
  tally.check(shape.capacity == to_u64(row.at("capacity")), "capacity " + what);
  tally.check(shape.block == row.at("block").get<std::uint32_t>(), "block " + what);
}

void check_hand(const BoundedDeck& deck, std::uint64_t ordinal, const Json& expected,
                const std::string& what, Tally& tally) {
  std::vector<std::uint32_t> hand(expected.size());
  tally.check(deck.deal(ordinal, hand) && hand == to_u32s(expected), "hand " + what);
  tally.check(deck.ordinal_of(hand) == ordinal, "ordinal " + what);
}

}  // namespace

void run_bounded(const Json& file, Tally& tally) {
  for (const Json& row : file.at("cases")) {
    const BoundedSpec spec{.workers = row.at("workers"),
                           .hand = row.at("hand"),
                           .max_overlap = row.at("max_overlap"),
                           .stripes = row.at("striped") ? row.at("hand").get<std::uint32_t>() : 0};
    const std::string key = row.at("key");
    const auto plain = BoundedDeck::make(spec);
    const auto keyed = BoundedDeck::make(spec, Key(std::string_view(key)));
    if (!plain || !keyed) {
      tally.fail("refused: " + row.dump());
      continue;
    }
    check_shape(row, plain->shape(), tally);
    for (const Json& deal : row.at("deals")) {
      const std::uint64_t ordinal = to_u64(deal.at("ordinal"));
      const std::string what = std::to_string(ordinal) + " of " + key;
      check_hand(*plain, ordinal, deal.at("plain"), what, tally);
      check_hand(*keyed, ordinal, deal.at("keyed"), what + ", keyed", tally);
    }
  }
}

}  // namespace croupier::vectors
