#include "core/placement/rendezvous.h"

#include <sodium.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/placement/hand_size.h"
#include "core/placement/log2_cost.h"
#include "core/placement/rendezvous_order.h"
#include "croupier/hash.h"

namespace croupier::placement {

SipKey tenant_key(const SipKey& key, std::string_view tenant) {
  SipKey derived;
  static_assert(derived.size() == crypto_shorthash_siphashx24_BYTES);
  crypto_shorthash_siphashx24(derived.data(), reinterpret_cast<const unsigned char*>(tenant.data()),
                              tenant.size(), key.data());
  return derived;
}

RendezvousDealer::RendezvousDealer(const DeckSpec& spec, const Key& key)
    : key_(key.derive(kRendezvousPurpose)), spread_(spec.spread) {
  add_workers(spec);
  group_workers(spec);
  if (!lattice_) {
    count_rounds();
  } else if (spread_ == Spread::kBalanced) {
    largest_hand_ = lattice_->largest_balanced();
  } else {
    largest_hand_ = static_cast<std::uint32_t>(deck_positions_.size());
  }
}

void RendezvousDealer::add_workers(const DeckSpec& spec) {
  const auto& workers = spec.workers;
  deck_positions_.resize(workers.size());
  std::iota(deck_positions_.begin(), deck_positions_.end(), 0U);
  std::sort(deck_positions_.begin(), deck_positions_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const DeckWorker& left = workers[a];
    const DeckWorker& right = workers[b];
    if (spread_ != Spread::kNone && left.values != right.values) return left.values < right.values;
    return left.id < right.id;
  });
  for (const std::uint32_t position : deck_positions_) {
    const DeckWorker& worker = workers[position];
    messages_.append("w").append(worker.id);
    message_ends_.push_back(static_cast<std::uint32_t>(messages_.size()));
    weights_.push_back(worker.weight);
    equal_weights_ = equal_weights_ && worker.weight == weights_.front();
  }
}

void RendezvousDealer::group_workers(const DeckSpec& spec) {
  const auto size = static_cast<std::uint32_t>(deck_positions_.size());
  const std::vector<std::string> none(1);
  std::vector<std::vector<std::string>> cells;
  for (std::uint32_t i = 0; i < size; ++i) {
    const auto& values = spread_ != Spread::kNone ? spec.workers[deck_positions_[i]].values : none;
    if (cells.empty() || cells.back() != values) {
      cells.push_back(values);
      groups_.push_back({"s" + values[0], i, i});
    }
    groups_.back().end = i + 1;
  }
  if (cells.front().size() == 1) return;
  std::vector<std::uint32_t> sizes;
  for (const Group& group : groups_) sizes.push_back(group.size());
  lattice_.emplace(cells, std::move(sizes));
}

void RendezvousDealer::count_rounds() {
  std::vector<std::uint32_t> sizes;
  for (const Group& group : groups_) sizes.push_back(group.size());
  std::sort(sizes.begin(), sizes.end());
  std::uint32_t dealt = 0;
  for (auto left = sizes.begin(); left != sizes.end();) {  // those with a worker for this round
    dealt += static_cast<std::uint32_t>(sizes.end() - left);
    dealt_after_round_.push_back(dealt);
    const auto round = static_cast<std::uint32_t>(dealt_after_round_.size());
    left = std::find_if(left, sizes.end(), [&](std::uint32_t size) { return size > round; });
  }
  // Balanced hands end with the round after the one that empties the smallest value.
  const std::size_t last_round =
      spread_ == Spread::kBalanced
          ? std::min<std::size_t>(sizes.front(), dealt_after_round_.size() - 1)
          : dealt_after_round_.size() - 1;
  largest_hand_ = dealt_after_round_[last_round];
}

Result<void> RendezvousDealer::check_size(std::uint32_t size) const {
  if (largest_hand_ == deck_positions_.size()) {
    return check_hand_size(size, largest_hand_, "the number of workers");
  }
  std::string limit = "the largest balanced hand";
  if (lattice_ && size > largest_hand_) limit += ": " + lattice_->limit();
  return check_hand_size(size, largest_hand_, limit);
}

