// Calls the croupier command-line tool.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"
#include "demo/model/model.h"

namespace croupier::demo {

class CroupierTool {
 public:
  explicit CroupierTool(std::string program) : program_(std::move(program)) {}

  // The hand of each tenant, in their order, as positions in `worker_ids`.
  Result<std::vector<WorkerSet>> deal(const std::string& fleet_file,
                                      const std::vector<std::string>& worker_ids,
                                      const std::vector<std::string>& tenants) const;
  Result<void> snapshot(const std::string& fleet_file, const std::string& folder) const;
  // A bootstrap for Envoy, as JSON text.
  Result<std::string> envoy_config(const std::string& fleet_file,
                                   const std::string& snapshot_folder) const;

 private:
  // Standard output; an error carries what the tool wrote to standard error.
  Result<std::string> call(std::vector<std::string> arguments, const std::string& input) const;

  std::string program_;
};

// Reads what `croupier deal --json` prints: an object a line, {"tenant": ..., "hand": [ids]}, for
// exactly these tenants in this order. kInternal: anything else.
Result<std::vector<WorkerSet>> parse_hands(std::string_view lines,
                                           const std::vector<std::string>& worker_ids,
                                           const std::vector<std::string>& tenants);

}  // namespace croupier::demo
