#include "fleet/deals/pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "croupier/quote.h"

namespace croupier::fleet {
namespace {

constexpr std::size_t kMostTold = 100;

// The place of what pins the tenant's hand in the deck.
const Place& pin_place(const Fleet& fleet, const Deck& deck, const Tenant& tenant) {
  const auto own = tenant.decks.find(deck.name);
  if (own != tenant.decks.end() && !own->second.hand.empty()) return own->second.place;
  return fleet.groups[*tenant.group].decks.at(deck.name).place;
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

std::vector<BrokenBound> find_broken_bounds(const Fleet& fleet, const DealtDeck& deck,
                                            std::size_t most) {
  std::vector<BrokenBound> broken;
  const auto bound = bound_of(*deck.deck);
  if (!bound || deck.records == nullptr || deck.dealer == nullptr) return broken;
  FirstOfGroup pinned_first(fleet, *deck.deck);
  std::vector<std::uint32_t> pins;                                        // tenants
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> holders;  // worker to pins
  for (std::uint32_t i = 0; i < fleet.tenants.size(); ++i) {
    const Tenant& tenant = fleet.tenants[i];
    if (!is_pinned(fleet, *deck.deck, tenant) || !pinned_first.stands_for_itself(tenant)) continue;
    const auto resolved = resolve_listed(fleet, deck, i);
    if (!resolved) continue;
    for (const std::uint32_t worker : resolved->hand) {
      holders[worker].push_back(static_cast<std::uint32_t>(pins.size()));
    }
    pins.push_back(i);
  }
  if (pins.empty()) return broken;
  FirstOfGroup first(fleet, *deck.deck);
  std::map<std::uint32_t, std::uint32_t> shared;  // pin to workers
  for (std::uint32_t i = 0; i < fleet.tenants.size(); ++i) {
    if (!first.stands_for_itself(fleet.tenants[i])) continue;
    const auto resolved = resolve_listed(fleet, deck, i);
    if (!resolved) continue;
    shared.clear();
    for (const std::uint32_t worker : resolved->hand) {
      const auto found = holders.find(worker);
      if (found == holders.end()) continue;
      for (const std::uint32_t pin : found->second) ++shared[pin];
    }
    const bool pinned = is_pinned(fleet, *deck.deck, fleet.tenants[i]);
    for (const auto& [pin, count] : shared) {
      const std::uint32_t tenant = pins[pin];
      if (count <= *bound || tenant == i || (pinned && tenant > i)) continue;  // each pair once
      broken.push_back({tenant, i, count});
      if (broken.size() == most) return broken;
    }
  }
  return broken;
}

void check_pins(const Fleet& fleet, const DealtDeck& deck, std::vector<Problem>& problems) {
  const bool may = deck.deck->pins_may_break;
  for (const BrokenBound& pair : find_broken_bounds(fleet, deck, kMostTold)) {
    if (problems.size() >= kMaxProblems) return;
    const Tenant& tenant = fleet.tenants[pair.tenant];
    problems.push_back(
        {may ? Severity::kWarning : Severity::kError, pin_place(fleet, *deck.deck, tenant),
         fmt::format(
             "the hand pinned to tenant {} shares {} workers with tenant {} in deck {}, "
             "whose hands share {} at most{}",
             quote(tenant.id), pair.shared, quote(fleet.tenants[pair.other].id),
             quote(deck.deck->name), *bound_of(*deck.deck),
             may ? ": the bound is suspended for the two" : "; pins: suspend would admit it")});
  }
}

}  // namespace croupier::fleet
