// What a process does before it has its first snapshot. One test, for a process starts once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envoy/fake_host/fake_bootstrap.h"
#include "envoy/fake_host/snapshot_folder.h"
#include "envoy/fake_host/stack.h"

namespace croupier::envoy {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(Start, ValidationLoadsNothingAndHoldsNothingUp) {
  fake::FakeEnvoy host(1, /*validation=*/true);
  const fake::SnapshotFolder folder;
  fake::FakeBootstrap bootstrap(host, folder.config());
  EXPECT_TRUE(bootstrap.accepted());
  EXPECT_TRUE(bootstrap.init_complete());
  fake::FakeCluster cluster(host, fake::kDeckConfig);
  EXPECT_TRUE(cluster.init_complete());
}

TEST(Start, FromNothingToTheFirstSnapshot) {
  fake::FakeEnvoy host(2);
  const fake::SnapshotFolder folder;
  fake::FakeBootstrap bootstrap(host, folder.config());
  fake::FakeCluster cluster(host, fake::kDeckConfig);
  const fake::FakeFilter filter(fake::kFilterConfig);
  host.worker(0).run();
  host.worker(1).run();

  // Nothing is there yet: Envoy waits, and the pages say so.
  EXPECT_FALSE(cluster.init_complete());
  EXPECT_FALSE(bootstrap.init_complete());
  bootstrap.server_initialized();
  EXPECT_THAT(bootstrap.get("/croupier/status").body, HasSubstr("\"in_service\": false"));
  EXPECT_EQ(bootstrap.get("/croupier/hand?deck=api").status, 503u);
  {
    // A change of hosts before the first snapshot tells the module nothing it could use.
    cluster.lb(0).update({std::make_shared<fake::FakeHost>()}, 1, 0);
    fake::FakeStream early(filter);
    const fake::Counts counts;
    EXPECT_EQ(early.request(fake::get_as("acme")), AbiHeadersStatus::kStopIteration);
    EXPECT_EQ(early.answer()->status, 503u);
    EXPECT_EQ(early.answer()->body, "no snapshot");
    EXPECT_EQ(early.choose(cluster), "");
    EXPECT_THAT(counts.grown(),
                ElementsAre(Pair("refused/no_filter", 1), Pair("refused/no_snapshot", 1)));
  }
  hub().retire(std::chrono::steady_clock::now());

  // The folder is empty: that is refused once, and Envoy starts all the same.
  bootstrap.wait_for_event();
  EXPECT_TRUE(bootstrap.init_complete());
  EXPECT_TRUE(cluster.init_complete());
  EXPECT_THAT(bootstrap.get("/croupier/status").body, HasSubstr("\"snapshots_refused\": 1"));

  // The first snapshot comes.
  folder.write(fake::fleet_of(1, {0, 1, 2}, 2));
  EXPECT_TRUE(bootstrap.fire_timer());
  bootstrap.wait_for_event();
  host.settle();
  EXPECT_EQ(cluster.addresses().size(), 3u);
  fake::FakeStream stream(filter);
  EXPECT_EQ(stream.request(fake::get_as("acme")), AbiHeadersStatus::kContinue);
  EXPECT_THAT(fake::hand_addresses(*hub().view()->snapshot, "acme"),
              Contains(stream.choose(cluster, 1)));
  EXPECT_THAT(bootstrap.get("/croupier/status").body, HasSubstr("\"version\": 1"));
}

}  // namespace
}  // namespace croupier::envoy
