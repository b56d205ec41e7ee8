// The policies that deal hands by number: bounded and search.
#include "cli/command.h"
#include "cli/deal.h"
#include "cli/hand_printer.h"
#include "cli/number_option.h"
#include "croupier/bounded.h"
#include "croupier/search.h"

namespace croupier::cli {
namespace {

// All numbers from first to last; none when first is above.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// "A" or "A-B", both included; throws what the parser reports.
Range parse_range(const std::string& text) {
  const std::size_t dash = text.find('-');
  const auto first = parse_number(text.substr(0, dash), UINT64_MAX);
  const auto last =
      dash == std::string::npos ? first : parse_number(text.substr(dash + 1), UINT64_MAX);
  if (!first || !last || *last < *first) {
    throw CLI::ValidationError("--ordinals", "'" + text + "' is neither A nor A-B with A <= B");
  }
  return {*first, *last};
}

// What is too large for a deck stays too large.
std::uint32_t narrow(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, UINT32_MAX));
}

// Prints the hands that `deal` fills in for the numbers of the range, up to the first it refuses.
template <typename Deal>
int print_hands(const DealOptions& options, Range range, const Deal& deal) {
  Output output;
  HandPrinter printer(output, options.json, false, HandPrinter::Subject::kOrdinal);
  std::vector<std::uint32_t> hand(options.recipe.hand);
  Result<void> dealt;
  for (std::uint64_t number = range.first; number <= range.last && !output.closed(); ++number) {
    dealt = deal(number, hand);
    if (!dealt) break;
    printer.begin(number);
    for (const std::uint32_t worker : hand) printer.add(std::uint64_t{worker});
    printer.end();
    if (number == UINT64_MAX) break;  // there is none after it
  }
  printer.finish();
  if (const auto written = output.finish(); !written) return report(written.error());
  return dealt ? kFine : report(dealt.error());
}

}  // namespace

int deal_bounded(const DealOptions& options) {
  const Range range = parse_range(options.overlap.ordinals);
  const auto key = given_key(options);
  if (!key) return report(key.error());
  const BoundedSpec spec{.workers = narrow(options.recipe.workers),
                         .hand = narrow(options.recipe.hand),
                         .max_overlap = options.overlap.max_overlap,
                         .stripes = options.overlap.stripes,
                         .stripe_size = options.overlap.stripe_size};
  const auto deck = *key ? BoundedDeck::make(spec, **key) : BoundedDeck::make(spec);
  if (!deck) return report(deck.error());
  return print_hands(options, range, [&](std::uint64_t ordinal, std::span<std::uint32_t> hand) {
    return deck->deal(ordinal, hand);
  });
}

int deal_search(const DealOptions& options) {
  const auto key = given_key(options);
  if (!key) return report(key.error());
  auto deck = SearchDeck::make({.workers = narrow(options.recipe.workers),
                                .hand = narrow(options.recipe.hand),
                                .max_overlap = options.overlap.max_overlap},
                               key->value_or(Key(std::string_view())));
  if (!deck) return report(deck.error());
  const std::uint64_t count = options.overlap.count;
  const Range range = count == 0 ? Range{1, 0} : Range{0, count - 1};
  return print_hands(options, range, [&](std::uint64_t, std::span<std::uint32_t> hand) {
    return deck->next(hand);
  });
}

}  // namespace croupier::cli