Result<void> RendezvousDealer::deal(const Subject& subject, std::uint32_t size,
                                    std::vector<std::uint32_t>& hand, DealScratch& scratch) const {
  if (auto checked = check_size(size); !checked) return checked;
  hand.resize(size);
  const SipKey key = tenant_key(key_, subject.id);
  score(key, scratch);
  if (lattice_) {
    lattice_->deal(key, spread_, size, scratch);
    take_cells(hand, scratch);
    return {};
  }
  order_groups(key, scratch);
  const auto round = std::lower_bound(dealt_after_round_.begin(), dealt_after_round_.end(), size);
  const auto rounds = static_cast<std::uint32_t>(round - dealt_after_round_.begin()) + 1;
  for (const Group& group : groups_) order_group(group, rounds, scratch);
  take_rounds(hand, scratch);
  return {};
}

// Fills the candidates.
void RendezvousDealer::score(const SipKey& tenant_key, DealScratch& scratch) const {
  scratch.candidates.resize(weights_.size());
  std::uint32_t begin = 0;
  for (std::uint32_t worker = 0; worker < weights_.size(); ++worker) {
    const std::uint32_t end = message_ends_[worker];
    const std::uint64_t hash =
        siphash(tenant_key, std::string_view(messages_).substr(begin, end - begin));
    scratch.candidates[worker] = {hash, equal_weights_ ? 0 : log2_cost(hash), worker};
    begin = end;
  }
}

// Fills the positions with the groups in their order.
void RendezvousDealer::order_groups(const SipKey& tenant_key, DealScratch& scratch) const {
  scratch.positions.resize(groups_.size());
  std::iota(scratch.positions.begin(), scratch.positions.end(), 0U);
  if (groups_.size() == 1) return;
  scratch.numbers.clear();
  for (const Group& group : groups_) {
    scratch.numbers.push_back(siphash(tenant_key, group.message));
  }
  const auto& hashes = scratch.numbers;
  std::sort(scratch.positions.begin(), scratch.positions.end(),
            [&](std::uint32_t a, std::uint32_t b) {
              return hashes[a] != hashes[b] ? hashes[a] > hashes[b] : a < b;
            });
}

void RendezvousDealer::order_group(const Group& group, std::uint32_t rounds,
                                   DealScratch& scratch) const {
  const auto candidates = std::span(scratch.candidates).subspan(group.begin, group.size());
  const std::uint32_t count = std::min(rounds, group.size());
  if (equal_weights_) {
    order_first(candidates, count, HashOrder{});
  } else {
    order_first(candidates, count, CostOrder{weights_});
  }
}

// Round r takes the r-th worker of each group, in the groups' order. Groups that have none left
// drop out of positions, so that the cost is that of the members taken.
void RendezvousDealer::take_rounds(std::span<std::uint32_t> hand, DealScratch& scratch) const {
  auto& order = scratch.positions;
  std::size_t taken = 0;
  for (std::uint32_t round = 0; taken < hand.size(); ++round) {
    std::erase_if(order, [&](std::uint32_t group) { return groups_[group].size() <= round; });
    for (const std::uint32_t group : order) {
      if (taken == hand.size()) break;
      const Candidate& candidate = scratch.candidates[groups_[group].begin + round];
      hand[taken++] = deck_positions_[candidate.worker];
    }
  }
}

// The members' cells are known; each cell gives its first workers.
void RendezvousDealer::take_cells(std::span<std::uint32_t> hand, DealScratch& scratch) const {
  auto& taken = scratch.taken;
  taken.assign(groups_.size(), 0);
  for (const std::uint32_t cell : scratch.cells) ++taken[cell];
  for (std::size_t cell = 0; cell < groups_.size(); ++cell) {
    if (taken[cell] > 0) order_group(groups_[cell], taken[cell], scratch);
  }
  taken.assign(groups_.size(), 0);
  for (std::size_t member = 0; member < hand.size(); ++member) {
    const std::uint32_t cell = scratch.cells[member];
    const Candidate& candidate = scratch.candidates[groups_[cell].begin + taken[cell]++];
    hand[member] = deck_positions_[candidate.worker];
  }
}

}  // namespace croupier::placement
