// A fleet file, read, checked and dealt: what most commands start from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "croupier/key.h"
#include "fleet/load.h"
#include "fleet/resolve.h"

namespace croupier::cli {

struct ReadyFleet {
  std::string folder;  // of the fleet file
  fleet::Loaded loaded;
  std::vector<Key> keys;
  std::vector<fleet::DealtDeck> decks;
  std::vector<fleet::Problem> problems;  // all: of the file, its keys and its deals
  bool ok() const;                       // no error among the problems

  const fleet::Fleet& fleet() const { return loaded.fleet; }
};

enum class Deals {
  kUsed,     // hands come from the decks' deal files
  kIgnored,  // no deck is dealt, and no deal file read
};

// Only a file that cannot be read at all is an error; what is wrong inside is in `problems`.
Result<std::unique_ptr<ReadyFleet>> read_fleet(const std::string& path, Deals deals = Deals::kUsed);

// The decks that a command is about: the one called `name`, or all of them when it is empty.
// kFailedPrecondition: the fleet has no such deck.
Result<std::vector<const fleet::DealtDeck*>> find_decks(const ReadyFleet& ready,
                                                        const std::string& name);

// Prints the problems to stderr, one a line.
void print_problems(const std::vector<fleet::Problem>& problems);

// read_fleet for commands that need a fleet without errors: prints the problems there are (warnings
// too) and gives null with `status` set when it cannot go on.
std::unique_ptr<ReadyFleet> read_good_fleet(const std::string& path, int& status);

}  // namespace croupier::cli
