// The three kinds of fault that a risk budget speaks of, evaluated over one deck's hands.
#pragma once

#include "fleet/hand_table.h"
#include "fleet/risk.h"

namespace croupier::fleet {

// All fill everything of a figure but `deck`.
RiskFigure risk_of_one_worker(const HandTable& table);
RiskFigure risk_of_two_workers(const HandTable& table);
RiskFigure risk_of_poison_tenant(const HandTable& table, std::uint64_t max_meetings = kMaxMeetings);

}  // namespace croupier::fleet
