#include "fleet/resolve.h"

#include <fmt/format.h>

#include <algorithm>

#include "croupier/ids.h"
#include "croupier/quote.h"

namespace croupier::fleet {
namespace {

// One of the layers that a value may come from, the most particular first.
struct Layer {
  const Override* override_ = nullptr;
  std::string_view kind;  // "tenant", "group"
  std::string_view id;
};

// Everything the fleet says of one tenant in one deck.
struct Layers {
  Layer own, group;
  const Deck* deck = nullptr;
};

const Override* find_override(const std::map<std::string, Override>& decks,
                              const std::string& deck) {
  const auto found = decks.find(deck);
  return found == decks.end() ? nullptr : &found->second;
}

Layers layers_of(const Fleet& fleet, const Deck& deck, const Tenant* tenant) {
  Layers layers;
  layers.deck = &deck;
  if (tenant == nullptr) return layers;
  layers.own = {find_override(tenant->decks, deck.name), "tenant", tenant->id};
  if (tenant->group) {
    const Group& group = fleet.groups[*tenant->group];
    layers.group = {find_override(group.decks, deck.name), "group", group.id};
  }
  return layers;
}

bool sets_hand(const Layer& layer) {
  return layer.override_ != nullptr &&
         (!layer.override_->hand.empty() ||
          layer.override_->hand_size.kind != HandSize::Kind::kInherit);
}

// The layer that decides the hand; nullptr: the deck.
const Layer* hand_layer(const Layers& layers) {
  if (sets_hand(layers.own)) return &layers.own;
  if (sets_hand(layers.group)) return &layers.group;
  return nullptr;
}

std::string describe(const Layer& layer) {
  return fmt::format("{} {}", layer.kind, layer.id);
}

Origin from_layer(std::string value, const Layer& layer) {
  return {std::move(value), describe(layer), layer.override_->place};
}

Origin from_deck(std::string value, const Deck& deck, const Place& place) {
  return {std::move(value), fmt::format("deck {}", deck.name), place};
}

std::string show(const std::optional<std::uint32_t>& max) {
  return max ? std::to_string(*max) : "one for each member";
}

std::string show(const std::optional<Milliseconds>& timeout) {
  const auto count = timeout.value_or(Milliseconds(0)).count();
  return count == 0 ? "unlimited" : fmt::format("{}ms", count);
}

std::string show(const std::optional<Repeat>& repeat) {
  return std::string(word_of(repeat.value_or(AttemptRules().repeat)));
}

std::string show(const std::optional<AllDown>& all_down) {
  return std::string(word_of(all_down.value_or(AttemptRules().all_down)));
}

// Where one field of the attempt rules comes from.
template <typename T>
Origin attempt_origin(const Layers& layers, std::optional<T> Attempts::* field) {
  for (const Layer* layer : {&layers.own, &layers.group}) {
    if (layer->override_ == nullptr) continue;
    const auto& value = layer->override_->attempts.*field;
    if (value) return from_layer(show(value), *layer);
  }
  const auto& value = layers.deck->attempts.*field;
  if (value) return from_deck(show(value), *layers.deck, layers.deck->place);
  return {show(value), "default", {}};
}

AttemptRules attempt_rules(const Layers& layers) {
  AttemptRules rules = layers.deck->attempts.apply(AttemptRules());
  if (layers.group.override_ != nullptr) rules = layers.group.override_->attempts.apply(rules);
  if (layers.own.override_ != nullptr) rules = layers.own.override_->attempts.apply(rules);
  return rules;
}

std::uint32_t dealt_size(const HandSize& size, const DealtDeck& deck) {
  return size.kind == HandSize::Kind::kCount ? size.count
                                             : static_cast<std::uint32_t>(deck.dealt.size());
}

Result<void> deal_hand(const DealtDeck& deck, const HandSize& size, Resolved& resolved) {
  thread_local DealScratch scratch;
  if (deck.dealer == nullptr) {
    return error(Code::kFailedPrecondition,
                 fmt::format("deck {} cannot be dealt", quote(deck.deck->name)));
  }
  Subject subject{resolved.dealt_as};
  if (deck.records != nullptr) {
    const DealRecord* record = deck.records->find(resolved.dealt_as);
    if (record == nullptr) {
      return error(Code::kNotFound,
                   fmt::format("{} has no record in deal file {}", quote(resolved.dealt_as),
                               quote(deck.deck->deal_file)));
    }
    if (!record->hand.empty()) {
      const auto hand = deck.records->hand(*record);
      resolved.hand.assign(hand.begin(), hand.end());
      return {};
    }
    subject.ordinal = record->ordinal;
  }
  auto dealt = deck.dealer->deal(subject, dealt_size(size, deck), resolved.hand, scratch);
  if (!dealt) return dealt;
  for (std::uint32_t& member : resolved.hand) member = deck.dealt[member];
  return {};
}

// Fills the hand and the attempts.
Result<void> fill(const DealtDeck& deck, const Layers& layers, Resolved& resolved) {
  resolved.attempts = attempt_rules(layers);
  for (const Layer* layer : {&layers.own, &layers.group}) {
    const Override* said = layer->override_;
    resolved.own_repeat = resolved.own_repeat || (said != nullptr && said->attempts.repeat);
  }
  const Layer* decides = hand_layer(layers);
  if (decides != nullptr && !decides->override_->hand.empty()) {
    resolved.pinned = true;
    resolved.hand = decides->override_->hand;
    return {};
  }
  const HandSize& size = decides != nullptr ? decides->override_->hand_size : deck.deck->hand_size;
  return deal_hand(deck, size, resolved);
}

void fill_origins(const Layers& layers, Resolved& resolved) {
  const Deck& deck = *layers.deck;
  const Layer* decides = hand_layer(layers);
  const std::string size = std::to_string(resolved.hand.size());
  std::string how = fmt::format("dealt by {}", policy_name(deck.policy));
  if (resolved.pinned) {
    const auto kind = decides->override_->hand_size.kind;
    how = kind == HandSize::Kind::kDedicated ? "dedicated" : "pinned";
  }
  if (decides != nullptr) {
    resolved.hand_size = from_layer(size, *decides);
  } else {
    resolved.hand_size = from_deck(size, deck, deck.hand_size_place);
  }
  resolved.hand_origin =
      resolved.pinned ? from_layer(how, *decides) : from_deck(how, deck, deck.place);
  resolved.max_attempts = attempt_origin(layers, &Attempts::max);
  resolved.try_timeout = attempt_origin(layers, &Attempts::try_timeout);
  resolved.repeat = attempt_origin(layers, &Attempts::repeat);
  resolved.all_down = attempt_origin(layers, &Attempts::all_down);
}

Resolved start(const Fleet& fleet, const Tenant& tenant) {
  Resolved resolved;
  resolved.listed = true;
  resolved.dealt_as = tenant.group ? fleet.groups[*tenant.group].id : tenant.id;
  return resolved;
}

Resolved start_unlisted(const Fleet& fleet, const Deck& deck, std::string_view tenant) {
  const auto& sources = fleet.identity.sources;
  const auto chosen = static_cast<std::size_t>(
      std::count_if(sources.begin(), sources.end(),
                    [](const IdentitySource& source) { return is_listed_only(source.kind); }));
  const bool only_chosen = chosen > 0 && chosen == sources.size();
  Resolved resolved;
  resolved.guest = deck.unknown == Unknown::kGuest || only_chosen;
  resolved.refused = deck.unknown == Unknown::kRefuse && !only_chosen;
  resolved.guest_when_chosen = chosen > 0 && !resolved.guest;
  resolved.dealt_as = resolved.guest ? deck.guest : std::string(tenant);
  return resolved;
}

}  // namespace

bool is_pinned(const Fleet& fleet, const Deck& deck, const Tenant& tenant) {
  if (tenant.decks.empty() && !tenant.group) return false;
  const Layers layers = layers_of(fleet, deck, &tenant);
  const Layer* decides = hand_layer(layers);
  return decides != nullptr && !decides->override_->hand.empty();
}

Result<Resolved> resolve(const Fleet& fleet, const DealtDeck& deck, std::string_view tenant) {
  if (const auto valid = check_id(tenant); !valid) return tl::unexpected(valid.error());
  const auto position = deck.tenants->find(tenant);
  const Tenant* listed = position ? &fleet.tenants[*position] : nullptr;
  const Layers layers = layers_of(fleet, *deck.deck, listed);
  Resolved resolved =
      listed != nullptr ? start(fleet, *listed) : start_unlisted(fleet, *deck.deck, tenant);
  if (resolved.refused) return resolved;
  if (const auto filled = fill(deck, layers, resolved); !filled) {
    return tl::unexpected(filled.error());
  }
  fill_origins(layers, resolved);
  return resolved;
}

Result<Resolved> resolve_listed(const Fleet& fleet, const DealtDeck& deck, std::uint32_t tenant) {
  const Tenant& listed = fleet.tenants[tenant];
  Resolved resolved = start(fleet, listed);
  const auto filled = fill(deck, layers_of(fleet, *deck.deck, &listed), resolved);
  if (!filled) return tl::unexpected(filled.error());
  return resolved;
}

}  // namespace croupier::fleet
