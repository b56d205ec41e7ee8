#include "fleet/parse_copies.h"

#include <fmt/format.h>

#include "croupier/quote.h"
#include "files/files.h"
#include "fleet/ring_page.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

bool read_zone_aware(const MapReader& map, Deck& deck) {
  bool aware = true;
  if (const Node* node = map.find("zone_aware")) {
    aware = read_bool(map.report(), *node, "zone_aware").value_or(aware);
  }
  if (aware) deck.attributes = {"zone"};
  return aware;
}

std::chrono::seconds read_lookback(Report& report, const Node& node) {
  using std::chrono::seconds;
  const auto period = read_duration(report, node, "lookback");
  if (!period) return seconds{0};
  const auto whole = std::chrono::floor<seconds>(*period);
  if (whole != *period) {
    report.error(node, fmt::format("lookback must be whole seconds, not {}", quote(node.text)));
  }
  return whole;
}

RingPage read_ring_file(ParseState& state, const Node& node) {
  const auto path = read_text(state.report, node, "ring_file");
  if (!path) return {};
  const auto text = files::read_file(files::path_from(state.folder, *path), kMaxRingPageBytes);
  if (!text) {
    state.report.error(node, text.error().message);
    return {};
  }
  auto page = read_ring_page(*text);
  if (page) return *std::move(page);
  state.report.error(
      node, fmt::format("ring page {}: {}", files::quote_path(*path), page.error().message));
  return {};
}

}  // namespace

void read_apf(ParseState& state, const MapReader& map, Deck& deck) {
  ApfOptions options;
  if (const Node* name = map.need("flow_schema")) {
    options.flow_schema = read_id(state.report, *name, "flow_schema").value_or("");
  }
  deck.options = options;
}

void read_infima(ParseState& state, const MapReader& map, Deck& deck) {
  InfimaOptions options;
  if (const Node* dimensions = map.need("dimensions")) {
    options.dimensions = read_ids(state.report, *dimensions, "dimensions");
    deck.attributes = options.dimensions;
  }
  if (const Node* seed = map.need("seed")) {
    options.seed = read_signed(state.report, *seed, "seed").value_or(0);
  }
  deck.options = options;
}

void read_mimir_ring(ParseState& state, const MapReader& map, Deck& deck) {
  MimirRingOptions options;
  options.zone_aware = read_zone_aware(map, deck);
  if (const Node* lookback = map.find("lookback")) {
    options.lookback.period = read_lookback(state.report, *lookback);
  }
  if (const Node* file = map.need("ring_file")) {
    RingPage page = read_ring_file(state, *file);
    options.instances = std::move(page.instances);
    // Without a look-back the page's time means nothing, and snapshots need not change with it.
    if (options.lookback.period.count() > 0) options.lookback.now = page.now;
  }
  deck.options = std::move(options);
}

void read_thanos(ParseState& state, const MapReader& map, Deck& deck) {
  ThanosOptions options;
  options.zone_aware = read_zone_aware(map, deck);
  if (const Node* factor = map.find("replication_factor")) {
    options.replication_factor =
        read_count(state.report, *factor, "replication_factor", 1, kMaxWorkers)
            .value_or(options.replication_factor);
  }
  deck.options = options;
}

}  // namespace croupier::fleet
