// A fleet's risk figures for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fleet/risk.h"

namespace croupier::cli {

// The figures of one deck: a heading and one line for each fault and measure, the worst case over
// all faults of the kind beside the mean.
std::string risk_table(const fleet::Fleet& fleet, const std::vector<fleet::RiskFigure>& figures,
                       std::uint32_t deck);

// The same as a list with one object for each fault; shares are 0 to 1.
nlohmann::ordered_json risk_json(const fleet::Fleet& fleet,
                                 const std::vector<fleet::RiskFigure>& figures, std::uint32_t deck);

}  // namespace croupier::cli
