#include <fmt/format.h>

#include <algorithm>

#include "croupier/quote.h"
#include "fleet/deals/hand_spread.h"
#include "fleet/deals/holders.h"
#include "fleet/deals/pins.h"
#include "fleet/deals/stripes.h"
#include "fleet/eligible.h"
#include "fleet/match_ring.h"
#include "fleet/resolve.h"

namespace croupier::fleet {
namespace {

// Builds one deck and reports what cannot be dealt in it.
class DeckBuilder {
 public:
  DeckBuilder(const Fleet& fleet, const std::vector<bool>& dedicated,
              std::vector<Problem>& problems, DealtDeck& deck)
      : fleet_(fleet),
        problems_(problems),
        deck_(deck),
        eligible_(eligible_workers(fleet, *deck.deck, dedicated)) {
    deck_.dealt = eligible_.workers;
    deck_.options = deck.deck->options;
  }

  // `deals`: what the deck's deal file says, where it has one.
  void build(const std::vector<Key>& keys, std::optional<ReadDeals> deals) {
    const Deck& deck = *deck_.deck;
    if (deck_.dealt.empty()) {
      report(deck.place,
             fmt::format("deck {} has no worker to deal: {}", quote(deck.name), composition()));
      return;
    }
    const Key* key = key_of(fleet_, keys, deck);
    if (key == nullptr && !deck.key_id.empty()) {
      report(deck.place,
             fmt::format("key {} of deck {} is not loaded", quote(deck.key_id), quote(deck.name)));
      return;
    }
    const Key used = key != nullptr ? *key : Key(std::string_view());
    if (is_stored(deck.policy) && !bind_records(std::move(deals), used)) return;
    if (deck.policy == Policy::kMimirRing && !bind_ring()) return;
    auto dealer = make_dealer(make_spec(), used);
    if (!dealer) {
      report(deck.place, fmt::format("deck {}: {}", quote(deck.name), dealer.error().message));
      return;
    }
    deck_.dealer = *std::move(dealer);
    check_size(deck.hand_size, deck.hand_size_place, "hand_size");
    check_overrides();
    if (deck_.records != nullptr) check_records();
  }

 private:
  // Whether the policy can deal such hands at all.
  void check_shape() {
    const Deck& deck = *deck_.deck;
    Result<void> fits;
    if (deck.policy == Policy::kBounded) {
      fits = lay_out_slots(fleet_, deck, eligible_.workers).map([](const NewSlots&) {});
    } else {
      auto spec = std::get<SearchSpec>(deck.options);
      spec.workers = static_cast<std::uint32_t>(eligible_.workers.size());
      fits = SearchDeck::make(spec, Key(std::string_view())).map([](const SearchDeck&) {});
    }
    if (fits) return;
    report(deck.options_place, fmt::format("deck {}: {}", quote(deck.name), fits.error().message));
  }

  // Whether the deck's records can be used.
  bool bind_records(std::optional<ReadDeals> deals, const Key& key) {
    const Deck& deck = *deck_.deck;
    if (!deals) {  // reported when it was loaded; its shape can be wrong besides
      check_shape();
      return false;
    }
    if (const auto why = why_foreign(deals->file, deck, key)) {
      report(deck.options_place,
             fmt::format("deal file {} does not fit deck {}: {}; `croupier deal --fleet FILE "
                         "--assign --anew` deals all its tenants anew",
                         quote(deck.deal_file), quote(deck.name), *why));
      return false;
    }
    const std::size_t before = problems_.size();
    auto records =
        std::make_shared<const DealRecords>(fleet_, deck, std::move(*deals), eligible_, problems_);
    const bool whole =
        std::none_of(problems_.begin() + static_cast<std::ptrdiff_t>(before), problems_.end(),
                     [](const Problem& problem) { return problem.severity == Severity::kError; });
    if (deck.policy == Policy::kBounded) {
      const auto slots = records->slots();
      deck_.dealt.assign(slots.begin(), slots.end());
      auto& spec = std::get<BoundedSpec>(deck_.options);
      spec.workers = static_cast<std::uint32_t>(slots.size());
      spec.stripe_size = records->file().stripe_size;
      if (const auto why = why_torn(fleet_, deck, slots, spec.stripe_size); why && whole) {
        report(deck.options_place, fmt::format("deck {}: {}", quote(deck.name), *why));
        return false;
      }
    } else {
      std::get<SearchSpec>(deck_.options).workers = static_cast<std::uint32_t>(deck_.dealt.size());
    }
    deck_.records = std::move(records);
    return whole;
  }

