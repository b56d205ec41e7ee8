#include "cli/command.h"
#include "cli/deal.h"
#include "cli/hand_printer.h"
#include "croupier/search.h"

namespace croupier::cli {

int deal_search(const DealOptions& options) {
  const auto key = given_key(options);
  if (!key) return report(key.error());
  const auto narrow = [](std::uint64_t number) {  // what is too large for a deck stays too large
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, UINT32_MAX));
  };
  auto deck = SearchDeck::make({.workers = narrow(options.recipe.workers),
                                .hand = narrow(options.recipe.hand),
                                .max_overlap = options.overlap.max_overlap},
                               key->value_or(Key(std::string_view())));
  if (!deck) return report(deck.error());

  Output output;
  HandPrinter printer(output, options.json, false, HandPrinter::Subject::kOrdinal);
  std::vector<std::uint32_t> hand(options.recipe.hand);
  Result<void> dealt;
  for (std::uint64_t i = 0; i < options.overlap.count && !output.closed(); ++i) {
    dealt = deck->next(hand);
    if (!dealt) break;
    printer.begin(i);
    for (const std::uint32_t worker : hand) printer.add(std::uint64_t{worker});
    printer.end();
  }
  printer.finish();
  if (const auto written = output.finish(); !written) return report(written.error());
  return dealt ? kFine : report(dealt.error());
}

}  // namespace croupier::cli
