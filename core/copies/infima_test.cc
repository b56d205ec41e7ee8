// What tests/vectors/infima_simple.json does not reach: laws and bad input.
#include "croupier/infima.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace croupier::copies {
namespace {

using ::testing::HasSubstr;

// Zones "zone-0", ... by versions "v0", ...; every cell has `endpoints`.
InfimaLattice grid(std::uint32_t zones, std::uint32_t versions, std::uint32_t endpoints) {
  InfimaLattice lattice{{"zone", "version"}, {}};
  for (std::uint32_t zone = 0; zone < zones; ++zone) {
    for (std::uint32_t version = 0; version < versions; ++version) {
      lattice.sectors.push_back(
          {{"zone-" + std::to_string(zone), "v" + std::to_string(version)}, endpoints});
    }
  }
  return lattice;
}

TEST(Infima, HandsShareNoZoneAndNoVersion) {
  constexpr std::uint32_t kVersions = 3;
  constexpr std::uint32_t kEndpoints = 5;
  const auto sharder = InfimaSharder::make(grid(4, kVersions, kEndpoints), 1).value();
  EXPECT_EQ(sharder.cells_per_hand(), 3U);
  InfimaHand hand;
  InfimaScratch scratch;
  for (int tenant = 0; tenant < 500; ++tenant) {
    ASSERT_TRUE(sharder.deal("tenant-" + std::to_string(tenant), 2, hand, scratch));
    ASSERT_EQ(hand.endpoints.size(), 6U);
    std::set<std::uint32_t> zones;
    std::set<std::uint32_t> versions;
    for (const std::uint32_t endpoint : hand.endpoints) {
      zones.insert(endpoint / kEndpoints / kVersions);
      versions.insert(endpoint / kEndpoints % kVersions);
    }
    EXPECT_EQ(zones.size(), 3U);
    EXPECT_EQ(versions.size(), 3U);
    EXPECT_EQ(std::set(hand.endpoints.begin(), hand.endpoints.end()).size(), 6U);
    EXPECT_EQ(std::set(hand.visits.begin(), hand.visits.end()), (std::set<std::uint32_t>{0, 1, 2}));
  }
}

// As a cell is shuffled whole, more endpoints a cell only lengthen what is dealt from the first.
TEST(Infima, SmallerHandsArePrefixesInEachCell) {
  const auto sharder = InfimaSharder::make(grid(3, 3, 6), 5353).value();
  InfimaHand small;
  InfimaHand large;
  InfimaScratch scratch;
  for (int tenant = 0; tenant < 100; ++tenant) {
    const std::string id = "tenant-" + std::to_string(tenant);
    ASSERT_TRUE(sharder.deal(id, 2, small, scratch));
    ASSERT_TRUE(sharder.deal(id, 6, large, scratch));
    EXPECT_EQ(small.visits, large.visits);
    for (std::size_t cell = 0; cell < 3; ++cell) {
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(small.endpoints[cell * 2 + i], large.endpoints[cell * 6 + i]);
      }
    }
  }
}

// No separator stands between the seed and the identifier.
TEST(Infima, SeedAndIdentifierRunTogether) {
  InfimaHand a;
  InfimaHand b;
  InfimaScratch scratch;
  ASSERT_TRUE(InfimaSharder::make(grid(3, 3, 6), 1).value().deal("23", 2, a, scratch));
  ASSERT_TRUE(InfimaSharder::make(grid(3, 3, 6), 12).value().deal("3", 2, b, scratch));
  EXPECT_EQ(a.endpoints, b.endpoints);
}

// A pair of surrogates sorts before U+FF01 as UTF-16, behind it as UTF-8.
TEST(Infima, CoordinatesSortAsUtf16) {
  const InfimaLattice lattice{{"cell"}, {{{"\xEF\xBC\x81"}, 1}, {{"\xF0\x9F\x82\xA1"}, 1}}};
  InfimaHand hand;
  InfimaScratch scratch;
  ASSERT_TRUE(InfimaSharder::make(lattice, 1).value().deal("acme", 1, hand, scratch));
  EXPECT_EQ(hand.endpoints, (std::vector<std::uint32_t>{1, 0}));
}

TEST(Infima, RefusesBadLattices) {
  struct Row {
    std::function<void(InfimaLattice&)> spoil;
    const char* part;
  };
  const Row rows[] = {
      {[](auto& l) { l.dimensions.clear(); }, "0 dimensions; 1 to 16 are possible"},
      {[](auto& l) { l.dimensions.resize(17); }, "17 dimensions; 1 to 16 are possible"},
      {[](auto& l) { l.sectors.clear(); }, "0 sectors; 1 to 65536 are possible"},
      {[](auto& l) { l.sectors.resize(65'537, l.sectors[0]); }, "65537 sectors"},
      {[](auto& l) { l.dimensions[1] = "zone"; }, "dimension \"zone\" is named twice"},
      {[](auto& l) { l.sectors[2].coordinate.pop_back(); },
       "sector 2: its coordinate has 1 values, the lattice has 2 dimensions"},
      {[](auto& l) { l.sectors[3].endpoints = 65'536; }, "endpoints; 1 to 65536 are possible"},
      {[](auto& l) { l.sectors.resize(1), l.sectors[0].endpoints = 0; }, "0 endpoints"},
      {[](auto& l) { l.sectors[1].coordinate[0] = "a\x80"; },
       "dimension \"zone\": value of sector 1: no UTF-8 at byte 1"},
      {[](auto& l) {
         for (const char* value :
              {"AaAaAa", "AaAaBB", "AaBBAa", "AaBBBB", "BBAaAa", "BBAaBB", "BBBBAa", "BBBBBB"}) {
           l.sectors.push_back({{"z", value}, 1});
         }
       },
       "dimension \"version\": 8 of 11 values share one bucket"},
  };
  for (const Row& row : rows) {
    InfimaLattice lattice = grid(3, 3, 4);
    row.spoil(lattice);
    const auto sharder = InfimaSharder::make(lattice, 1);
    ASSERT_FALSE(sharder) << row.part;
    EXPECT_EQ(sharder.error().code, Code::kInvalidArgument);
    EXPECT_THAT(sharder.error().message, HasSubstr(row.part));
  }
}

TEST(Infima, RefusesImpossibleHands) {
  InfimaLattice lattice = grid(2, 2, 3);
  InfimaHand hand;
  InfimaScratch scratch;
  const auto sharder = InfimaSharder::make(lattice, 1).value();
  const auto none = sharder.deal("acme", 0, hand, scratch);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, Code::kInvalidArgument);
  const auto many = sharder.deal("acme", 4, hand, scratch);
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().code, Code::kFailedPrecondition);
  EXPECT_THAT(many.error().message, HasSubstr("4 endpoints per cell are above 3, all that the"));

  lattice.sectors.pop_back();  // (zone-1, v1): half of the tenants would need it
  const auto sparse = InfimaSharder::make(lattice, 1).value();
  int refused = 0;
  for (int tenant = 0; tenant < 100; ++tenant) {
    const auto dealt = sparse.deal("tenant-" + std::to_string(tenant), 1, hand, scratch);
    if (dealt) continue;
    ++refused;
    EXPECT_EQ(dealt.error().code, Code::kNotFound);
    EXPECT_EQ(dealt.error().message, "the lattice has no cell at (\"zone-1\", \"v1\")");
  }
  EXPECT_GT(refused, 20);
  EXPECT_LT(refused, 80);
}

}  // namespace
}  // namespace croupier::copies
