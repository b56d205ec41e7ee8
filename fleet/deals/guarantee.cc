#include "fleet/deals/guarantee.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "fleet/deals/holders.h"
#include "fleet/deals/pins.h"
#include "fleet/eligible.h"

namespace croupier::fleet {
namespace {

// The most hands of k of n workers of which any two share at most r: Johnson's bound, the nested
// floors of placement by design theory. Numbers beyond 2^64 stay at the largest one.
std::uint64_t johnson_bound(std::uint64_t n, std::uint64_t k, std::uint64_t r) {
  std::uint64_t most = 1;
  for (std::uint64_t i = r + 1; i-- > 0;) {
    if (most > std::numeric_limits<std::uint64_t>::max() / (n - i)) {
      return std::numeric_limits<std::uint64_t>::max();
    }
    most = most * (n - i) / (k - i);
  }
  return most;
}

std::uint64_t count_unlisted(const Fleet& fleet, const DealtDeck& deck) {
  std::unordered_set<std::string_view> listed;
  for (const Holder& holder : holders_of(fleet, *deck.deck)) {
    listed.insert(id_of(fleet, *deck.deck, holder));
  }
  const auto& records = deck.records->file().records;
  return static_cast<std::uint64_t>(
      std::count_if(records.begin(), records.end(),
                    [&](const DealRecord& record) { return !listed.contains(record.id); }));
}

std::uint32_t smallest_hand(const Fleet& fleet, const DealtDeck& deck) {
  std::uint32_t smallest = deck.deck->hand_size.count;
  const auto take = [&](const std::map<std::string, Override>& decks) {
    const auto own = decks.find(deck.deck->name);
    if (own == decks.end()) return;
    const Override& said = own->second;
    if (said.hand_size.kind == HandSize::Kind::kDedicated) return;  // nobody shares such workers
    if (!said.hand.empty()) {
      smallest = std::min(smallest, static_cast<std::uint32_t>(said.hand.size()));
    } else if (said.hand_size.kind == HandSize::Kind::kCount) {
      smallest = std::min(smallest, said.hand_size.count);
    }
  };
  for (const Group& group : fleet.groups) take(group.decks);
  for (const Tenant& tenant : fleet.tenants) take(tenant.decks);
  return smallest;
}

}  // namespace

std::optional<Guarantee> guarantee_of(const Fleet& fleet, const DealtDeck& deck) {
  const auto bound = bound_of(*deck.deck);
  if (!bound || deck.dealer == nullptr || deck.records == nullptr) return std::nullopt;
  const DealFile& file = deck.records->file();
  Guarantee guarantee{.max_overlap = *bound,
                      .smallest_hand = smallest_hand(fleet, deck),
                      .records = file.records.size(),
                      .unlisted = count_unlisted(fleet, deck)};
  guarantee.poison_survived = *bound == 0 ? kAnyNumber : (guarantee.smallest_hand - 1) / *bound;
  guarantee.left_is_limit = file.policy == Policy::kSearch;
  const std::uint64_t hands = guarantee.left_is_limit
                                  ? johnson_bound(deck.dealt.size(), file.hand, *bound)
                                  : deck.dealer->ordinals();
  guarantee.hands_left = hands - std::min<std::uint64_t>(hands, file.records.size());
  if (!guarantee.left_is_limit) {
    const std::vector<std::uint32_t> eligible =
        eligible_workers(fleet, *deck.deck, dedicated_workers(fleet)).workers;
    const std::vector<bool> in_slot = flags_of(fleet, deck.dealt);
    guarantee.spares = static_cast<std::uint32_t>(std::count_if(
        eligible.begin(), eligible.end(), [&](std::uint32_t worker) { return !in_slot[worker]; }));
  }
  guarantee.suspended = find_broken_bounds(fleet, deck, kMostSuspended).size();
  return guarantee;
}

}  // namespace croupier::fleet
