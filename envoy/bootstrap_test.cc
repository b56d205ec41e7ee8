// The bootstrap extension: from the folder into service, its metrics, its admin pages.
#include "envoy/bootstrap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "envoy/fake_host/fake_bootstrap.h"
#include "envoy/fake_host/snapshot_folder.h"
#include "envoy/fake_host/stack.h"
#include "envoy/request.h"
#include "files/json_fields.h"

namespace croupier::envoy {
namespace {

using fake::FakeBootstrap;
using fake::fleet_of;
using ::testing::HasSubstr;

class BootstrapTest : public ::testing::Test {
 protected:
  files::Json json(FakeBootstrap& bootstrap, const std::string& path, std::uint32_t status) {
    const auto page = bootstrap.get(path);
    EXPECT_EQ(page.status, status) << page.body;
    return files::parse_json(page.body).value();
  }
  // In service, with its admin pages.
  std::unique_ptr<FakeBootstrap> start(snapshot::Contents fleet) {
    folder_.write(std::move(fleet));
    auto bootstrap = std::make_unique<FakeBootstrap>(host_, folder_.config());
    bootstrap->wait_for_event();
    bootstrap->server_initialized();
    return bootstrap;
  }

  fake::SnapshotFolder folder_;
  fake::FakeEnvoy host_;
};

TEST_F(BootstrapTest, GarbageConfigurationIsRefusedWithTheReason) {
  EXPECT_FALSE(FakeBootstrap(host_, "{").accepted());
  EXPECT_THAT(host_.log_text(), HasSubstr("croupier: bootstrap config is not JSON"));
}

TEST_F(BootstrapTest, ASecondExtensionIsRefusedWhileTheFirstLives) {
  {
    const auto first = start(fleet_of(1, {0, 1}, 1));
    EXPECT_FALSE(FakeBootstrap(host_, folder_.config()).accepted());
    EXPECT_THAT(host_.log_text(), HasSubstr("only one bootstrap extension"));
  }
  EXPECT_TRUE(FakeBootstrap(host_, folder_.config()).accepted());
}

TEST_F(BootstrapTest, PutsTheFoldersSnapshotIntoServiceAndFollowsIt) {
  const auto bootstrap = start(fleet_of(41, {0, 1, 2}, 2));
  EXPECT_TRUE(bootstrap->init_complete());
  EXPECT_EQ(hub().view()->snapshot->version(), 41u);
  folder_.write(fleet_of(42, {0, 1, 2, 3}, 2));
  EXPECT_TRUE(bootstrap->file_changed(folder_.path() + "/manifest.json"));
  bootstrap->wait_for_event();
  EXPECT_EQ(hub().view()->snapshot->version(), 42u);
}

// Then the main thread has nothing to do but the swap, however many workers there are.
TEST_F(BootstrapTest, ASnapshotThatChangesTenantsAloneKeepsTheEndpoints) {
  auto fleet = fleet_of(43, {0, 1, 2}, 2);
  const auto bootstrap = start(fleet);
  const auto follow = [&](const snapshot::Contents& next) {
    folder_.write(next);
    bootstrap->file_changed(folder_.path() + "/manifest.json");
    bootstrap->wait_for_event();
    EXPECT_EQ(hub().view()->snapshot->version(), next.version);
    return hub().view()->endpoints;
  };
  const auto endpoints = hub().view()->endpoints;
  fleet.version = 44;
  fleet.tenants.push_back({"newcomer", std::nullopt, {}});
  EXPECT_EQ(follow(fleet), endpoints);
  fleet.version = 45;
  fleet.workers[1].address = "127.0.0.1:9999";
  EXPECT_NE(follow(fleet), endpoints);
}

// Each swap of tenants leaves a view that a request still holds; they all share the endpoints that
// the removed worker is not among.
TEST_F(BootstrapTest, ARemovedWorkerLeavesWhileTenantsGoOnChanging) {
  const auto bootstrap = start(fleet_of(48, {0, 1, 2, 3}, 2));
  fake::FakeCluster cluster(host_, fake::kDeckConfig);
  const fake::FakeFilter filter(fake::kFilterConfig);
  auto fleet = fleet_of(49, {0, 1, 2}, 2);
  std::unique_ptr<fake::FakeStream> under_way;
  for (; fleet.version < 55; ++fleet.version) {
    fleet.tenants.push_back({"t" + std::to_string(fleet.version), std::nullopt, {}});
    folder_.write(fleet);
    bootstrap->file_changed(folder_.path() + "/manifest.json");
    bootstrap->wait_for_event();
    host_.settle();
    auto stream = std::make_unique<fake::FakeStream>(filter);
    stream->request(fake::get_as("acme"));
    under_way = std::move(stream);  // the one before, of the version before, ends
    bootstrap->fire_timer();
    host_.settle();
  }
  EXPECT_EQ(cluster.addresses().size(), 3u);
}

TEST_F(BootstrapTest, AnOldSnapshotIsFreedByTheLoadersThread) {
  const auto bootstrap = start(fleet_of(46, {0, 1, 2}, 2));
  const std::weak_ptr<const snapshot::Snapshot> old = hub().view()->snapshot;
  folder_.write(fleet_of(47, {0, 1, 2, 3}, 2));
  bootstrap->file_changed(folder_.path() + "/manifest.json");
  bootstrap->wait_for_event();
  ASSERT_EQ(hub().view()->snapshot->version(), 47u);
  this_thread().view();  // this thread, too, lets go of the old view
  EXPECT_FALSE(old.expired()) << "kept until it can be freed elsewhere";
  EXPECT_TRUE(bootstrap->fire_timer());
  while (!old.expired()) std::this_thread::yield();  // ctest ends a test that never gets there
}

TEST_F(BootstrapTest, AFolderThatComesLaterIsFoundByTheTimer) {
  FakeBootstrap bootstrap(host_, folder_.config());
  bootstrap.wait_for_event();  // refused: nothing there
  EXPECT_TRUE(bootstrap.init_complete());
  EXPECT_FALSE(bootstrap.file_changed(folder_.path() + "/manifest.json"));
  folder_.write(fleet_of(51, {0, 1, 2}, 2));
  EXPECT_TRUE(bootstrap.fire_timer());
  bootstrap.wait_for_event();
  EXPECT_EQ(hub().view()->snapshot->version(), 51u);
  EXPECT_TRUE(bootstrap.file_changed(folder_.path() + "/manifest.json"));
}

TEST_F(BootstrapTest, ABadSnapshotLeavesTheLastGoodOneInService) {
  const auto bootstrap = start(fleet_of(61, {0, 1, 2}, 2));
  const auto refused = json(*bootstrap, "/croupier/status", 200)["snapshots_refused"];
  folder_.spoil_manifest("{");
  bootstrap->file_changed(folder_.path() + "/manifest.json");
  bootstrap->wait_for_event();
  EXPECT_THAT(host_.log_text(), HasSubstr("croupier: snapshot refused: "));
  const auto status = json(*bootstrap, "/croupier/status", 200);
  EXPECT_EQ(status["version"], 61);
  EXPECT_EQ(status["snapshots_refused"], refused.get<int>() + 1);
  EXPECT_NE(status["last_refused"], "");
}

TEST_F(BootstrapTest, TheStatusPageSaysHowThingsStand) {
  const auto bootstrap = start(snapshot::testing::test_contents(71));
  EXPECT_TRUE(bootstrap->has_admin_page("/croupier/status"));
  const auto status = json(*bootstrap, "/croupier/status?x=y", 200);
  EXPECT_EQ(status["in_service"], true);
  EXPECT_EQ(status["version"], 71);
  EXPECT_EQ(status["age_seconds"], 0);
  EXPECT_EQ(status["workers"], 10);
  EXPECT_EQ(status["stored_tenants"], 5);
  EXPECT_EQ(status["config_matches"], true);
  EXPECT_EQ(status["from_previous"], false);
  EXPECT_EQ(status["last_refused"], "");
  EXPECT_EQ(status["digest"].get<std::string>().size(), 64u);
  EXPECT_EQ(status["segments"].size(), 2u);
  EXPECT_EQ(status["decks"][0]["name"], "api");
  EXPECT_EQ(status["decks"][0]["hand_size"], 3);
  EXPECT_EQ(status["decks"][1]["hand_size"], "all");
}

TEST_F(BootstrapTest, AConfigurationOfAnotherFleetIsSaid) {
  auto fleet = fleet_of(75, {0, 1}, 1);
  fleet.config_digest = "another";
  const auto bootstrap = start(fleet);
  EXPECT_EQ(json(*bootstrap, "/croupier/status", 200)["config_matches"], false);
  EXPECT_EQ(bootstrap->metric("config_mismatch"), 1u);
  EXPECT_THAT(host_.log_text(), HasSubstr("made for another fleet file"));
}

TEST_F(BootstrapTest, HandsAreShownOnlyWhereTheFleetAllowsIt) {
  auto contents = snapshot::testing::test_contents(81);
  const auto bootstrap = start(contents);
  EXPECT_THAT(json(*bootstrap, "/croupier/hand?deck=api&tenant=plain", 403)["error"],
              HasSubstr("show_hands: false"));
  contents.version = 82;
  contents.show_hands = true;
  folder_.write(contents);
  bootstrap->file_changed(folder_.path() + "/manifest.json");
  bootstrap->wait_for_event();
  const auto page = json(*bootstrap, "/croupier/hand?deck=api&tenant=pinned", 200);
  EXPECT_EQ(page["hand"], (files::Json{"w7", "w2"}));
  EXPECT_EQ(page["pinned"], true);
  EXPECT_EQ(page["listed"], true);
  EXPECT_EQ(page["guest"], false);
  EXPECT_EQ(page["version"], 82);
}

TEST_F(BootstrapTest, TheHandPageDecodesAndRefuses) {
  auto contents = snapshot::testing::test_contents(91);
  contents.show_hands = true;
  const auto bootstrap = start(contents);
  const auto encoded =
      json(*bootstrap, "/croupier/hand?tenant=%E7%A7%9F%E6%88%B7-42&deck=%61pi", 200);
  EXPECT_EQ(encoded["tenant"], "\u79df\u6237-42");
  EXPECT_EQ(encoded["listed"], true);
  EXPECT_EQ(json(*bootstrap, "/croupier/hand?deck=api&tenant=%zz%4", 200)["tenant"], "%zz%4");
  EXPECT_EQ(json(*bootstrap, "/croupier/hand?deck=api", 200)["guest"], true);
  EXPECT_EQ(json(*bootstrap, "/croupier/hand?deck=demo&tenant=new", 404)["error"],
            "the deck refuses unlisted tenants");
  EXPECT_EQ(json(*bootstrap, "/croupier/hand?deck=absent", 404)["error"], "no such deck");
  EXPECT_EQ(json(*bootstrap, "/croupier/hand", 404)["error"], "no such deck");
  EXPECT_EQ(json(*bootstrap, "/croupier/hand?&&==&deck", 404)["error"], "no such deck");
  EXPECT_EQ(json(*bootstrap, "/croupier/other", 404)["error"], "no such page");
  // Bytes that are no UTF-8 still give JSON.
  EXPECT_EQ(bootstrap->get("/croupier/hand?deck=api&tenant=%FF").status, 200u);
}

TEST_F(BootstrapTest, CountersAreCarriedIntoEnvoysStats) {
  const auto bootstrap = start(fleet_of(101, {0, 1, 2}, 2));
  bootstrap->fire_timer();
  const auto before = bootstrap->metric("refused", "no_identity");
  const auto requests = bootstrap->metric("requests");
  const fake::FakeFilter filter(fake::kFilterConfig);
  fake::FakeStream nobody(filter);
  nobody.request({{":method", "GET"}});
  fake::FakeStream somebody(filter);
  somebody.request(fake::get_as("acme"));
  bootstrap->fire_timer();
  EXPECT_EQ(bootstrap->metric("refused", "no_identity"), before + 1);
  EXPECT_EQ(bootstrap->metric("requests"), requests + 1);
  bootstrap->fire_timer();
  EXPECT_EQ(bootstrap->metric("requests"), requests + 1);
  EXPECT_EQ(bootstrap->metric("snapshot_version"), 101u);
  for (const CounterName& counter : kCounterNames) {
    EXPECT_TRUE(bootstrap->has_metric(counter.name)) << counter.name;
  }
}

TEST_F(BootstrapTest, EventsAfterTheShutdownAreHarmless) {
  const auto bootstrap = start(fleet_of(111, {0, 1, 2}, 2));
  EXPECT_EQ(bootstrap->shutdown(), 1);
  bootstrap->commit(1);
  bootstrap->commit(77);
  host_.settle();
  EXPECT_TRUE(bootstrap->fire_timer());
  EXPECT_EQ(hub().view()->snapshot->version(), 111u);
}

TEST_F(BootstrapTest, AnEventInFlightMayOutliveTheExtension) {
  {
    const auto bootstrap = start(fleet_of(121, {0, 1, 2}, 2));
    bootstrap->commit(1);
  }
  host_.settle();
}

}  // namespace
}  // namespace croupier::envoy
