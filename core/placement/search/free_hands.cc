#include "core/placement/search/free_hands.h"

#include <algorithm>

namespace croupier::placement {

void FreeHands::prefetch(std::span<const std::uint32_t> members) const {
  ranks_.each(members, [&](std::uint64_t rank) {
    taken_.prefetch(rank);
    return true;
  });
}

bool FreeHands::is_taken(std::span<const std::uint32_t> hand) const {
  return ranks_.each(hand, [&](std::uint64_t rank) { return taken_.contains(rank); });
}

void FreeHands::take(std::span<const std::uint32_t> hand) {
  ranks_.each(hand, [&](std::uint64_t rank) {
    taken_.insert(rank);
    return true;
  });
}

void FreeHands::release(std::span<const std::uint32_t> hand) {
  ranks_.each(hand, [&](std::uint64_t rank) {
    taken_.erase(rank);
    return true;
  });
}

struct FreeHands::Count {
  const Members& hand;
  std::uint64_t most;
  std::uint64_t blocked = 0;

  bool done() const { return blocked >= most; }
};

std::uint64_t FreeHands::count_blocked_by(const Members& hand, std::uint64_t most) const {
  Count count{hand, most};
  Members kept = hand;
  shrink(count, kept, 0);
  return count.blocked;
}

// Each hand that shares members is met once: by the members that it keeps of the given one.
void FreeHands::shrink(Count& count, Members& kept, std::size_t from) const {
  if (kept.size() == t_) return;
  for (std::size_t place = from; place < kept.size() && !count.done(); ++place) {
    const std::uint32_t worker = kept[place];
    take_out(kept, place);
    Members grown = kept;
    grow(count, grown, 0);
    shrink(count, kept, place);
    put(kept, worker);
  }
}

void FreeHands::grow(Count& count, Members& members, std::uint32_t least) const {
  if (members.size() == hand_) {
    ++count.blocked;
    return;
  }
  for (std::uint32_t worker = least; worker < workers_ && !count.done(); ++worker) {
    if (std::binary_search(count.hand.begin(), count.hand.end(), worker)) continue;
    const std::size_t place = *put(members, worker);
    if (is_free_with(members, place)) grow(count, members, worker + 1);
    take_out(members, place);
  }
}

}  // namespace croupier::placement
