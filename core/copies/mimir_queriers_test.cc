#include "croupier/mimir_queriers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <numeric>
#include <set>

namespace croupier::copies {
namespace {

using Positions = std::vector<std::uint32_t>;

std::vector<std::string> numbered(std::size_t count) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back("querier-" + std::to_string(i));
  return ids;
}

Positions hand_of(const MimirQueriers& queriers, std::string_view tenant, std::uint32_t max) {
  QuerierScratch scratch;
  const auto hand = queriers.hand(tenant, max, scratch);
  return {hand.begin(), hand.end()};
}

TEST(MimirQueriers, SortsIdsAsBytes) {
  const auto queriers = MimirQueriers::make({"q-2", "q-10", "q-é", "Q-1"}).value();
  EXPECT_EQ(queriers.ids(), (std::vector<std::string>{"Q-1", "q-10", "q-2", "q-é"}));
}

struct BadList {
  std::vector<std::string> ids;
  std::string message;
};

TEST(MimirQueriers, RefusesBadLists) {
  const BadList rows[] = {
      {{}, "there are no queriers"},
      {numbered(65'537), "65537 queriers are above the limit of 65536"},
      {{"b", "a", "b"}, "querier \"b\" stands twice in the list"},
      {{"a", ""}, "querier at position 1: id is empty; an id has 1 to 255 bytes (offset 0)"},
      {{"\xFF"}, "querier at position 0: id is not valid UTF-8 at byte offset 0"},
  };
  for (const BadList& row : rows) {
    const auto queriers = MimirQueriers::make(row.ids);
    ASSERT_FALSE(queriers) << row.message;
    EXPECT_EQ(queriers.error().code, Code::kInvalidArgument);
    EXPECT_EQ(queriers.error().message, row.message);
  }
}

TEST(MimirQueriers, GivesAllWithoutALimitThatBites) {
  const auto queriers = MimirQueriers::make(numbered(5)).value();
  for (const std::uint32_t max : {0U, 5U, 6U, std::numeric_limits<std::uint32_t>::max()}) {
    EXPECT_FALSE(queriers.shards(max));
    EXPECT_EQ(hand_of(queriers, "acme", max), (Positions{0, 1, 2, 3, 4}));
  }
  EXPECT_TRUE(queriers.shards(4));
  EXPECT_EQ(hand_of(queriers, "acme", 4).size(), 4U);
}

RC_GTEST_PROP(MimirQueriers, DealsDistinctMembersAndNestsThem, ()) {
  const auto count = *rc::gen::inRange<std::uint32_t>(3, 200);
  const auto queriers = MimirQueriers::make(numbered(count)).value();
  const auto tenant = *rc::gen::arbitrary<std::string>();
  const auto max = *rc::gen::inRange<std::uint32_t>(1, count - 1);
  const Positions hand = hand_of(queriers, tenant, max);
  RC_ASSERT(hand.size() == max);
  RC_ASSERT(std::set<std::uint32_t>(hand.begin(), hand.end()).size() == hand.size());
  RC_ASSERT(*std::max_element(hand.begin(), hand.end()) < count);
  const Positions next = hand_of(queriers, tenant, max + 1);
  RC_ASSERT(std::equal(hand.begin(), hand.end(), next.begin()));
}

}  // namespace
}  // namespace croupier::copies
