// Section `decks`.
#include <fmt/format.h>

#include "croupier/quote.h"
#include "fleet/parse_policy.h"
#include "fleet/parse_state.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyz0123456789_-";

void read_name(Report& report, const MapReader& map, Deck& deck) {
  const Node* node = map.need("name");
  if (node == nullptr) return;
  deck.place = report.place(node->mark);
  const auto name = read_text(report, *node, "name");
  if (!name) return;
  if (name->size() > 63 || name->find_first_not_of(kNameCharacters) != std::string::npos) {
    report.error(*node,
                 fmt::format("deck name {} must be 1 to 63 of a-z, 0-9, _ and -", quote(*name)));
    return;
  }
  deck.name = *name;
}

void read_size(Report& report, const MapReader& map, Deck& deck) {
  const Node* node = map.need("hand_size");
  if (node == nullptr) return;
  deck.hand_size_place = report.place(node->mark);
  const auto size = read_hand_size(report, *node);
  if (!size) return;
  deck.hand_size = *size;
  if (size->kind == HandSize::Kind::kInherit || size->kind == HandSize::Kind::kDedicated) {
    report.error(*node, fmt::format("hand_size of a deck must be all or a number of at least 1; {} "
                                    "(of inherit, all, dedicated) is for tenants and groups",
                                    node->text));
  }
}

void read_spread(Report& report, const Node& node, Deck& deck) {
  constexpr std::pair<std::string_view, Spread> kModes[] = {
      {"balanced", Spread::kBalanced},
      {"prefer", Spread::kPrefer},
  };
  const MapReader map(report, node, kSpreadKeys, "spread");
  if (const Node* attributes = map.find("attributes")) {
    deck.attributes = read_ids(report, *attributes, "attributes");
    if (map.has("attribute")) report.error(node, "spread has attribute or attributes, not both");
  } else if (const Node* attribute = map.need("attribute")) {
    if (const auto name = read_id(report, *attribute, "attribute")) deck.attributes = {*name};
  }
  if (const Node* mode = map.need("mode")) {
    deck.spread = read_word(report, *mode, "mode", kModes).value_or(Spread::kNone);
  }
  if (deck.policy == Policy::kSearch && deck.spread == Spread::kPrefer) {
    report.error(node, "policy search spreads hands balanced, or not at all");
  }
  if (deck.policy != Policy::kRendezvous && deck.policy != Policy::kSearch) {
    report.error(node, fmt::format("policy {} cannot spread; rendezvous and search can",
                                   policy_name(deck.policy)));
  }
}

bool matches(const Worker& worker, const Node& match) {
  for (std::size_t i = 0; i + 1 < match.children.size(); i += 2) {
    const auto found = worker.attributes.find(match.children[i].text);
    if (found == worker.attributes.end()) return false;
    if (found->second != match.children[i + 1].text) return false;
  }
  return true;
}

void read_match(ParseState& state, const Node& node, Deck& deck) {
  const MapReader map(state.report, node, kDeckWorkersKeys, "workers");
  const Node* match = map.need("match");
  if (match == nullptr) return;
  if (!match->is_map() || match->children.empty()) {
    state.report.error(*match, "match must be a map of one or more attributes to their values");
    return;
  }
  for (std::size_t i = 1; i < match->children.size(); i += 2) {
    if (!read_id(state.report, match->children[i], "attribute value")) return;
  }
  for (std::uint32_t i = 0; i < state.fleet.workers.size(); ++i) {
    if (matches(state.fleet.workers[i], *match)) deck.workers.push_back(i);
  }
  if (deck.workers.empty()) state.report.error(*match, "match holds for no worker");
}

void read_deck_workers(ParseState& state, const MapReader& map, Deck& deck) {
  const Node* node = map.find("workers");
  if (node != nullptr && node->is_map()) {
    read_match(state, *node, deck);
  } else if (node != nullptr && node->is_sequence()) {
    deck.workers = read_workers(state, *node, "workers");
    if (node->children.empty()) state.report.error(*node, "workers is empty; a deck has some");
  } else if (node == nullptr || (node->is_scalar() && node->text == "all")) {
    for (std::uint32_t i = 0; i < state.fleet.workers.size(); ++i) deck.workers.push_back(i);
  } else {
    state.report.error(*node, fmt::format("workers must be all, a list of ids or a match, not {}",
                                          quote(node->text)));
  }
}

