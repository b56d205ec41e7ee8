#include "testing/count_allocations.h"

#include <gtest/gtest.h>

#include <new>

namespace croupier::testing {
namespace {

TEST(CountAllocations, CountsWhatOthersDo) {
  const std::size_t before = allocations();
  ::operator delete(::operator new(1));  // no new-expression: those may be optimised away
  EXPECT_EQ(allocations() - before, 1U);
}

}  // namespace
}  // namespace croupier::testing
