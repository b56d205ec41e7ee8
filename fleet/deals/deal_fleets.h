// Fleets with deal files for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "fleet/deals/assign.h"
#include "fleet/deals/deal_records.h"
#include "fleet/resolve.h"
#include "fleet/test_fleet.h"

namespace croupier::fleet {

inline Key deal_key() {
  return Key("a key for tests");
}

struct WorkerLine {
  std::string id;
  std::string zone = "a";
  bool draining = false;
};

inline std::vector<WorkerLine> worker_lines(int count, int zones = 1) {
  std::vector<WorkerLine> lines;
  for (int i = 0; i < count; ++i) {
    lines.push_back({"w" + std::to_string(i), std::string(1, static_cast<char>('a' + i % zones))});
  }
  return lines;
}

// One deck "api" over the workers; `rest` has the tenants and what else there is.
inline Fleet deal_fleet(const std::vector<WorkerLine>& workers, const std::string& deck,
                        const std::string& rest) {
  std::string text = "version: 1\nkeys: [{id: main, file: fleet.key}]\nworkers:\n";
  for (const WorkerLine& worker : workers) {
    text += "  - {id: " + worker.id + ", zone: " + worker.zone +
            (worker.draining ? ", state: draining}\n" : "}\n");
  }
  text += "decks:\n  - {name: api, key: main, unknown: guest, " + deck + "}\n" + rest;
  Loaded loaded = parse(text, "test.yaml", ".");
  EXPECT_TRUE(loaded.ok()) << text_of(loaded.problems);
  return std::move(loaded.fleet);
}

inline std::string bounded_deck(int overlap, const std::string& more = "") {
  return "policy: bounded, hand_size: 4, bounded: {deal_file: f, max_overlap: " +
         std::to_string(overlap) + more + "}";
}
inline std::string search_deck(int overlap, const std::string& more = "") {
  return "policy: search, hand_size: 4, search: {deal_file: f, max_overlap: " +
         std::to_string(overlap) + more + "}";
}

// "tenants: [t0, t1, ...]"
inline std::string tenant_list(int count, int first = 0) {
  std::string text = "tenants: [";
  for (int i = first; i < first + count; ++i) text += (i > first ? ", t" : "t") + std::to_string(i);
  return text + "]\n";
}

inline Result<Assignment> try_assign(const Fleet& fleet, std::optional<DealFile> old = {},
                                     const AssignOptions& options = {}) {
  std::optional<ReadDeals> read;
  if (old) {
    const std::string digest = digest_of(encode(*old));
    read = ReadDeals{std::move(*old), digest};
  }
  return assign_records(fleet, fleet.decks[0], deal_key(), std::move(read), options);
}

inline Assignment assigned(const Fleet& fleet, std::optional<DealFile> old = {},
                           const AssignOptions& options = {}) {
  auto done = try_assign(fleet, std::move(old), options);
  EXPECT_TRUE(done.has_value()) << (done ? "" : done.error().message);
  return done.value_or(Assignment());
}

// The fleet's deck, dealt from the file as it is written and read.
struct DealtFleet {
  DealtFleet(const Fleet& fleet_in, const DealFile& file) : fleet(fleet_in) {
    const std::string text = encode(file);
    std::vector<std::optional<ReadDeals>> deals;
    deals.push_back(ReadDeals{decode_deal_file(text).value(), digest_of(text)});
    decks = deal_decks(fleet, {deal_key()}, std::move(deals), problems);
  }

  // Worker ids.
  std::vector<std::string> hand(const std::string& tenant) const {
    std::vector<std::string> ids;
    const auto resolved = resolve(fleet, decks[0], tenant);
    EXPECT_TRUE(resolved.has_value()) << (resolved ? "" : resolved.error().message);
    if (!resolved) return ids;
    for (const std::uint32_t worker : resolved->hand) ids.push_back(fleet.workers[worker].id);
    return ids;
  }

  const Fleet& fleet;
  std::vector<Problem> problems;
  std::vector<DealtDeck> decks;
};

inline std::size_t shared_members(std::vector<std::string> a, std::vector<std::string> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<std::string> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

}  // namespace croupier::fleet
