#include "fleet/tenant_index.h"

#include <bit>
#include <random>

#include "croupier/hash.h"

namespace croupier::fleet {
namespace {

SipKey random_key() {
  SipKey key;
  std::random_device random;
  for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(random());
  return key;
}

}  // namespace

TenantIndex::TenantIndex(std::span<const Tenant> tenants, const OnDuplicate& on_duplicate)
    : tenants_(tenants), key_(random_key()), slots_(std::bit_ceil(2 * tenants.size() + 1), kEmpty) {
  for (std::uint32_t i = 0; i < tenants.size(); ++i) {
    std::uint32_t& slot = slots_[slot_of(tenants[i].id)];
    if (slot == kEmpty) {
      slot = i;
    } else {
      on_duplicate(i, slot);
    }
  }
}

std::optional<std::uint32_t> TenantIndex::find(std::string_view id) const {
  const std::uint32_t found = slots_[slot_of(id)];
  if (found == kEmpty) return std::nullopt;
  return found;
}

std::size_t TenantIndex::slot_of(std::string_view id) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = siphash(key_, id) & mask;
  while (slots_[slot] != kEmpty && tenants_[slots_[slot]].id != id) slot = (slot + 1) & mask;
  return slot;
}

}  // namespace croupier::fleet
