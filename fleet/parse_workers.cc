// Sections `keys` and `workers`.
#include <fmt/format.h>

#include <map>

#include "croupier/quote.h"
#include "fleet/network.h"
#include "fleet/parse_state.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

void read_attributes(Report& report, const Node& node, Worker& worker) {
  if (!node.is_map()) {
    report.error(node, fmt::format("attributes must be a map, not {}", kind_name(node)));
    return;
  }
  for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const auto name = read_id(report, node.children[i], "attribute name");
    const auto value = read_id(report, node.children[i + 1], "attribute value");
    if (name && value) worker.attributes.emplace(*name, *value);
  }
}

void read_zone(Report& report, const Node& node, Worker& worker) {
  const auto zone = read_id(report, node, "zone");
  if (!zone) return;
  if (!worker.attributes.emplace("zone", *zone).second) {
    report.error(node, "zone stands here and in attributes; keep one");
  }
}

// All of a worker but its address.
Worker read_worker(const MapReader& map) {
  constexpr std::pair<std::string_view, WorkerState> kStates[] = {
      {"active", WorkerState::kActive},
      {"draining", WorkerState::kDraining},
  };
  Report& report = map.report();
  Worker worker;
  worker.place = report.place(map.node().mark);
  if (const Node* id = map.need("id")) {
    worker.place = report.place(id->mark);
    worker.id = read_id(report, *id, "worker id").value_or("");
  }
  if (const Node* weight = map.find("weight")) {
    worker.weight = read_count(report, *weight, "weight", 1, kMaxWeight).value_or(1);
  }
  if (const Node* word = map.find("state")) {
    worker.state = read_word(report, *word, "state", kStates).value_or(WorkerState::kActive);
  }
  if (const Node* attributes = map.find("attributes")) read_attributes(report, *attributes, worker);
  if (const Node* zone = map.find("zone")) read_zone(report, *zone, worker);
  return worker;
}

// The worker that has an address.
struct Holder {
  std::string id;
  Place place;
};

using Addresses = std::map<Endpoint, Holder>;

// Fills the address; `taken` holds those of the workers before.
void read_address(const MapReader& map, Worker& worker, Addresses& taken) {
  const Node* address = map.find("address");
  if (address == nullptr) return;
  const auto text = read_text(map.report(), *address, "address");
  if (!text) return;
  const auto endpoint = parse_endpoint(*text);
  if (!endpoint) {
    map.report().error(*address, endpoint.error().message);
    return;
  }
  worker.address = format(*endpoint);
  const auto [entry, fresh] = taken.emplace(*endpoint, Holder{worker.id, worker.place});
  if (fresh) return;
  map.report().error(*address,
                     fmt::format("address {} is already that of worker {}{}", quote(*text),
                                 quote(entry->second.id), at(entry->second.place)));
}

}  // namespace

void parse_keys(ParseState& state, const Node& node) {
  Report& report = state.report;
  for (const Node& item : read_list(report, node, "keys")) {
    KeySource key;
    key.place = report.place(item.mark);
    const MapReader map(report, item, kKeyKeys, "a key");
    if (const Node* file = map.need("file")) {
      key.file = read_text(report, *file, "file").value_or("");
    }
    const Node* id = map.need("id");
    if (id == nullptr) continue;
    key.place = report.place(id->mark);
    key.id = read_id(report, *id, "key id").value_or("");
    if (key.id.empty()) continue;
    enter_id(state, state.keys, state.fleet.keys, key.id, key.place, "key");
    state.fleet.keys.push_back(std::move(key));
  }
}

void parse_workers(ParseState& state, const Node& node) {
  Addresses addresses;
  for (const Node& item : read_list(state.report, node, "workers")) {
    if (state.fleet.workers.size() == kMaxWorkers) {
      state.report.error(item, fmt::format("more than {} workers", kMaxWorkers));
      return;
    }
    const MapReader map(state.report, item, kWorkerKeys, "a worker");
    Worker worker = read_worker(map);
    read_address(map, worker, addresses);
    if (worker.id.empty()) continue;
    enter_id(state, state.workers, state.fleet.workers, worker.id, worker.place, "worker");
    state.fleet.workers.push_back(std::move(worker));
  }
  if (node.is_sequence() && node.children.empty()) {
    state.report.error(node, "workers is empty; a fleet has at least one");
  }
}

}  // namespace croupier::fleet
