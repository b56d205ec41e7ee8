// The table and the JSON object at the end of a run.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "demo/runner/outcome.h"

namespace croupier::demo {

// Listeners side by side, each measured figure with the model's beside it.
std::string to_table(const std::vector<Outcome>& outcomes);

// {"listeners": {name: {"measured": {...}, "predicted": {...}}}}: the same figures, and the tenants
// by name.
nlohmann::json to_json(const std::vector<Outcome>& outcomes);

}  // namespace croupier::demo
