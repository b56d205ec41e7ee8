// Small fleets for tests of this room.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fleet/load.h"
#include "fleet/resolve.h"

namespace croupier::fleet {

inline std::string text_of(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) text += format(problem) + "\n";
  return text;
}

// A fleet file of one deck, "api", over `workers` workers w0, w1, ... with `rest` appended to it.
inline std::string fleet_text(int workers, const std::string& deck, const std::string& rest = "") {
  std::string text = "version: 1\nkeys: [{id: main, file: fleet.key}]\nworkers:\n";
  for (int i = 0; i < workers; ++i) {
    text += "  - {id: w" + std::to_string(i) +
            ", address: \"127.0.0.1:" + std::to_string(9000 + i) + "\"}\n";
  }
  return text + "decks:\n  - {name: api, key: main, " + deck + "}\n" + rest;
}

// A parsed fleet with its decks dealt under one fixed key; the test fails if it has an error.
struct TestFleet {
  explicit TestFleet(const std::string& text, const std::string& folder = ".")
      : loaded(parse(text, "test.yaml", folder)) {
    EXPECT_TRUE(loaded.ok()) << text_of(loaded.problems);
    decks = deal_decks(loaded.fleet, keys(), {}, problems);
  }
  std::vector<Key> keys() const { return {loaded.fleet.keys.size(), Key("a key for tests")}; }
  const Fleet& fleet() const { return loaded.fleet; }

  Loaded loaded;
  std::vector<Problem> problems;  // of dealing
  std::vector<DealtDeck> decks;
};

}  // namespace croupier::fleet