  // Recorded hands of eligible workers are spread; the others are about to change.
  void check_spread(const DealFile& file) {
    const Deck& deck = *deck_.deck;
    const std::vector<bool> eligible = flags_of(fleet_, eligible_.workers);
    SpreadCheck spread(fleet_, deck, eligible_.workers);
    for (const DealRecord& record : file.records) {
      const auto hand = deck_.records->hand(record);
      if (!std::all_of(hand.begin(), hand.end(), [&](auto worker) { return eligible[worker]; })) {
        continue;
      }
      const auto why = spread.why_uneven(hand);
      if (!why) continue;
      report(deck.options_place,
             fmt::format("the recorded hand of {} is not spread as deck {} says: {}; `croupier "
                         "deal --fleet FILE --assign` deals such hands anew",
                         quote(record.id), quote(deck.name), *why));
      return;
    }
  }

  // Everybody who is dealt from a record has one, within the deal.
  void check_records() {
    const Deck& deck = *deck_.deck;
    std::size_t missing = 0;
    std::string first;
    for (const Holder& holder : holders_of(fleet_, deck)) {
      const DealRecord* record = deck_.records->find(id_of(fleet_, deck, holder));
      if (record == nullptr && missing++ == 0) first = describe(fleet_, holder);
    }
    const bool bounded = deck.policy == Policy::kBounded;
    const DealFile& file = deck_.records->file();
    if (const auto why =
            bounded ? why_beyond(file, deck_.dealer->ordinals()) : why_too_near(file)) {
      report(deck.options_place, fmt::format("deck {}: {}", quote(deck.name), *why));
    }
    if (deck.spread != Spread::kNone) check_spread(file);
    if (missing == 0) return;
    report(deck.options_place,
           fmt::format("{} of deck {} {} no record in deal file {}; `croupier deal --fleet FILE "
                       "--assign` adds what is missing",
                       missing == 1 ? first : fmt::format("{} and {} more", first, missing - 1),
                       quote(deck.name), missing == 1 ? "has" : "have", quote(deck.deal_file)));
  }

  // Whether the deck's workers are those of its ring page.
  bool bind_ring() {
    const Deck& deck = *deck_.deck;
    auto matched = match_ring(fleet_, deck, std::get<MimirRingOptions>(deck.options), deck_.dealt);
    if (!matched) {
      report(deck.options_place,
             fmt::format("deck {}: {}", quote(deck.name), matched.error().message));
      return false;
    }
    deck_.options = *std::move(matched);
    return true;
  }

  DeckSpec make_spec() const {
    DeckSpec spec;
    spec.policy = deck_.deck->policy;
    spec.spread = dealt_spread(*deck_.deck);
    spec.options = deck_.options;
    for (const std::uint32_t index : deck_.dealt) {
      const Worker& worker = fleet_.workers[index];
      spec.workers.push_back({worker.id, worker.weight, dealt_values(worker, *deck_.deck)});
    }
    return spec;
  }

  void check_overrides() {
    for (const Group& group : fleet_.groups) {
      check_override(group.decks, [&group] { return fmt::format("group {}", quote(group.id)); });
    }
    for (const Tenant& tenant : fleet_.tenants) {
      check_override(tenant.decks,
                     [&tenant] { return fmt::format("tenant {}", quote(tenant.id)); });
    }
  }

