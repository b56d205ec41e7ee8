// The walk that all of dskit's shuffle shards are made of.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/copies/go_rand.h"
#include "croupier/token_ring.h"

namespace croupier::copies {

// Draws `draws` times: a random key, then from the first token above it round the circle to the
// first member that the hand lacks and may hold; takes it, and goes on to the next one while what
// it took `extends` the hand. Stops early once the hand has `eligible` more members than before:
// precisely those that own tokens of `ring` and that `may_hold` accepts, so none is left to find.
// Cost: draws * log(tokens), and about eligible * ln(eligible) steps if all are dealt.
template <typename MayHold, typename Extends>
void deal_tokens(const TokenRing& ring, std::int64_t seed, std::size_t draws, std::size_t eligible,
                 const MayHold& may_hold, const Extends& extends, RingScratch& scratch) {
  if (eligible == 0) return;
  GoRand random(seed);
  const std::size_t full = scratch.hand().size() + eligible;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::size_t index = ring.above(random.uint32());
    for (;; index = ring.next(index)) {
      const std::uint32_t member = ring.owner(index);
      if (scratch.holds(member) || !may_hold(member)) continue;
      scratch.take(member);
      if (scratch.hand().size() == full) return;
      if (!extends(member)) break;
    }
  }
}

}  // namespace croupier::copies
