#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "croupier/quote.h"
#include "fleet/checks.h"

namespace croupier::fleet {
namespace {

void check_endpoints(const Fleet& fleet, Report& report) {
  std::vector<const Deck*> used_by(fleet.workers.size(), nullptr);
  for (const Deck& deck : fleet.decks) {
    for (const auto* list : {&deck.workers, &deck.spill}) {
      for (const std::uint32_t worker : *list) used_by[worker] = &deck;
    }
  }
  for (std::size_t i = 0; i < fleet.workers.size(); ++i) {
    const Worker& worker = fleet.workers[i];
    if (used_by[i] == nullptr) {
      report.warning(worker.place, fmt::format("worker {} is in no deck", quote(worker.id)));
    } else if (worker.address.empty()) {
      report.warning(worker.place, fmt::format("worker {} has no address: deck {} deals it, but no "
                                               "request can reach it",
                                               quote(worker.id), quote(used_by[i]->name)));
    }
  }
}

void check_attributes(const Fleet& fleet, const Deck& deck, Report& report) {
  for (const std::uint32_t index : deck.workers) {
    const Worker& worker = fleet.workers[index];
    for (const std::string& attribute : deck.attributes) {
      if (worker.attributes.contains(attribute)) continue;
      report.error(worker.place,
                   fmt::format("worker {} has no attribute {}, by which deck {} deals",
                               quote(worker.id), quote(attribute), quote(deck.name)));
    }
  }
}

void check_weights(const Fleet& fleet, const Deck& deck, Report& report) {
  if (deck.policy == Policy::kRendezvous) return;
  for (const std::uint32_t index : deck.workers) {
    const Worker& worker = fleet.workers[index];
    if (worker.weight == 1) continue;
    report.warning(worker.place, fmt::format("weight {} of worker {} is ignored in deck {}: policy "
                                             "{} has no weights",
                                             worker.weight, quote(worker.id), quote(deck.name),
                                             policy_name(deck.policy)));
  }
}

// Two decks would overwrite each other's records.
void check_deal_files(const Fleet& fleet, Report& report) {
  std::map<std::string, const Deck*> users;
  for (const Deck& deck : fleet.decks) {
    if (deck.deal_file.empty()) continue;
    const std::string path = std::filesystem::path(deck.deal_file).lexically_normal().string();
    const auto [other, fresh] = users.emplace(path, &deck);
    if (fresh) continue;
    report.error(deck.options_place,
                 fmt::format("deal file {} of deck {} is that of deck {}", quote(deck.deal_file),
                             quote(deck.name), quote(other->second->name)));
  }
}

}  // namespace

void check_decks(const Fleet& fleet, Report& report) {
  check_endpoints(fleet, report);
  check_deal_files(fleet, report);
  for (const Deck& deck : fleet.decks) {
    check_attributes(fleet, deck, report);
    check_weights(fleet, deck, report);
  }
  for (const KeySource& key : fleet.keys) {
    const auto uses = [&key](const Deck& deck) { return deck.key_id == key.id; };
    if (std::any_of(fleet.decks.begin(), fleet.decks.end(), uses)) continue;
    report.warning(key.place, fmt::format("key {} is used by no deck", quote(key.id)));
  }
}

}  // namespace croupier::fleet
