// Placements out of sets of bits, for tests.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <vector>

#include "core/analysis/brute_force.h"
#include "croupier/placement.h"

namespace croupier {

// Bits of every hand are workers `stride` apart, so that large worker numbers are tried as well.
inline Placement place(const brute_force::Hands& hands, std::uint32_t workers,
                       std::uint32_t stride = 1) {
  PlacementBuilder builder;
  for (const brute_force::Hand hand : hands) {
    std::vector<std::uint32_t> members;
    for (std::uint32_t bit = 64; bit-- > 0;) {  // descending: the builder sorts
      if ((hand >> bit & 1) != 0) members.push_back(bit * stride);
    }
    EXPECT_TRUE(builder.add(members));
  }
  return builder.build(workers * stride).value();
}

// A hand of `size` of the first `workers` bits.
inline brute_force::Hand any_hand(std::uint32_t workers, std::uint32_t size) {
  brute_force::Hand hand = 0;
  while (brute_force::size_of(hand) < size) {
    hand |= brute_force::Hand{1} << *rc::gen::inRange(0U, workers);
  }
  return hand;
}

struct AnyHands {
  std::uint32_t workers = 0;
  brute_force::Hands hands;
};

// Up to 150 tenants of up to 64 workers; hands of one size or of several, often twins.
inline AnyHands any_hands() {
  AnyHands any;
  any.workers = *rc::gen::inRange(1U, *rc::gen::element(4U, 9U, 20U, 65U));
  const std::uint32_t largest = *rc::gen::inRange(1U, any.workers + 1);
  const bool sizes_differ = *rc::gen::arbitrary<bool>();
  const std::size_t tenants = *rc::gen::inRange(0U, 151U);
  for (std::size_t i = 0; i < tenants; ++i) {
    const bool twin = i > 0 && *rc::gen::inRange(0, 8) == 0;
    const std::uint32_t size = sizes_differ ? *rc::gen::inRange(1U, largest + 1) : largest;
    any.hands.push_back(twin ? any.hands[*rc::gen::inRange(std::size_t{0}, i)]
                             : any_hand(any.workers, size));
  }
  return any;
}

}  // namespace croupier
