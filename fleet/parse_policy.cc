#include "fleet/parse_policy.h"

#include <fmt/format.h>

#include <array>

#include "croupier/quote.h"
#include "fleet/parse_copies.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

// Reads the map of a policy's own values.
using ReadOptions = void (*)(ParseState&, const MapReader&, Deck&);

struct Rule {
  Policy policy;
  bool takes_key;
  const KeyTable* keys;  // of the policy's own map; null: it has none
  ReadOptions read;
};

// ---- policies that keep a largest overlap ----

void read_stored(ParseState& state, const MapReader& map, Deck& deck, std::uint32_t& max_overlap) {
  constexpr std::pair<std::string_view, bool> kPins[] = {{"refuse", false}, {"suspend", true}};
  Report& report = state.report;
  if (const Node* overlap = map.need("max_overlap")) {
    const std::uint32_t most = deck.hand_size.count > 0 ? deck.hand_size.count - 1 : kMaxWorkers;
    max_overlap = read_count(report, *overlap, "max_overlap", 0, most).value_or(0);
  }
  if (const Node* file = map.need("deal_file")) {
    deck.deal_file = read_text(report, *file, "deal_file").value_or("");
  }
  if (const Node* pins = map.find("pins")) {
    deck.pins_may_break = read_word(report, *pins, "pins", kPins).value_or(false);
  }
  if (deck.hand_size.kind == HandSize::Kind::kAll) {
    report.error(map.node(), fmt::format("hand_size of deck {} must be a number: hands of all "
                                         "workers share all of them",
                                         quote(deck.name)));
  }
}

void read_bounded(ParseState& state, const MapReader& map, Deck& deck) {
  BoundedSpec spec{.hand = deck.hand_size.count};
  read_stored(state, map, deck, spec.max_overlap);
  if (const Node* stripes = map.find("stripes")) {
    spec.stripes =
        read_count(state.report, *stripes, "stripes", std::max(spec.hand, 1U), kMaxWorkers)
            .value_or(0);
  }
  if (const Node* attribute = map.find("attribute")) {
    if (const auto name = read_id(state.report, *attribute, "attribute")) deck.attributes = {*name};
    if (spec.stripes == 0) spec.stripes = spec.hand;
  }
  deck.options = spec;
}

void read_search(ParseState& state, const MapReader& map, Deck& deck) {
  SearchSpec spec{.hand = deck.hand_size.count};
  read_stored(state, map, deck, spec.max_overlap);
  deck.options = spec;
}

constexpr std::array kRules = {
    Rule{Policy::kHmac, true, nullptr, nullptr},
    Rule{Policy::kRendezvous, true, nullptr, nullptr},
    Rule{Policy::kJavaDemo, false, nullptr, nullptr},
    Rule{Policy::kPythonSample, false, nullptr, nullptr},
    Rule{Policy::kBounded, true, &kBoundedKeys, read_bounded},
    Rule{Policy::kSearch, true, &kSearchKeys, read_search},
    Rule{Policy::kApf, false, &kApfKeys, read_apf},
    Rule{Policy::kInfima, false, &kInfimaKeys, read_infima},
    Rule{Policy::kMimirRing, false, &kMimirRingKeys, read_mimir_ring},
    Rule{Policy::kMimirQueriers, false, nullptr, nullptr},
    Rule{Policy::kThanos, false, &kThanosKeys, read_thanos},
};

void read_key(ParseState& state, const MapReader& map, const Rule& rule, Deck& deck) {
  const std::string_view policy = policy_name(rule.policy);
  const Node* key = map.find("key");
  if (key == nullptr) {
    if (rule.takes_key) {
      state.report.error(map.node(), fmt::format("deck {} needs key: policy {} deals with one",
                                                 quote(deck.name), policy));
    }
  } else if (!rule.takes_key) {
    state.report.error(*key, fmt::format("policy {} takes no key", policy));
  } else if (find_id(state, state.keys, *key, "key")) {
    deck.key_id = key->text;
  }
}

void read_options(ParseState& state, const MapReader& map, const Rule& chosen, Deck& deck) {
  for (const Rule& rule : kRules) {
    if (rule.keys == nullptr) continue;
    const std::string_view name = policy_name(rule.policy);
    const Node* node = rule.policy == chosen.policy ? map.need(name) : map.find(name);
    if (node == nullptr) continue;
    if (rule.policy != chosen.policy) {
      state.report.error(
          *node, fmt::format("{} is for decks of policy {}; deck {} has policy {}", name, name,
                             quote(deck.name), policy_name(chosen.policy)));
      continue;
    }
    deck.options_place = state.report.place(node->mark);
    const MapReader options(state.report, *node, *rule.keys, name);
    if (options.is_map()) rule.read(state, options, deck);
  }
}

}  // namespace

void read_policy(ParseState& state, const MapReader& map, Deck& deck) {
  if (!map.is_map()) return;
  const Rule* chosen = &kRules[1];
  if (const Node* policy = map.find("policy")) {
    std::array<std::string_view, kRules.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = policy_name(kRules[i].policy);
    const auto found = find_word(state.report, *policy, "policy", names);
    if (!found) return;
    chosen = &kRules[*found];
  }
  deck.policy = chosen->policy;
  read_key(state, map, *chosen, deck);
  read_options(state, map, *chosen, deck);
}

}  // namespace croupier::fleet
