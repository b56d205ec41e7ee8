// The records of stored policies, as a snapshot holds them.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "snapshot/tenant_table.h"

namespace croupier::bench {

class Records {
 public:
  // One override in deck 0 for each tenant: an ordinal, or a hand of workers below `workers`.
  Records(std::vector<snapshot::TenantEntry> tenants, std::uint32_t workers) {
    std::string bytes = snapshot::TenantTable::build(std::move(tenants)).value();
    table_ = snapshot::TenantTable::open(std::move(bytes), {1, 0, workers}).value();
  }

  // Valid until the next call.
  const snapshot::OverrideEntry& find(std::string_view tenant) {
    table_.find(tenant)->find_override(0, entry_);
    return entry_;
  }

 private:
  snapshot::TenantTable table_;
  snapshot::OverrideEntry entry_;
};

}  // namespace croupier::bench
