// What an audit of plain files reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "audit/id_table.h"
#include "croupier/placement.h"
#include "croupier/result.h"

namespace croupier::audit {

inline constexpr std::uint32_t kMaxTenants = 10'000'000;

// Paths; all but the first may be empty.
struct InputFiles {
  std::string hands{};    // tenant,worker,worker,...
  std::string workers{};  // worker,zone
  std::string weights{};  // tenant,weight
  std::string depends{};  // dependency,worker,worker,...
};

// Names that stand for several workers.
struct WorkerSets {
  IdTable names;
  std::vector<std::vector<std::uint32_t>> workers;  // by name, in no order, each once
};

struct Input {
  IdTable tenants, workers;  // in the order of their files; workers without a file by first mention
  WorkerSets zones, dependencies;
  std::vector<double> weights;  // by tenant; empty without a file; 1 where the file has none
  Placement placement;

  std::vector<std::unique_ptr<std::string>> bytes;  // that ids point into
};

// Reads all files and checks them against each other. Besides the errors of Csv, kInvalidArgument
// with file and line: a tenant, a dependency or a worker of the list twice; a hand without a
// worker, with one twice or with one that is not listed (where workers are); weights of unknown
// tenants, that are no numbers, negative or not finite, or whose sum is not; too many tenants or
// workers.
Result<std::unique_ptr<Input>> read_input(const InputFiles& files);

}  // namespace croupier::audit
