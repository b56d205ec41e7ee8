// Decks of the copied policies deal what the copies deal, and refuse sizes, never tenants.
#include "core/copies/copy_dealers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/copies/test_rings.h"
#include "core/placement/test_decks.h"
#include "croupier/infima.h"
#include "croupier/thanos.h"

namespace croupier::copies {
namespace {

using placement::plain_deck;
using placement::test_key;
using placement::TestDeck;
using ::testing::HasSubstr;

std::string tenant_number(int i) {
  return "tenant-" + std::to_string(i);
}
constexpr int kTenants = 500;

DeckSpec flow_deck(std::uint32_t workers) {
  DeckSpec deck = plain_deck(Policy::kApf, workers);
  deck.options = ApfOptions{"system-nodes"};
  return deck;
}

// A worker for each of the zones and versions, `each` times over.
DeckSpec lattice_deck(int zones, int versions, int each) {
  DeckSpec deck{.policy = Policy::kInfima, .workers = {}};
  deck.options = InfimaOptions{{"zone", "version"}, 5353};
  for (int i = 0; i < each * zones * versions; ++i) {
    deck.workers.push_back(
        {"w-" + std::to_string(i),
         1,
         {"zone-" + std::to_string(i % zones), "v" + std::to_string(i / zones % versions)}});
  }
  return deck;
}

DeckSpec ring_deck(const RingSpec& ring, Lookback lookback = {}) {
  DeckSpec deck{.policy = Policy::kMimirRing, .workers = {}};
  MimirRingOptions options{ring.instances, ring.zone_aware, lookback};
  for (RingInstance& instance : options.instances) {
    deck.workers.push_back({instance.id, 1, {}});
    if (ring.zone_aware) deck.workers.back().values = {instance.zone};
    instance.id.clear();  // as in a snapshot: ids and zones are the workers'
    instance.zone.clear();
  }
  deck.options = options;
  return deck;
}

DeckSpec hashring_deck(const std::vector<std::uint32_t>& zones, ThanosOptions options) {
  DeckSpec deck = placement::zoned_deck(Spread::kNone, zones);
  deck.policy = Policy::kThanos;
  deck.options = options;
  return deck;
}

std::string refusal(TestDeck& deck, std::uint32_t size) {
  const auto dealt = deck.try_deal("acme", size);
  if (dealt) return "dealt";
  EXPECT_EQ(dealt.error().code, Code::kInvalidArgument);
  return dealt.error().message;
}

std::string refusal(const DeckSpec& spec) {
  const auto made = make_dealer(spec, test_key());
  return made ? "made" : made.error().message;
}

// ---- apf ----

TEST(FlowDealer, DealsAsTheCopyDoes) {
  TestDeck deck(flow_deck(64));
  EXPECT_EQ(deck.deal("system:node:worker-042", 6), (Positions{13, 52, 14, 1, 40, 32}));
  for (std::uint32_t size = 1; size <= deck.largest_hand(); ++size) {
    const ApfDealer copy = ApfDealer::make(64, size).value();
    Positions hand(size);
    for (int i = 0; i < kTenants; ++i) {
      copy.deal_flow("system-nodes", tenant_number(i), hand);
      ASSERT_EQ(deck.deal(tenant_number(i), size), hand);
    }
  }
}

TEST(FlowDealer, GrantsWhatSixtyBitsAllow) {
  TestDeck deck(flow_deck(64));
  EXPECT_EQ(deck.largest_hand(), 10U);
  EXPECT_THAT(refusal(deck, 11), HasSubstr("the largest hand of this deck is 10"));
  EXPECT_THAT(refusal(deck, 0), HasSubstr("the hand is below 1"));
  EXPECT_EQ(TestDeck(flow_deck(1)).deal("acme", 1), Positions{0});
  EXPECT_EQ(TestDeck(flow_deck(kMaxWorkers)).largest_hand(), 3U);
}

// ---- infima ----

TEST(LatticeDealer, DealsAsTheCopyDoes) {
  const DeckSpec spec = lattice_deck(4, 3, 5);
  TestDeck deck(spec);
  InfimaLattice lattice{{"zone", "version"}, {}};
  for (const DeckWorker& worker : spec.workers) lattice.sectors.push_back({worker.values, 1});
  const InfimaSharder copy = InfimaSharder::make(lattice, 5353).value();
  InfimaHand hand;
  InfimaScratch scratch;
  for (const std::uint32_t each : {1U, 2U, 5U}) {
    for (int i = 0; i < kTenants; ++i) {
      ASSERT_TRUE(copy.deal(tenant_number(i), each, hand, scratch));
      ASSERT_EQ(deck.deal(tenant_number(i), 3 * each), hand.endpoints);
    }
  }
}

TEST(LatticeDealer, RefusesSizesThatAreNoMultipleOfItsCells) {
  TestDeck deck(lattice_deck(4, 3, 2));
  EXPECT_EQ(refusal(deck, 4),
            "hand size 4 is no multiple of 3, the cells of a hand; nearest: 3 or 6");
  EXPECT_EQ(refusal(deck, 2), "hand size 2 is no multiple of 3, the cells of a hand; nearest: 3");
  EXPECT_EQ(refusal(deck, 0), "hand size 0 is below 1; nearest: 3");
}

TEST(LatticeDealer, RefusesWhatTheSmallestCellCannotGive) {
  DeckSpec spec = lattice_deck(4, 3, 2);
  spec.workers.erase(spec.workers.begin() + 5);  // zone-1, v1
  TestDeck deck(spec);
  EXPECT_EQ(deck.largest_hand(), 3U);
  EXPECT_EQ(refusal(deck, 6),
            "hand size 6 is above 3: a hand has 3 cells, and the cell at (\"zone-1\", \"v1\") has "
            "1 workers");
  for (int i = 0; i < kTenants; ++i) EXPECT_EQ(deck.deal(tenant_number(i), 3).size(), 3U);
}

TEST(LatticeDealer, RefusesALatticeWithAHole) {
  for (const std::size_t hole : {std::size_t{0}, std::size_t{5}, std::size_t{11}}) {
    DeckSpec spec = lattice_deck(4, 3, 1);
    const auto values = spec.workers[hole].values;
    spec.workers.erase(spec.workers.begin() + static_cast<std::ptrdiff_t>(hole));
    EXPECT_EQ(refusal(spec), "the lattice has no cell at (\"" + values[0] + "\", \"" + values[1] +
                                 "\"), which some tenant's hand would need");
  }
}

TEST(LatticeDealer, RefusesWorkersWithoutAValueForEachDimension) {
  DeckSpec spec = lattice_deck(2, 2, 1);
  spec.workers[3].values.pop_back();
  EXPECT_EQ(refusal(spec), "worker \"w-3\" has 1 values, not 2, of the lattice's dimensions");
}

// ---- mimir-ring ----

TEST(RingDealer, DealsAsTheCopyDoes) {
  for (const std::uint32_t zones : {1U, 3U}) {
    RingSpec ring = plain_ring(30, zones, 16);
    ring.instances[4].registered = at(900);
    const MimirRing copy = MimirRing::make(ring).value();
    for (const Lookback lookback : {Lookback{}, Lookback{std::chrono::seconds(500), at(1'000)}}) {
      TestDeck deck(ring_deck(ring, lookback));
      for (int i = 0; i < kTenants; ++i) {
        ASSERT_EQ(deck.deal(tenant_number(i), 7), shard_of(copy, tenant_number(i), 7, lookback));
      }
    }
  }
}

TEST(RingDealer, RoundsUpOverZonesAndLooksBack) {
  RingSpec ring = plain_ring(12, 3, 16);
  EXPECT_EQ(TestDeck(ring_deck(ring)).deal("acme", 4).size(), 6U);
  for (RingInstance& instance : ring.instances) instance.registered = at(1);
  for (std::size_t i = 0; i < 6; ++i) ring.instances[i].registered = at(900);
  TestDeck deck(ring_deck(ring, {std::chrono::seconds(500), at(1'000)}));
  std::size_t members = 0;
  for (int i = 0; i < 100; ++i) members += deck.deal(tenant_number(i), 3).size();
  EXPECT_GT(members, 300U);
}

TEST(RingDealer, RefusesSizesAtWhichAZoneRunsOut) {
  RingSpec ring = plain_ring(12, 3, 16);
  ring.instances.pop_back();  // of zone-2
  ring.instances[3].read_only = true;
  ring.instances[0].tokens.clear();
  TestDeck deck(ring_deck(ring));
  EXPECT_EQ(deck.largest_hand(), 6U);
  EXPECT_THAT(refusal(deck, 7),
              HasSubstr("takes 3 members of each of 3 zones, above 2, all that zone \"zone-0\" has "
                        "with tokens and not read-only; the largest hand is 6"));
  EXPECT_EQ(refusal(deck, 0), "hand size 0 is below 1");
  EXPECT_THAT(refusal(deck, 100), HasSubstr("the largest hand is 6"));
}

// dskit's shards are of the size exactly where check_size passes, whoever the tenant is.
TEST(RingDealer, ChecksSizesAsTheShardsComeOut) {
  RingSpec ring = plain_ring(11, 3, 8);
  for (const bool zone_aware : {true, false}) {
    for (const std::size_t spoilt : {std::size_t{0}, std::size_t{4}, std::size_t{10}}) {
      for (const bool read_only : {true, false}) {
        RingSpec other = ring;
        other.zone_aware = zone_aware;
        if (read_only) other.instances[spoilt].read_only = true;
        if (!read_only) other.instances[spoilt].tokens.clear();
        const MimirRing copy = MimirRing::make(other).value();
        const std::uint32_t zones = zone_aware ? 3 : 1;
        std::uint32_t largest = 0;
        for (std::uint32_t size = 1; size <= 20; ++size) {
          const std::size_t wanted = (size + zones - 1) / zones * zones;
          const bool full = shard_of(copy, "acme", size).size() == wanted;
          EXPECT_EQ(copy.check_size(size).has_value(), full) << size;
          if (full) largest = size;
        }
        EXPECT_EQ(copy.largest_size(), largest);
      }
    }
  }
}

TEST(RingDealer, AHandOfAllIsEverybodyWhoIsNotReadOnly) {
  RingSpec ring = plain_ring(13, 3, 16);
  ring.instances[5].read_only = true;
  ring.instances[7].tokens.clear();
  EXPECT_EQ(TestDeck(ring_deck(ring)).deal("acme", 13),
            (Positions{0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12}));
}

TEST(RingDealer, RefusesRingsItCannotDeal) {
  const RingSpec ring = plain_ring(4, 2, 4);
  DeckSpec spec = ring_deck(ring);
  spec.workers[2].values.clear();
  EXPECT_EQ(refusal(spec), "worker \"i-2\" has 0 values, not 1, of a zone");
  spec = ring_deck(ring);
  spec.workers.pop_back();
  EXPECT_EQ(refusal(spec), "4 ring instances for 3 workers");
  EXPECT_THAT(refusal(ring_deck(ring, {std::chrono::seconds(-1), at(0)})),
              HasSubstr("look-back of -1 s"));
  RingSpec read_only = ring;
  for (RingInstance& instance : read_only.instances) instance.read_only = true;
  EXPECT_EQ(refusal(ring_deck(read_only)), "all instances of the ring are read-only");
  RingSpec twice = ring;
  twice.instances[1].tokens = twice.instances[0].tokens;
  EXPECT_THAT(refusal(ring_deck(twice)), HasSubstr("i-1"));
}

// ---- mimir-queriers ----

TEST(QuerierDealer, DealsPositionsOfTheDeckNotOfTheSortedList) {
  DeckSpec spec = plain_deck(Policy::kMimirQueriers, 30);
  std::reverse(spec.workers.begin(), spec.workers.end());
  std::vector<std::string> ids;
  for (const DeckWorker& worker : spec.workers) ids.push_back(worker.id);
  const MimirQueriers copy = MimirQueriers::make(ids).value();
  TestDeck deck(spec);
  QuerierScratch scratch;
  for (const std::uint32_t size : {1U, 4U, 29U, 30U}) {
    for (int i = 0; i < kTenants; ++i) {
      placement::Ids expected;
      for (const std::uint32_t place : copy.hand(tenant_number(i), size, scratch)) {
        expected.push_back(copy.ids()[place]);
      }
      ASSERT_EQ(deck.ids(tenant_number(i), size), expected);
    }
  }
  EXPECT_EQ(refusal(deck, 31), "hand size 31 is above 30, the number of workers");
}

// ---- thanos ----

TEST(HashringDealer, DealsAsTheCopyDoes) {
  for (const bool zone_aware : {true, false}) {
    const DeckSpec spec = hashring_deck({5, 4, 6}, {zone_aware, 2});
    ThanosRingSpec ring;
    for (const DeckWorker& worker : spec.workers) {
      ring.endpoints.push_back({worker.id, worker.values[0]});
    }
    ring.zone_awareness_disabled = !zone_aware;
    ring.shard_size = 5;
    const ThanosRing copy = ThanosRing::make(ring).value();
    TestDeck deck(spec);
    Positions hand;
    ThanosScratch scratch;
    for (int i = 0; i < kTenants; ++i) {
      ASSERT_TRUE(copy.select(tenant_number(i), hand, scratch));
      ASSERT_EQ(deck.deal(tenant_number(i), 5), hand);
    }
  }
}

TEST(HashringDealer, RefusesSizesThatItsZonesOrReplicasDoNotFit) {
  TestDeck deck(hashring_deck({5, 4, 6}, {true, 4}));
  EXPECT_EQ(deck.largest_hand(), 12U);
  EXPECT_EQ(refusal(deck, 13),
            "shard size 13 takes 5 endpoints of each of 3 zones, above 4, all that zone \"zone-1\" "
            "has; the largest hand is 12");
  EXPECT_THAT(refusal(deck, 3), HasSubstr("below the replication factor 4"));
  EXPECT_EQ(refusal(deck, 0), "hand size 0 is below 1");
  EXPECT_EQ(deck.deal("acme", 10).size(), 12U);
}

TEST(HashringDealer, RefusesRingsThatThanosNeverServes) {
  EXPECT_THAT(refusal(hashring_deck({1, 9}, {true, 4})), HasSubstr("hold evenly"));
  EXPECT_THAT(refusal(hashring_deck({2, 2}, {true, 0})), HasSubstr("replication factor 0"));
  DeckSpec spec = hashring_deck({2, 2}, {});
  spec.workers[1].values.clear();
  EXPECT_EQ(refusal(spec), "worker \"zone-0-1\" has 0 values, not 1, of a zone");
}

TEST(CopyDealers, NeedTheirOptions) {
  for (const Policy policy : {Policy::kApf, Policy::kInfima, Policy::kMimirRing, Policy::kThanos}) {
    EXPECT_EQ(refusal(plain_deck(policy, 3)),
              "policy '" + std::string(policy_name(policy)) + "' is without its options");
  }
}

TEST(CopyDealers, TakeNoKey) {
  for (const DeckSpec& spec : {flow_deck(30), lattice_deck(3, 3, 2), ring_deck(plain_ring(9, 3, 8)),
                               plain_deck(Policy::kMimirQueriers, 30), hashring_deck({4, 4}, {})}) {
    EXPECT_EQ(TestDeck(spec, Key("a")).deal("acme", 3), TestDeck(spec, Key("b")).deal("acme", 3));
  }
}

}  // namespace
}  // namespace croupier::copies
