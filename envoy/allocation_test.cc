// The choice neither allocates nor makes many callbacks. A program of its own, for it replaces
// operator new.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "envoy/fake_host/calls.h"
#include "envoy/fake_host/stack.h"

namespace {

std::atomic<std::size_t> allocations{0};

}  // namespace

// None is inlined, or GCC takes half of a pair for a mismatch of the other half.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

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
  const std::size_t allocated = allocations;
  const std::uint64_t called = fake::callbacks_of_this_thread();
  const AbiClusterHost host = stack.cluster.lb(0).choose(&stream);
  const Cost cost{allocations - allocated, fake::callbacks_of_this_thread() - called};
  EXPECT_NE(host, nullptr);
  return cost;
}

TEST(Allocation, CountsWhatOthersDo) {
  const std::size_t before = allocations;
  ::operator delete(::operator new(1));  // no new-expression: those may be optimised away
  EXPECT_EQ(allocations - before, 1U);
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
  const std::size_t allocated = allocations;
  EXPECT_EQ(stack.cluster.lb(0).choose(&stream), nullptr);
  EXPECT_EQ(allocations - allocated, 0u);
}

}  // namespace
}  // namespace croupier::envoy
