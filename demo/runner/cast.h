// Who takes part: the tenants, and the hands that Croupier deals them.
#pragma once

#include <string>
#include <vector>

#include "croupier/result.h"
#include "demo/model/model.h"
#include "demo/runner/croupier_tool.h"
#include "demo/runner/fleet_file.h"
#include "demo/runner/options.h"

namespace croupier::demo {

struct Cast {
  std::vector<std::string> innocents;  // kInnocents of them
  std::vector<WorkerSet> hands;        // the innocents'; empty without the croupier listener
  WorkerSet attacker;
};

// Without the croupier listener the tenants are just the first ones. With it, they are found by
// search among kCandidates names (see choose_tenants), dealt with a key that the seed decides; the
// key and a fleet file are left in `folder`. About a second.
Result<Cast> choose_cast(const Options& options, const CroupierTool& tool,
                         const std::string& folder);

// The innocents and, last, the attacker.
std::vector<std::string> all_tenants(const Cast& cast);

}  // namespace croupier::demo
