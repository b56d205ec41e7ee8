#include "fleet/deals/pins.h"

#include <fmt/format.h>

#include <set>

#include "croupier/quote.h"

namespace croupier::fleet {
namespace {

constexpr std::size_t kMostTold = 100;

// What pins the tenant's hand in the deck.
const Override& pin_of(const Fleet& fleet, const Deck& deck, const Tenant& tenant) {
  const auto own = tenant.decks.find(deck.name);
  if (own != tenant.decks.end() && !own->second.hand.empty()) return own->second;
  return fleet.groups[*tenant.group].decks.at(deck.name);
}

// Tenants of one group that have its hand are one holder: the first stands for all.
class FirstOfGroup {
 public:
  explicit FirstOfGroup(const Fleet& fleet, const Deck& deck) : fleet_(fleet), deck_(deck) {}

  bool stands_for_itself(const Tenant& tenant) {
    if (!tenant.group) return true;
    const auto own = tenant.decks.find(deck_.name);
    if (own != tenant.decks.end() && !own->second.hand.empty()) return true;
    const bool pinned = is_pinned(fleet_, deck_, tenant);
    return seen_.insert({*tenant.group, pinned}).second;
  }

 private:
  const Fleet& fleet_;
  const Deck& deck_;
  std::set<std::pair<std::uint32_t, bool>> seen_;
};

}  // namespace

std::optional<std::uint32_t> bound_of(const Deck& deck) {
  if (const auto* spec = std::get_if<BoundedSpec>(&deck.options)) return spec->max_overlap;
  if (const auto* spec = std::get_if<SearchSpec>(&deck.options)) return spec->max_overlap;
  return std::nullopt;
}

PinIndex::PinIndex(const Fleet& fleet, const Deck& deck) : holders_(fleet.workers.size()) {
  FirstOfGroup first(fleet, deck);
  for (std::uint32_t i = 0; i < fleet.tenants.size(); ++i) {
    const Tenant& tenant = fleet.tenants[i];
    if (!is_pinned(fleet, deck, tenant) || !first.stands_for_itself(tenant)) continue;
    const Pin pin{i, pin_of(fleet, deck, tenant).hand};
    for (const std::uint32_t worker : pin.hand) {
      holders_[worker].push_back(static_cast<std::uint32_t>(pins_.size()));
    }
    pins_.push_back(pin);
  }
  shared_.resize(pins_.size());
}

const Pin* PinIndex::find_near(std::span<const std::uint32_t> hand, std::uint32_t most_shared) {
  const Pin* near = nullptr;
  meet(hand, [&](std::uint32_t pin, std::uint32_t shared) {
    if (shared > most_shared) near = &pins_[pin];
    return near == nullptr;
  });
  return near;
}

std::vector<BrokenBound> find_broken_bounds(const Fleet& fleet, const DealtDeck& deck,
                                            std::size_t most) {
  std::vector<BrokenBound> broken;
  const auto bound = bound_of(*deck.deck);
  if (!bound || deck.records == nullptr || deck.dealer == nullptr) return broken;
  PinIndex index(fleet, *deck.deck);
  if (index.pins().empty()) return broken;
  const auto note = [&](const Result<Resolved>& resolved, std::optional<std::uint32_t> who) {
    if (!resolved) return;
    index.meet(resolved->hand, [&](std::uint32_t pin, std::uint32_t shared) {
      const std::uint32_t tenant = index.pins()[pin].tenant;
      // Two pins meet twice, and are told of when the later one comes.
      const bool told = who && (tenant == *who || (resolved->pinned && tenant > *who));
      if (shared > *bound && !told) broken.push_back({tenant, who, shared});
      return broken.size() < most;
    });
  };
  FirstOfGroup first(fleet, *deck.deck);
  for (std::uint32_t i = 0; i < fleet.tenants.size() && broken.size() < most; ++i) {
    if (first.stands_for_itself(fleet.tenants[i])) note(resolve_listed(fleet, deck, i), i);
  }
  if (broken.size() < most) note(resolve(fleet, deck, deck.deck->guest), std::nullopt);
  return broken;
}

void check_pins(const Fleet& fleet, const DealtDeck& deck, std::vector<Problem>& problems) {
  const bool may = deck.deck->pins_may_break;
  for (const BrokenBound& pair : find_broken_bounds(fleet, deck, kMostTold)) {
    if (problems.size() >= kMaxProblems) return;
    const Tenant& tenant = fleet.tenants[pair.tenant];
    problems.push_back(
        {may ? Severity::kWarning : Severity::kError, pin_of(fleet, *deck.deck, tenant).place,
         fmt::format(
             "the hand pinned to tenant {} shares {} workers with {} in deck {}, "
             "whose hands share {} at most{}",
             quote(tenant.id), pair.shared,
             pair.other ? "tenant " + quote(fleet.tenants[*pair.other].id) : "the guest",
             quote(deck.deck->name), *bound_of(*deck.deck),
             may ? ": the bound is suspended for the two" : "; pins: suspend would admit it")});
  }
}

}  // namespace croupier::fleet
