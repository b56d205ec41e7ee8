#include "cli/command.h"
#include "cli/deal.h"
#include "cli/hand_printer.h"
#include "cli/number_option.h"
#include "croupier/bounded.h"

namespace croupier::cli {
namespace {

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

Result<BoundedDeck> make_deck(const DealOptions& options) {
  const auto narrow = [](std::uint64_t number) {  // what is too large for a deck stays too large
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, UINT32_MAX));
  };
  const BoundedSpec spec{.workers = narrow(options.recipe.workers),
                         .hand = narrow(options.recipe.hand),
                         .max_overlap = options.overlap.max_overlap,
                         .striped = options.overlap.striped,
                         .stripe = options.overlap.stripe};
  const auto key = given_key(options);
  if (!key) return tl::unexpected(key.error());
  return *key ? BoundedDeck::make(spec, **key) : BoundedDeck::make(spec);
}

}  // namespace

int deal_bounded(const DealOptions& options) {
  const Range range = parse_range(options.overlap.ordinals);
  const auto deck = make_deck(options);
  if (!deck) return report(deck.error());

  Output output;
  HandPrinter printer(output, options.json, false, HandPrinter::Subject::kOrdinal);
  std::vector<std::uint32_t> hand(options.recipe.hand);
  for (std::uint64_t ordinal = range.first; !output.closed(); ++ordinal) {
    if (const auto dealt = deck->deal(ordinal, hand); !dealt) {
      printer.finish();
      if (const auto written = output.finish(); !written) return report(written.error());
      return report(dealt.error());
    }
    printer.begin(ordinal);
    for (const std::uint32_t worker : hand) printer.add(std::uint64_t{worker});
    printer.end();
    if (ordinal == range.last) break;
  }
  printer.finish();
  if (const auto written = output.finish(); !written) return report(written.error());
  return kFine;
}

}  // namespace croupier::cli