void read_unknown(Report& report, const MapReader& map, Deck& deck) {
  if (const Node* unknown = map.find("unknown")) {
    deck.unknown =
        read_word<Unknown>(report, *unknown, "unknown", kUnknownWords).value_or(deck.unknown);
  }
  if (const Node* guest = map.find("guest")) {
    deck.guest = read_id(report, *guest, "guest").value_or(deck.guest);
  }
}

void read_health(Report& report, const Node& node, Health& health) {
  constexpr std::uint32_t kMostChecks = 1'000;
  const MapReader map(report, node, kHealthKeys, "health");
  health.enabled = true;
  if (const Node* path = map.find("path")) {
    health.path = read_url_path(report, *path, "path").value_or(health.path);
  }
  if (const Node* interval = map.find("interval")) {
    health.interval = read_duration(report, *interval, "interval").value_or(health.interval);
  }
  if (const Node* timeout = map.find("timeout")) {
    health.timeout = read_duration(report, *timeout, "timeout").value_or(health.timeout);
  }
  if (const Node* count = map.find("unhealthy_after")) {
    health.unhealthy_after = read_count(report, *count, "unhealthy_after", 1, kMostChecks)
                                 .value_or(health.unhealthy_after);
  }
  if (const Node* count = map.find("healthy_after")) {
    health.healthy_after =
        read_count(report, *count, "healthy_after", 1, kMostChecks).value_or(health.healthy_after);
  }
}

void read_transport(Report& report, const MapReader& map, Deck& deck) {
  constexpr std::pair<std::string_view, Protocol> kProtocols[] = {
      {"http1", Protocol::kHttp1},
      {"http2", Protocol::kHttp2},
  };
  if (const Node* protocol = map.find("protocol")) {
    deck.protocol = read_word(report, *protocol, "protocol", kProtocols).value_or(deck.protocol);
  }
  if (const Node* timeout = map.find("connect_timeout")) {
    deck.connect_timeout =
        read_duration(report, *timeout, "connect_timeout").value_or(deck.connect_timeout);
  }
  if (const Node* timeout = map.find("request_timeout")) {
    deck.request_timeout =
        read_limit(report, *timeout, "request_timeout").value_or(deck.request_timeout);
  }
  if (const Node* headers = map.find("worker_headers")) {
    deck.worker_headers = read_bool(report, *headers, "worker_headers").value_or(false);
  }
}

Deck read_deck(ParseState& state, const Node& node) {
  Report& report = state.report;
  Deck deck;
  deck.place = report.place(node.mark);
  const MapReader map(report, node, kDeckKeys, "a deck");
  read_name(report, map, deck);
  read_size(report, map, deck);
  read_policy(state, map, deck);
  if (const Node* spread = map.find("spread")) read_spread(report, *spread, deck);
  read_deck_workers(state, map, deck);
  if (const Node* spill = map.find("spill")) deck.spill = read_workers(state, *spill, "spill");
  read_unknown(report, map, deck);
  if (is_stored(deck.policy) && deck.unknown == Unknown::kDeal) {
    report.error(node,
                 fmt::format("deck {} of policy {} has records of listed tenants only: unknown "
                             "must be guest or refuse",
                             quote(deck.name), policy_name(deck.policy)));
  }
  if (const Node* attempts = map.find("attempts")) deck.attempts = read_attempts(report, *attempts);
  if (const Node* health = map.find("health")) read_health(report, *health, deck.health);
  read_transport(report, map, deck);
  return deck;
}

}  // namespace

void parse_decks(ParseState& state, const Node& node) {
  for (const Node& item : read_list(state.report, node, "decks")) {
    if (state.fleet.decks.size() == kMaxDecks) {
      state.report.error(item, fmt::format("more than {} decks", kMaxDecks));
      return;
    }
    Deck deck = read_deck(state, item);
    if (!deck.name.empty()) {
      enter_id(state, state.decks, state.fleet.decks, deck.name, deck.place, "deck");
    }
    std::vector<Role>& roles = state.roles.emplace_back(state.fleet.workers.size());
    for (const std::uint32_t worker : deck.workers) roles[worker] = Role::kMember;
    for (const std::uint32_t worker : deck.spill) roles[worker] = Role::kSpill;
    state.fleet.decks.push_back(std::move(deck));
  }
  if (node.is_sequence() && node.children.empty()) {
    state.report.error(node, "decks is empty; a fleet has at least one");
  }
}

}  // namespace croupier::fleet
