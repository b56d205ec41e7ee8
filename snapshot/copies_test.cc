// Snapshots carry the policies that copy what others deal: read again, they deal the same hands.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "files/temp_folder.h"
#include "snapshot/folder.h"
#include "snapshot/snapshot.h"

namespace croupier::snapshot {
namespace {

using std::chrono::seconds;
using std::chrono::sys_seconds;

// Twelve workers of three zones and two versions, and one deck of the policy over all of them.
Contents contents_of(Policy policy, std::uint32_t hand_size, PolicyOptions options,
                     std::size_t values) {
  Contents contents;
  contents.version = 1;
  contents.config_digest = "config";
  DeckEntry deck;
  deck.name = "api";
  deck.policy = policy;
  deck.hand_size = hand_size;
  deck.options = std::move(options);
  deck.guest = "guest";
  for (std::uint32_t i = 0; i < 12; ++i) {
    contents.workers.push_back(
        {"w" + std::to_string(i), "127.0.0.1:" + std::to_string(9000 + i), 1, false});
    std::vector<std::string> all = {"zone-" + std::to_string(i % 3), "v" + std::to_string(i / 6)};
    all.resize(values);
    if (values > 0) deck.values.push_back(all);
    deck.dealt.push_back(11 - i);  // the deck's order is not the fleet's
    deck.members.push_back(11 - i);
  }
  contents.decks = {deck};
  return contents;
}

MimirRingOptions ring_options() {
  MimirRingOptions options;
  options.zone_aware = true;
  options.lookback = {seconds(43'200), sys_seconds(seconds(1'796'050'646))};
  for (std::uint32_t i = 0; i < 12; ++i) {
    copies::RingInstance instance;
    for (std::uint32_t token = 0; token < 16; ++token) {
      instance.tokens.push_back(2'654'435'761U * (token * 16 + i + 1));
    }
    instance.registered = sys_seconds(seconds(1'796'050'646 - 7'200 * i));
    instance.read_only = i == 4;
    instance.read_only_updated = sys_seconds(seconds(i == 4 ? 1'796'000'000 : 0));
    options.instances.push_back(instance);
  }
  return options;
}

struct Case {
  const char* name;
  Contents contents;
};

class CopiedPolicy : public ::testing::TestWithParam<Case> {};

TEST_P(CopiedPolicy, IsDealtFromAFolderAsByItsDealer) {
  const Contents& contents = GetParam().contents;
  const DeckEntry& deck = contents.decks[0];
  files::TempFolder folder;
  const auto written = write_snapshot(contents, folder.path());
  ASSERT_TRUE(written) << written.error().message;
  const auto snapshot = read_snapshot(folder.path(), {});
  ASSERT_TRUE(snapshot) << snapshot.error().message;

  DeckSpec spec{.policy = deck.policy, .workers = {}, .options = deck.options};
  for (std::size_t i = 0; i < deck.dealt.size(); ++i) {
    spec.workers.push_back({contents.workers[deck.dealt[i]].id, 1,
                            deck.values.empty() ? std::vector<std::string>() : deck.values[i]});
  }
  const auto dealer = make_dealer(spec, Key(std::string_view())).value();
  const std::uint32_t size = deck.hand_size == kAllWorkers ? 12 : deck.hand_size;
  DealScratch scratch;
  std::vector<std::uint32_t> positions;
  Hand hand;
  for (int i = 0; i < 200; ++i) {
    const std::string tenant = "tenant-" + std::to_string(i);
    ASSERT_TRUE(dealer->deal({tenant}, size, positions, scratch));
    for (std::uint32_t& position : positions) position = deck.dealt[position];
    ASSERT_EQ((*snapshot)->deal(0, {.tenant = tenant}, hand), Admission::kTenant);
    ASSERT_EQ(hand.workers, positions);
    ASSERT_FALSE(positions.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, CopiedPolicy,
    ::testing::Values(
        Case{"Apf", contents_of(Policy::kApf, 4, ApfOptions{"system-nodes"}, 0)},
        Case{"Infima",
             contents_of(Policy::kInfima, 4, InfimaOptions{{"zone", "version"}, INT64_MIN}, 2)},
        Case{"MimirRing", contents_of(Policy::kMimirRing, 3, ring_options(), 1)},
        Case{"MimirRingOfAll", contents_of(Policy::kMimirRing, kAllWorkers, ring_options(), 1)},
        Case{"MimirQueriers", contents_of(Policy::kMimirQueriers, 5, {}, 0)},
        Case{"MimirQueriersOfAll", contents_of(Policy::kMimirQueriers, kAllWorkers, {}, 0)},
        Case{"Thanos", contents_of(Policy::kThanos, 6, ThanosOptions{true, 3}, 1)},
        Case{"ThanosWithoutZones", contents_of(Policy::kThanos, 5, ThanosOptions{false, 3}, 0)}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace croupier::snapshot
