// Finds a tenant by its id.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "croupier/key.h"
#include "fleet/model.h"

namespace croupier::fleet {

// A hash table of 4-byte positions over tenants, which must outlive it where they are, unchanged
// (their vector may be moved, not copied).
// Keyed afresh in every process, so that no list of ids is slow to look up. Built in O(tenants);
// find() is O(1); 8 to 16 bytes a tenant. Immutable once built: safe to share between threads.
class TenantIndex {
 public:
  // Calls `on_duplicate(second, first)` for every id that stands more than once; the first is kept.
  using OnDuplicate = std::function<void(std::uint32_t second, std::uint32_t first)>;
  explicit TenantIndex(
      std::span<const Tenant> tenants,
      const OnDuplicate& on_duplicate = [](std::uint32_t, std::uint32_t) {});

  std::optional<std::uint32_t> find(std::string_view id) const;

 private:
  static constexpr std::uint32_t kEmpty = UINT32_MAX;

  // The slot that holds `id`, or the empty one where it belongs.
  std::size_t slot_of(std::string_view id) const;

  std::span<const Tenant> tenants_;
  SipKey key_;
  std::vector<std::uint32_t> slots_;  // a power of two, at most half full
};

}  // namespace croupier::fleet
