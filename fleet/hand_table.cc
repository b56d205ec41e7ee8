#include "fleet/hand_table.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace croupier::fleet {
namespace {

std::string_view bytes_of(const std::vector<std::uint32_t>& hand) {
  return {reinterpret_cast<const char*>(hand.data()), hand.size() * sizeof(hand[0])};
}

}  // namespace

Result<HandTable> HandTable::build(const Fleet& fleet, const DealtDeck& deck) {
  HandTable table;
  table.tenants_ = fleet.tenants.size();
  std::unordered_map<std::string, std::uint32_t> known;
  for (std::uint32_t tenant = 0; tenant < fleet.tenants.size(); ++tenant) {
    auto resolved = resolve_listed(fleet, deck, tenant);
    if (!resolved) return tl::unexpected(resolved.error());
    std::vector<std::uint32_t>& hand = resolved->hand;
    std::sort(hand.begin(), hand.end());
    const auto [entry, fresh] = known.emplace(bytes_of(hand), table.hands());
    if (!fresh) {
      ++table.counts_[entry->second];
      continue;
    }
    table.members_.insert(table.members_.end(), hand.begin(), hand.end());
    table.begins_.push_back(table.members_.size());
    table.counts_.push_back(1);
    table.first_tenants_.push_back(tenant);
  }
  table.index_workers(fleet, deck);
  table.index_holders();
  return table;
}

// From here on members_ holds places in workers_ instead of the fleet's numbers.
void HandTable::index_workers(const Fleet& fleet, const DealtDeck& deck) {
  std::vector<bool> used(fleet.workers.size());
  for (const std::uint32_t worker : deck.dealt) used[worker] = true;
  for (const std::uint32_t worker : members_) used[worker] = true;
  std::vector<std::uint32_t> place(fleet.workers.size());
  for (std::uint32_t worker = 0; worker < used.size(); ++worker) {
    if (!used[worker]) continue;
    place[worker] = static_cast<std::uint32_t>(workers_.size());
    workers_.push_back(worker);
    weights_.push_back(fleet.workers[worker].weight);
  }
  for (std::uint32_t& member : members_) member = place[member];
  hand_weights_.assign(hands(), 0);
  for (std::uint32_t hand = 0; hand < hands(); ++hand) {
    for (const std::uint32_t member : members(hand)) hand_weights_[hand] += weights_[member];
  }
}

void HandTable::index_holders() {
  holder_begins_.assign(workers_.size() + 1, 0);
  for (const std::uint32_t member : members_) ++holder_begins_[member + 1];
  for (std::size_t i = 1; i < holder_begins_.size(); ++i)
    holder_begins_[i] += holder_begins_[i - 1];
  holders_.resize(members_.size());
  std::vector<std::size_t> next = holder_begins_;
  for (std::uint32_t hand = 0; hand < hands(); ++hand) {
    for (const std::uint32_t member : members(hand)) holders_[next[member]++] = hand;
  }
}

}  // namespace croupier::fleet