  template <typename Name>
  void check_override(const std::map<std::string, Override>& decks, const Name& name) {
    if (decks.empty()) return;
    const auto found = decks.find(deck_.deck->name);
    if (found == decks.end() || !found->second.hand.empty()) return;
    if (deck_.deck->policy == Policy::kSearch &&
        found->second.hand_size.kind != HandSize::Kind::kInherit) {
      report(
          found->second.place,
          fmt::format("hand_size of {}: hands of deck {} are of one size, as its policy is search",
                      name(), quote(deck_.deck->name)));
      return;
    }
    check_size(found->second.hand_size, found->second.place,
               fmt::format("hand_size of {}", name()));
  }

  void check_size(const HandSize& size, const Place& place, std::string_view what) {
    using Kind = HandSize::Kind;
    if (size.kind != Kind::kCount && size.kind != Kind::kAll) return;
    const bool all = size.kind == Kind::kAll;
    const std::size_t wanted = all ? deck_.dealt.size() : size.count;
    const std::uint32_t largest = deck_.dealer->largest_hand();
    const auto fits = deck_.dealer->check_size(
        static_cast<std::uint32_t>(std::min<std::size_t>(wanted, UINT32_MAX)));
    if (fits && (all || wanted <= largest)) return;
    const Deck& deck = *deck_.deck;
    const std::string shown =
        all ? fmt::format("all ({} workers)", wanted) : std::to_string(wanted);
    std::string message;
    if (wanted > deck_.dealt.size()) {
      message = fmt::format("{} {} is more than deck {} can deal: {}", what, shown,
                            quote(deck.name), composition());
    } else if (dealt_spread(deck) == Spread::kBalanced) {
      message = fmt::format("{} {} cannot be balanced over {} in deck {}", what, shown,
                            fmt::join(deck.attributes, " and "), quote(deck.name));
    } else {
      message = fmt::format(
          "{} {} does not fit deck {}: {}", what, shown, quote(deck.name),
          fits ? fmt::format("largest hand {}, or all", largest) : fits.error().message);
    }
    if (dealt_spread(deck) == Spread::kBalanced) {
      const bool hole = deck.attributes.size() > 1 && wanted <= deck_.dealt.size();
      message += hole ? ": " + fits.error().message  // the dealer knows it
                      : fmt::format("; largest balanced hand: {}", largest);
    }
    report(place, std::move(message));
  }

  std::string composition() const {
    std::string text = fmt::format("{} of its {} workers are eligible", eligible_.workers.size(),
                                   deck_.deck->workers.size());
    const Eligible& all = eligible_;
    if (!all.draining.empty()) text += fmt::format(", {} draining", all.draining.size());
    if (all.spill > 0) text += fmt::format(", {} in the spill pool", all.spill);
    if (all.dedicated > 0) text += fmt::format(", {} dedicated", all.dedicated);
    return text;
  }

  void report(const Place& place, std::string message) {
    if (problems_.size() >= kMaxProblems) return;
    problems_.push_back({Severity::kError, place, std::move(message)});
  }

  const Fleet& fleet_;
  std::vector<Problem>& problems_;
  DealtDeck& deck_;
  Eligible eligible_;
};

}  // namespace

std::vector<DealtDeck> deal_decks(const Fleet& fleet, const std::vector<Key>& keys,
                                  std::vector<std::optional<ReadDeals>> deals,
                                  std::vector<Problem>& problems) {
  const auto tenants = std::make_shared<const TenantIndex>(fleet.tenants);
  const std::vector<bool> dedicated = dedicated_workers(fleet);
  deals.resize(fleet.decks.size());
  std::vector<DealtDeck> decks;
  for (std::size_t i = 0; i < fleet.decks.size(); ++i) {
    DealtDeck& dealt = decks.emplace_back();
    dealt.deck = &fleet.decks[i];
    dealt.tenants = tenants;
    DeckBuilder(fleet, dedicated, problems, dealt).build(keys, std::move(deals[i]));
    check_pins(fleet, dealt, problems);
  }
  return decks;
}

}  // namespace croupier::fleet
