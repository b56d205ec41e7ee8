// How `croupier suspects` shows what it found.
#pragma once

#include "audit/suspects.h"
#include "cli/output.h"

namespace croupier::cli {

// One JSON object on a line, as docs/formats/suspects.md says.
void print_suspects_json(const audit::Input& input, const audit::Suspicion& suspicion,
                         Output& output);

// A page for people.
void print_suspects_page(const audit::Input& input, const audit::Suspicion& suspicion,
                         Output& output);

}  // namespace croupier::cli
