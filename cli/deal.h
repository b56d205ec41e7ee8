// The two ways of `croupier deal`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/recipe_hands.h"

namespace croupier::cli {

struct DealOptions {
  std::string fleet_file;
  std::string deck;  // empty: all
  RecipeOptions recipe;
  bool has_seed = false;
  std::optional<std::string> key_text;
  std::optional<std::string> key_file;
  bool json = false;
  std::vector<std::string> tenants;  // empty: the lines of standard input
};

// Over plain worker numbers. Gives the exit status; throws CLI::ValidationError for options that do
// not fit together.
int deal_numbers(const DealOptions& options);

// Out of a fleet file. Gives the exit status.
int deal_fleet(const DealOptions& options);

}  // namespace croupier::cli
