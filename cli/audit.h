// What `croupier audit` found, and how it is shown.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "audit/input.h"
#include "audit/questions.h"
#include "cli/output.h"
#include "croupier/load.h"
#include "croupier/overlap.h"

namespace croupier::cli {

struct AuditQuestion {
  std::string asked;  // as on the command line
  audit::Answer answer;
};

struct Audit {
  std::unique_ptr<audit::Input> input;
  std::optional<Overlaps> overlaps;  // always there once the audit is done
  WorstAttacker worst;               // of one tenant or more
  Load load;
  std::vector<std::vector<std::uint32_t>> twins;
  std::vector<AuditQuestion> failures, poison;
  std::vector<audit::Sharing> sharing;
  std::vector<audit::Holders> holders;
  std::vector<audit::Overlap> overlap;
};

// One JSON object on a line, as docs/formats/audit.md says.
void print_audit_json(const Audit& audit, Output& output);

// A page for people.
void print_audit_page(const Audit& audit, Output& output);

// A line for each tenant: its id, and how many others share exactly 0, 1, ... workers with it.
void print_audit_tenants(const Audit& audit, Output& output);

}  // namespace croupier::cli
