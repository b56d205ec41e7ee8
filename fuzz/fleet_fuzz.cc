// Feeds any bytes to the fleet parser; nothing may crash, hang or allocate without bound.
#include <cstdint>
#include <string_view>
#include <vector>

#include "croupier/assert.h"
#include "fleet/load.h"
#include "fleet/resolve.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace croupier;
  // No tenant file can be found under a folder whose name is a device.
  fleet::Loaded loaded =
      fleet::parse({reinterpret_cast<const char*>(data), size}, "fuzzed.yaml", "/dev/null");
  CROUPIER_ASSERT(loaded.problems.size() <= fleet::kMaxProblems);
  if (!loaded.ok()) return 0;
  const std::vector<Key> keys(loaded.fleet.keys.size(), Key("key"));
  std::vector<fleet::Problem> problems;
  const auto decks = fleet::deal_decks(loaded.fleet, keys, {}, problems);
  if (!problems.empty()) return 0;
  // What was checked can be dealt: every listed tenant has a hand in every deck.
  for (const fleet::DealtDeck& deck : decks) {
    for (std::uint32_t tenant = 0; tenant < loaded.fleet.tenants.size(); ++tenant) {
      const auto resolved = fleet::resolve_listed(loaded.fleet, deck, tenant);
      CROUPIER_ASSERT(resolved.has_value() && !resolved->hand.empty());
    }
  }
  return 0;
}
