// Feeds any bytes to the readers of snapshots; nothing may crash, hang or allocate without bound.
// The first byte says which reader: 0 manifest, 1 fleet segment, 2 tenant table, 3 a fleet segment
// and a tenant table put together. For 3 the next four bytes are the fleet segment's length.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/assert.h"
#include "snapshot/bytes.h"
#include "snapshot/fleet_segment.h"
#include "snapshot/manifest.h"
#include "snapshot/snapshot.h"
#include "snapshot/testing.h"

namespace {

using namespace croupier;
using namespace croupier::snapshot;

constexpr const char* kTenants[] = {"plain", "member-1", "member-2", "pinned", "stranger", ""};

void read_manifest_bytes(std::string_view bytes) {
  const auto manifest = decode_manifest(bytes);
  if (!manifest) return;
  // What was read is written so that it reads the same.
  const std::string again = encode(*manifest);
  const auto reread = decode_manifest(again);
  CROUPIER_ASSERT(reread.has_value() && encode(*reread) == again);
}

void read_fleet_bytes(std::string_view bytes) {
  const auto fleet = decode_fleet_segment(bytes);
  if (!fleet) return;
  const std::string again = encode_fleet_segment(*fleet);
  const auto reread = decode_fleet_segment(again);
  CROUPIER_ASSERT(reread.has_value() && encode_fleet_segment(*reread) == again);
}

void read_table_bytes(std::string_view bytes) {
  constexpr TenantTable::Limits kLimits{.decks = 2, .groups = 1, .workers = 10};
  const auto table = TenantTable::open(std::string(bytes), kLimits);
  if (!table) return;
  OverrideEntry entry;
  std::vector<OverrideEntry> all;
  const auto read = [&](const TenantRecord& record) {
    const auto group = record.group();
    CROUPIER_ASSERT(!group || *group < kLimits.groups);
    CROUPIER_ASSERT(record.read_all(all));
    for (std::uint32_t deck = 0; deck < kLimits.decks; ++deck) record.find_override(deck, entry);
  };
  std::uint32_t seen = 0;
  table->for_each([&](std::string_view id, const TenantRecord& record) {
    ++seen;
    read(record);
    table->find(id);
  });
  CROUPIER_ASSERT(seen == table->size());
  for (const char* tenant : kTenants) {
    if (const auto record = table->find(tenant)) read(*record);
  }
}

void put_together(std::string_view bytes) {
  ByteReader reader(bytes);
  const std::string_view length = reader.take(4);
  if (!reader.ok()) return;
  const std::size_t fleet_bytes =
      std::min<std::size_t>(load_number<std::uint32_t>(length.data()), reader.left());
  auto fleet = decode_fleet_segment(reader.take(fleet_bytes));
  if (!fleet) return;
  std::vector<std::string> layers;
  if (reader.left() > 0) layers.emplace_back(reader.take(reader.left()));
  const auto snapshot = Snapshot::assemble({}, "digest", std::move(*fleet), std::move(layers),
                                           snapshot::testing::test_keys());
  if (!snapshot) return;
  // What was put together can be dealt from: distinct workers that exist.
  Hand hand;
  for (std::uint32_t deck = 0; deck < std::min<std::size_t>((*snapshot)->decks().size(), 4);
       ++deck) {
    for (const char* tenant : kTenants) {
      const auto admission = (*snapshot)->deal(deck, {.tenant = tenant}, hand);
      if (admission == Admission::kRefused) continue;
      std::sort(hand.workers.begin(), hand.workers.end());
      CROUPIER_ASSERT(!hand.workers.empty() && hand.workers.back() < (*snapshot)->workers().size());
      CROUPIER_ASSERT(std::adjacent_find(hand.workers.begin(), hand.workers.end()) ==
                      hand.workers.end());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0:
      read_manifest_bytes(bytes);
      break;
    case 1:
      read_fleet_bytes(bytes);
      break;
    case 2:
      read_table_bytes(bytes);
      break;
    default:
      put_together(bytes);
  }
  return 0;
}
