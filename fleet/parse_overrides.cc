// What a tenant or group has of its own in a deck.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "croupier/quote.h"
#include "fleet/parse_state.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

constexpr std::array<std::string_view, 3> kFields = {"hand_size", "hand", "attempts"};

// Reports members that no hand of this deck may have.
void check_members(ParseState& state, const Node& node, const std::vector<std::uint32_t>& hand,
                   std::uint32_t deck_index) {
  const Deck& deck = state.fleet.decks[deck_index];
  const Place place = state.report.place(node.mark);
  for (const std::uint32_t member : hand) {
    const Worker& worker = state.fleet.workers[member];
    const Role role = state.roles[deck_index][member];
    if (role == Role::kSpill) {
      state.report.error(place, fmt::format("worker {} is in the spill pool of deck {}, so in no "
                                            "hand of it",
                                            quote(worker.id), quote(deck.name)));
    } else if (role == Role::kNone) {
      state.report.error(
          place, fmt::format("worker {} is not in deck {}", quote(worker.id), quote(deck.name)));
    }
    if (worker.state == WorkerState::kDraining) {
      state.report.warning(
          place, fmt::format("worker {} is draining but pinned in this hand", quote(worker.id)));
    }
  }
}

void check_size_against_hand(Report& report, const Node& node, const Override& read) {
  using Kind = HandSize::Kind;
  const HandSize& size = read.hand_size;
  if (size.kind == Kind::kAll) report.error(node, "hand_size all and a hand exclude each other");
  if (size.kind == Kind::kCount && size.count != read.hand.size()) {
    report.error(node, fmt::format("hand_size is {} but hand names {} workers", size.count,
                                   read.hand.size()));
  }
}

}  // namespace

Override read_override(ParseState& state, const MapReader& map, std::uint32_t deck) {
  Report& report = state.report;
  Override read;
  read.place = report.place(map.node().mark);
  const Node* size = map.find("hand_size");
  if (size != nullptr) {
    read.place = report.place(size->mark);
    read.hand_size = read_hand_size(report, *size).value_or(HandSize{});
  }
  if (const Node* hand = map.find("hand")) {
    read.place = report.place(hand->mark);
    read.hand = read_workers(state, *hand, "hand");
    if (hand->is_sequence() && hand->children.empty()) report.error(*hand, "hand is empty");
    check_members(state, *hand, read.hand, deck);
    check_size_against_hand(report, *hand, read);
  } else if (size != nullptr && read.hand_size.kind == HandSize::Kind::kDedicated) {
    report.error(*size, "hand_size dedicated needs hand, the list of reserved workers");
  }
  if (const Node* attempts = map.find("attempts")) read.attempts = read_attempts(report, *attempts);
  return read;
}

std::map<std::string, Override> read_overrides(ParseState& state, const MapReader& map,
                                               std::string_view what) {
  Report& report = state.report;
  std::map<std::string, Override> overrides;
  const bool in_short = std::any_of(kFields.begin(), kFields.end(),
                                    [&map](std::string_view key) { return map.has(key); });
  if (in_short && map.has("decks")) {
    report.error(map.node(),
                 fmt::format("{} has decks and, beside it, hand_size, hand or attempts; "
                             "write one of them",
                             what));
    return overrides;
  }
  if (in_short) {
    if (state.fleet.decks.size() == 1) {
      overrides.emplace(state.fleet.decks[0].name, read_override(state, map, 0));
    } else {
      report.error(map.node(), fmt::format("{} must name the deck of its hand_size, hand or "
                                           "attempts under decks: there are {} decks",
                                           what, state.fleet.decks.size()));
    }
    return overrides;
  }
  const Node* decks = map.find("decks");
  if (decks == nullptr) return overrides;
  if (!decks->is_map() || decks->children.empty()) {
    report.error(*decks, "decks must be a map of one or more deck names to overrides");
    return overrides;
  }
  for (std::size_t i = 0; i + 1 < decks->children.size(); i += 2) {
    const Node& name = decks->children[i];
    const auto deck = find_id(state, state.decks, name, "deck");
    const MapReader fields(report, decks->children[i + 1], kOverrideKeys, "an override");
    if (!deck) continue;
    if (fields.is_map() && fields.node().children.empty()) {
      report.error(fields.node(), "an override that overrides nothing");
    }
    overrides.emplace(name.text, read_override(state, fields, *deck));
  }
  return overrides;
}

}  // namespace croupier::fleet
