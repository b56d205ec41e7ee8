// The three ways of `croupier deal`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/recipe_hands.h"

namespace croupier::cli {

// Of the policy `bounded`, which deals ordinals.
struct BoundedOptions {
  bool chosen = false;
  std::uint32_t max_overlap = 0;
  bool striped = false;
  std::uint32_t stripe = 0;  // 0: as many workers as can be used
  std::string ordinals;      // "A" or "A-B"
};

struct DealOptions {
  std::string fleet_file;
  std::string deck;      // empty: all
  RecipeOptions recipe;  // with `bounded` only its workers and hand count
  BoundedOptions bounded;
  bool has_seed = false;
  std::optional<std::string> key_text;
  std::optional<std::string> key_file;
  bool json = false;
  std::vector<std::string> tenants;  // empty: the lines of standard input
};

// Over plain worker numbers. Gives the exit status; throws CLI::ValidationError for options that do
// not fit together.
int deal_numbers(const DealOptions& options);

// Ordinals of a deck with a largest overlap. The same.
int deal_ordinals(const DealOptions& options);

// Out of a fleet file. Gives the exit status.
int deal_fleet(const DealOptions& options);

}  // namespace croupier::cli
