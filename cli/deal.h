// The ways of `croupier deal`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/recipe_hands.h"
#include "croupier/key.h"
#include "croupier/result.h"

namespace croupier::cli {

// Of the policies that keep a largest overlap and deal no ids.
struct OverlapOptions {
  enum class Policy { kNone, kBounded, kSearch } policy = Policy::kNone;
  std::uint32_t max_overlap = 0;
  std::uint32_t stripes = 0;      // of bounded; 0: none
  std::uint32_t stripe_size = 0;  // of bounded; 0: as many workers as can be used
  std::string ordinals;           // of bounded: "A" or "A-B"
  std::uint64_t count = 0;        // of search
};

struct DealOptions {
  std::string fleet_file;
  std::string deck;      // empty: all
  RecipeOptions recipe;  // with `bounded` only its workers and hand count
  OverlapOptions overlap;
  bool has_seed = false;
  std::optional<std::string> key_text;
  std::optional<std::string> key_file;
  bool json = false;
  bool assign = false;  // with fleet_file; the next three belong to it
  bool anew = false;
  bool release = false;
  std::string import_file;
  std::vector<std::string> tenants;  // empty: the lines of standard input
};

// Over plain worker numbers. Gives the exit status; throws CLI::ValidationError for options that do
// not fit together.
int deal_numbers(const DealOptions& options);

// Ordinals of a deck with a largest overlap. The same.
int deal_bounded(const DealOptions& options);

// So many hands as are searched for. Gives the exit status.
int deal_search(const DealOptions& options);

// Brings the deal files of a fleet file's decks up to date. Gives the exit status.
int deal_assign(const DealOptions& options);

// The key of --key-text or --key-file; nothing without either.
Result<std::optional<Key>> given_key(const DealOptions& options);

// Out of a fleet file. Gives the exit status.
int deal_fleet(const DealOptions& options);

}  // namespace croupier::cli
