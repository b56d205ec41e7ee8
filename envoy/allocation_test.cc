// The choice neither allocates nor makes many callbacks. A program of its own, for it counts
// what the program allocates.
#include <gtest/gtest.h>

#include "envoy/fake_host/calls.h"
#include "envoy/fake_host/stack.h"
#include "testing/count_allocations.h"

namespace croupier::envoy {
namespace {

constexpr std::size_t kHand = 4;
// The token, then pointer and health of each member.
constexpr std::uint64_t kCallbacksOfAChoice = 1 + 2 * kHand;

struct Cost {
  std::size_t allocations;
  std::uint64_t callbacks;
};

Cost cost_of_choice(fake::Stack& stack, fake::FakeStream& stream) {
  const std::size_t allocated = testing::allocations();
  const std::uint64_t called = fake::callbacks_of_this_thread();
  const AbiClusterHost host = stack.cluster.lb(0).choose(&stream);
  const Cost cost{testing::allocations() - allocated, fake::callbacks_of_this_thread() - called};
  EXPECT_NE(host, nullptr);
  return cost;
}

TEST(Allocation, NoneOnTheChoicePathAndNineCallbacks) {
  fake::Stack stack(fake::fleet_of(1, {0, 1, 2, 3, 4, 5, 6, 7}, kHand));
  {
    fake::FakeStream warm(stack.filter);
    warm.request(fake::get_as("acme"));
    cost_of_choice(stack, warm);
  }
  fake::FakeStream stream(stack.filter);
  stream.request(fake::get_as("globex"));
  for (std::size_t attempt = 1; attempt <= kHand; ++attempt) {
    const Cost cost = cost_of_choice(stack, stream);
    EXPECT_EQ(cost.allocations, 0u) << "attempt " << attempt;
    EXPECT_EQ(cost.callbacks, kCallbacksOfAChoice) << "attempt " << attempt;
  }
}

TEST(Allocation, NoneWhenTheHandIsUsedUp) {
  fake::Stack stack(fake::fleet_of(1, {0, 1, 2, 3}, kHand));
  fake::FakeStream stream(stack.filter);
  stream.request(fake::get_as("acme"));
  for (std::size_t attempt = 0; attempt < kHand; ++attempt) cost_of_choice(stack, stream);
  const std::size_t allocated = testing::allocations();
  EXPECT_EQ(stack.cluster.lb(0).choose(&stream), nullptr);
  EXPECT_EQ(testing::allocations() - allocated, 0u);
}

}  // namespace
}  // namespace croupier::envoy
