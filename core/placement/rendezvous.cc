#include "core/placement/rendezvous.h"

#include <sodium.h>

#include <algorithm>
#include <numeric>
#include <tuple>

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
    : key_(key.derive(kRendezvousPurpose)) {
  add_workers(spec);
  group_workers(spec);
  count_rounds(spec.spread);
}

void RendezvousDealer::add_workers(const DeckSpec& spec) {
  const auto& workers = spec.workers;
  const bool spread = spec.spread != Spread::kNone;
  const auto sort_key = [&](std::uint32_t position) {
    const DeckWorker& worker = workers[position];
    return std::tuple(spread ? std::string_view(worker.values[0]) : std::string_view(),
                      std::string_view(worker.id));
  };
  deck_positions_.resize(workers.size());
  std::iota(deck_positions_.begin(), deck_positions_.end(), 0U);
  std::sort(deck_positions_.begin(), deck_positions_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return sort_key(a) < sort_key(b); });
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
  for (std::uint32_t i = 0; i < size; ++i) {
    std::string message = "s";
    if (spec.spread != Spread::kNone) message += spec.workers[deck_positions_[i]].values[0];
    if (groups_.empty() || groups_.back().message != message) {
      groups_.push_back({std::move(message), i, i});
    }
    groups_.back().end = i + 1;
  }
}

void RendezvousDealer::count_rounds(Spread spread) {
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
      spread == Spread::kBalanced
          ? std::min<std::size_t>(sizes.front(), dealt_after_round_.size() - 1)
          : dealt_after_round_.size() - 1;
  largest_hand_ = dealt_after_round_[last_round];
}

Result<void> RendezvousDealer::check_size(std::uint32_t size) const {
  const bool all = largest_hand_ == deck_positions_.size();
  return check_hand_size(size, largest_hand_,
                         all ? "the number of workers" : "the largest balanced hand");
}

Result<void> RendezvousDealer::deal(const Subject& subject, std::uint32_t size,
                                    std::vector<std::uint32_t>& hand, DealScratch& scratch) const {
  if (auto checked = check_size(size); !checked) return checked;
  hand.resize(size);
  score(subject.id, scratch);
  const auto round = std::lower_bound(dealt_after_round_.begin(), dealt_after_round_.end(), size);
  const auto rounds = static_cast<std::uint32_t>(round - dealt_after_round_.begin()) + 1;
  for (const Group& group : groups_) order_group(group, rounds, scratch);
  take_rounds(hand, scratch);
  return {};
}

// Fills the candidates, and the order of groups in positions.
void RendezvousDealer::score(std::string_view tenant, DealScratch& scratch) const {
  const SipKey key = tenant_key(key_, tenant);
  scratch.candidates.resize(weights_.size());
  std::uint32_t begin = 0;
  for (std::uint32_t worker = 0; worker < weights_.size(); ++worker) {
    const std::uint32_t end = message_ends_[worker];
    const std::uint64_t hash = siphash(key, std::string_view(messages_).substr(begin, end - begin));
    scratch.candidates[worker] = {hash, equal_weights_ ? 0 : log2_cost(hash), worker};
    begin = end;
  }
  scratch.positions.resize(groups_.size());
  std::iota(scratch.positions.begin(), scratch.positions.end(), 0U);
  if (groups_.size() == 1) return;
  scratch.numbers.clear();
  for (const Group& group : groups_) scratch.numbers.push_back(siphash(key, group.message));
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

}  // namespace croupier::placement
