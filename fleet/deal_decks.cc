#include <fmt/format.h>

#include <algorithm>

#include "croupier/quote.h"
#include "fleet/resolve.h"

namespace croupier::fleet {
namespace {

using Flags = std::vector<bool>;  // one for each worker of the fleet

void mark_dedicated(const std::map<std::string, Override>& decks, Flags& dedicated) {
  for (const auto& [name, override_] : decks) {
    if (override_.hand_size.kind != HandSize::Kind::kDedicated) continue;
    for (const std::uint32_t worker : override_.hand) dedicated[worker] = true;
  }
}

Flags find_dedicated(const Fleet& fleet) {
  Flags dedicated(fleet.workers.size());
  for (const Group& group : fleet.groups) mark_dedicated(group.decks, dedicated);
  for (const Tenant& tenant : fleet.tenants) mark_dedicated(tenant.decks, dedicated);
  return dedicated;
}

// Why workers of a deck are not dealt from.
struct Withheld {
  std::size_t draining = 0, spill = 0, dedicated = 0;
};

// Fills deck.dealt.
Withheld choose_dealt(const Fleet& fleet, const Flags& dedicated, DealtDeck& deck) {
  Withheld withheld;
  Flags spill(fleet.workers.size());
  for (const std::uint32_t worker : deck.deck->spill) spill[worker] = true;
  for (const std::uint32_t worker : deck.deck->workers) {
    if (spill[worker]) {
      ++withheld.spill;
    } else if (dedicated[worker]) {
      ++withheld.dedicated;
    } else if (fleet.workers[worker].state == WorkerState::kDraining) {
      ++withheld.draining;
    } else {
      deck.dealt.push_back(worker);
    }
  }
  return withheld;
}

}  // namespace

std::vector<std::string> dealt_values(const Worker& worker, const Deck& deck) {
  std::vector<std::string> values;
  for (const std::string& attribute : deck.attributes) {
    const auto value = worker.attributes.find(attribute);
    values.push_back(value == worker.attributes.end() ? std::string() : value->second);
  }
  return values;
}

namespace {

// Builds one deck and reports what cannot be dealt in it.
class DeckBuilder {
 public:
  DeckBuilder(const Fleet& fleet, const Flags& dedicated, std::vector<Problem>& problems,
              DealtDeck& deck)
      : fleet_(fleet), problems_(problems), deck_(deck) {
    withheld_ = choose_dealt(fleet, dedicated, deck);
  }

  void build(const std::vector<Key>& keys) {
    const Deck& deck = *deck_.deck;
    if (deck_.dealt.empty()) {
      report(deck.place,
             fmt::format("deck {} has no worker to deal: {}", quote(deck.name), composition()));
      return;
    }
    const Key* key = find_key(keys);
    if (key == nullptr && !deck.key_id.empty()) {
      report(deck.place,
             fmt::format("key {} of deck {} is not loaded", quote(deck.key_id), quote(deck.name)));
      return;
    }
    auto dealer = make_dealer(make_spec(), key != nullptr ? *key : Key(std::string_view()));
    if (!dealer) {
      report(deck.place, fmt::format("deck {}: {}", quote(deck.name), dealer.error().message));
      return;
    }
    deck_.dealer = *std::move(dealer);
    check_size(deck.hand_size, deck.hand_size_place, "hand_size");
    check_overrides();
  }

 private:
  const Key* find_key(const std::vector<Key>& keys) const {
    for (std::size_t i = 0; i < fleet_.keys.size() && i < keys.size(); ++i) {
      if (fleet_.keys[i].id == deck_.deck->key_id) return &keys[i];
    }
    return nullptr;
  }

  DeckSpec make_spec() const {
    DeckSpec spec;
    spec.policy = deck_.deck->policy;
    spec.spread = deck_.deck->spread;
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
    check_size(found->second.hand_size, found->second.place,
               fmt::format("hand_size of {}", name()));
  }

  void check_size(const HandSize& size, const Place& place, std::string_view what) {
    using Kind = HandSize::Kind;
    if (size.kind != Kind::kCount && size.kind != Kind::kAll) return;
    const bool all = size.kind == Kind::kAll;
    const std::size_t wanted = all ? deck_.dealt.size() : size.count;
    const std::uint32_t largest = deck_.dealer->largest_hand();
    if (wanted <= largest) return;
    const Deck& deck = *deck_.deck;
    const std::string shown =
        all ? fmt::format("all ({} workers)", wanted) : std::to_string(wanted);
    std::string message;
    if (wanted > deck_.dealt.size()) {
      message = fmt::format("{} {} is more than deck {} can deal: {}", what, shown,
                            quote(deck.name), composition());
    } else {
      message = fmt::format("{} {} cannot be balanced over {} in deck {}", what, shown,
                            fmt::join(deck.attributes, " and "), quote(deck.name));
    }
    if (deck.spread == Spread::kBalanced) {
      message += fmt::format("; largest balanced hand: {}", largest);
    }
    report(place, std::move(message));
  }

  std::string composition() const {
    std::string text = fmt::format("{} of its {} workers are eligible", deck_.dealt.size(),
                                   deck_.deck->workers.size());
    if (withheld_.draining > 0) text += fmt::format(", {} draining", withheld_.draining);
    if (withheld_.spill > 0) text += fmt::format(", {} in the spill pool", withheld_.spill);
    if (withheld_.dedicated > 0) text += fmt::format(", {} dedicated", withheld_.dedicated);
    return text;
  }

  void report(const Place& place, std::string message) {
    if (problems_.size() >= kMaxProblems) return;
    problems_.push_back({Severity::kError, place, std::move(message)});
  }

  const Fleet& fleet_;
  std::vector<Problem>& problems_;
  DealtDeck& deck_;
  Withheld withheld_;
};

}  // namespace

std::vector<DealtDeck> deal_decks(const Fleet& fleet, const std::vector<Key>& keys,
                                  std::vector<Problem>& problems) {
  const auto tenants = std::make_shared<const TenantIndex>(fleet.tenants);
  const Flags dedicated = find_dedicated(fleet);
  std::vector<DealtDeck> decks;
  for (const Deck& deck : fleet.decks) {
    DealtDeck& dealt = decks.emplace_back();
    dealt.deck = &deck;
    dealt.tenants = tenants;
    DeckBuilder(fleet, dedicated, problems, dealt).build(keys);
  }
  return decks;
}

}  // namespace croupier::fleet
