// Feeds any bytes to the readers of ring pages and deal files. A deal file gets its right digest,
// so that what is inside is read, and its fleet's tenants are dealt to on top of it: nothing may
// crash, hang or allocate without bound, and what --assign writes must be a file that the fleet
// takes.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/assert.h"
#include "croupier/hash.h"
#include "fleet/deals/assign.h"
#include "fleet/load.h"
#include "fleet/resolve.h"
#include "fleet/ring_page.h"

namespace croupier::fleet {
namespace {

constexpr std::string_view kFleet = R"(
version: 1
keys: [{id: k, file: k}]
workers:
  - {id: a, zone: x}
  - {id: b, zone: y}
  - {id: c, zone: x}
  - {id: d, zone: y}
  - {id: e, zone: x}
  - {id: f, zone: y, state: draining}
decks:
  - {name: b, policy: bounded, key: k, hand_size: 2, unknown: guest,
     bounded: {max_overlap: 1, deal_file: b, pins: suspend}}
  - {name: s, policy: search, key: k, hand_size: 2, unknown: guest,
     search: {max_overlap: 1, deal_file: s, pins: suspend}}
routes: [{path: /b, deck: b}, {path: /s, deck: s}]
groups: [{id: g}]
tenants: [t, {id: u, group: g}, {id: p, decks: {b: {hand: [a, b]}, s: {hand: [c, d]}}}]
)";

const Fleet& test_fleet() {
  static const Loaded loaded = [] {
    Loaded read = parse(kFleet, "fuzzed.yaml", "/dev/null");
    CROUPIER_ASSERT(read.ok());
    return read;
  }();
  return loaded.fleet;
}

bool has_errors(const std::vector<Problem>& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return problem.severity == Severity::kError; });
}

void assign(const ReadDeals& read) {
  const Fleet& fleet = test_fleet();
  const Key key("key");
  for (std::size_t i = 0; i < fleet.decks.size(); ++i) {
    const auto done = assign_records(fleet, fleet.decks[i], key, read, {});
    if (!done) continue;
    const std::string text = encode(done->file);
    auto again = decode_deal_file(text);
    CROUPIER_ASSERT(again.has_value());
    std::vector<std::optional<ReadDeals>> deals(fleet.decks.size());
    deals[i] = ReadDeals{std::move(*again), digest_of(text)};
    std::vector<Problem> problems;
    const auto decks = deal_decks(fleet, {key}, std::move(deals), problems);
    CROUPIER_ASSERT(!has_errors(problems));
    for (std::uint32_t tenant = 0; tenant < fleet.tenants.size(); ++tenant) {
      CROUPIER_ASSERT(resolve_listed(fleet, decks[i], tenant).has_value());
    }
  }
}

void read_deals(std::string text) {
  text += "{\"digest\":\"" + hex(sha256(text)) + "\"}\n";
  auto file = decode_deal_file(text);
  if (!file) return;
  CROUPIER_ASSERT(encode(*file) == text);
  assign({std::move(*file), digest_of(text)});
}

}  // namespace
}  // namespace croupier::fleet

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace croupier::fleet;
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] == 'r') {
    static_cast<void>(read_ring_page(rest));
  } else {
    read_deals(std::string(rest));
  }
  return 0;
}
