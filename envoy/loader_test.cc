#include "envoy/loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>

#include "envoy/fake_host/fleet.h"
#include "envoy/fake_host/snapshot_folder.h"

namespace croupier::envoy {
namespace {

using fake::fleet_of;
using ::testing::HasSubstr;

class LoaderTest : public ::testing::Test {
 protected:
  Loader::Options options() const { return {folder_.path(), {{"k1", folder_.key_file()}}}; }
  std::unique_ptr<Loader> make() {
    return std::make_unique<Loader>(options(), [this] {
      ++notified_;
      ready_.release();
    });
  }
  Loader::Loaded next(Loader& loader) {
    ready_.acquire();
    return loader.take().value();
  }
  Loader::Loaded look(Loader& loader) {
    loader.request();
    return next(loader);
  }
  std::string refusal(Loader& loader) {
    const auto loaded = look(loader);
    return loaded.snapshot ? "loaded" : loaded.last_refused;
  }

  fake::SnapshotFolder folder_;
  std::atomic<int> notified_{0};
  std::counting_semaphore<> ready_{0};
};

TEST_F(LoaderTest, GivesTheSnapshotOnce) {
  folder_.write(fleet_of(3, {0, 1, 2}, 2));
  const auto loader = make();
  const auto loaded = look(*loader);
  ASSERT_NE(loaded.snapshot, nullptr) << loaded.last_refused;
  EXPECT_EQ(loaded.snapshot->version(), 3u);
  EXPECT_FALSE(loaded.from_previous);
  EXPECT_FALSE(loader->take().has_value());
}

TEST_F(LoaderTest, WhatIsInServiceAlreadyGivesNothing) {
  folder_.write(fleet_of(1, {0, 1, 2}, 2));
  const auto loader = make();
  look(*loader);
  for (int i = 0; i < 50; ++i) loader->request();
  folder_.write(fleet_of(2, {0, 1, 2}, 2));
  EXPECT_EQ(look(*loader).snapshot->version(), 2u);
  EXPECT_EQ(notified_, 2);
}

TEST_F(LoaderTest, RequestsThatComeMeanwhileAreServedTogether) {
  folder_.write(fleet_of(1, {0, 1, 2}, 2));
  std::binary_semaphore entered{0};
  std::binary_semaphore go_on{0};
  std::atomic<int> notified{0};
  Loader loader(options(), [&] {
    if (++notified == 1) {  // the loader's thread stands here while requests come
      entered.release();
      go_on.acquire();
    } else {
      ready_.release();
    }
  });
  loader.request();
  entered.acquire();
  for (std::uint64_t version = 2; version < 10; ++version) {
    folder_.write(fleet_of(version, {0, 1, 2}, 2));
    loader.request();
  }
  go_on.release();
  EXPECT_EQ(next(loader).snapshot->version(), 9u);
  EXPECT_EQ(notified, 2);
}

TEST_F(LoaderTest, ABadSnapshotIsRefusedAndAGoodOneFollows) {
  folder_.write(fleet_of(1, {0, 1, 2}, 2));
  const auto loader = make();
  look(*loader);
  folder_.spoil_manifest("{");
  EXPECT_THAT(refusal(*loader), HasSubstr("manifest"));
  folder_.write(fleet_of(2, {0, 1, 2}, 2));
  EXPECT_EQ(look(*loader).snapshot->version(), 2u);
}

TEST_F(LoaderTest, TheSnapshotInServiceComingBackClearsTheRefusal) {
  folder_.write(fleet_of(1, {0, 1, 2}, 2));
  const auto loader = make();
  look(*loader);
  const std::string manifest = folder_.path() + "/" + snapshot::kManifestFile;
  const std::string good = files::read_file(manifest, 1u << 20).value();
  for (int round = 0; round < 2; ++round) {
    folder_.spoil_manifest("{");
    const auto refused = look(*loader);
    EXPECT_EQ(refused.refused, 1u) << "counted every time";
    EXPECT_THAT(refused.last_refused, HasSubstr("manifest"));
    folder_.spoil_manifest(good);
    const auto recovered = look(*loader);
    EXPECT_EQ(recovered.snapshot, nullptr);
    EXPECT_EQ(recovered.refused, 0u);
    EXPECT_EQ(recovered.last_refused, "");
  }
}

TEST_F(LoaderTest, TheSameErrorIsGivenOnce) {
  folder_.write(fleet_of(1, {0, 1, 2}, 2));
  const auto loader = make();
  look(*loader);
  folder_.spoil_manifest("{");
  refusal(*loader);
  for (int i = 0; i < 50; ++i) loader->request();
  folder_.spoil_manifest("[]");
  refusal(*loader);
  EXPECT_EQ(notified_, 3);
}

TEST_F(LoaderTest, ALowerVersionIsRefused) {
  folder_.write(fleet_of(5, {0, 1, 2}, 2));
  const auto loader = make();
  look(*loader);
  folder_.clear();
  folder_.write(fleet_of(4, {0, 1, 2}, 2));
  EXPECT_THAT(refusal(*loader), HasSubstr("version 4 cannot follow version 5"));
}

TEST_F(LoaderTest, TheSameVersionWithOtherContentIsRefused) {
  folder_.write(fleet_of(5, {0, 1, 2}, 2));
  const auto loader = make();
  look(*loader);
  folder_.clear();
  folder_.write(fleet_of(5, {0, 1, 2, 3}, 2));
  EXPECT_THAT(refusal(*loader), HasSubstr("version 5 cannot follow version 5"));
}

TEST_F(LoaderTest, TheOneBeforeServesAtTheStartOnly) {
  folder_.write(fleet_of(1, {0, 1, 2}, 2));
  folder_.write(fleet_of(2, {0, 1, 2}, 2));
  folder_.spoil_manifest("{");
  {
    const auto loader = make();
    const auto loaded = look(*loader);
    ASSERT_NE(loaded.snapshot, nullptr);
    EXPECT_EQ(loaded.snapshot->version(), 1u);
    EXPECT_TRUE(loaded.from_previous);
    EXPECT_EQ(loaded.refused, 1u);
    EXPECT_THAT(loaded.last_refused, HasSubstr("manifest"));
  }
  folder_.write(fleet_of(3, {0, 1, 2}, 2));
  const auto loader = make();
  look(*loader);
  folder_.spoil_manifest("{");
  EXPECT_THAT(refusal(*loader), HasSubstr("manifest"));  // version 3 serves on
}

TEST_F(LoaderTest, AMissingFolderIsSaid) {
  const auto loader = make();
  EXPECT_THAT(refusal(*loader), HasSubstr(folder_.path()));
}

TEST_F(LoaderTest, KeysThatAreMissingOpenOrWrongAreSaid) {
  namespace fs = std::filesystem;
  folder_.write(fleet_of(1, {0, 1, 2}, 2));
  const auto loader = make();
  fs::permissions(folder_.key_file(), fs::perms::others_read, fs::perm_options::add);
  EXPECT_THAT(refusal(*loader), HasSubstr(folder_.key_file()));
  fs::remove(folder_.key_file());
  EXPECT_THAT(refusal(*loader), HasSubstr(folder_.key_file()));
  folder_.put_key("another key");
  EXPECT_THAT(refusal(*loader), HasSubstr("has check value"));
  folder_.put_key("");
  EXPECT_THAT(refusal(*loader), HasSubstr("empty"));
  folder_.put_key("snapshot test key");
  EXPECT_EQ(refusal(*loader), "loaded");
}

TEST_F(LoaderTest, AKeyThatTheRouterLacksIsSaid) {
  folder_.write(fleet_of(1, {0, 1, 2}, 2));
  Loader loader({folder_.path(), {}}, [this] { ready_.release(); });
  EXPECT_THAT(refusal(loader), HasSubstr("\"k1\""));
}

TEST_F(LoaderTest, CanBeDestroyedWhileLoading) {
  folder_.write(fleet_of(1, {0, 1, 2}, 2));
  for (int i = 0; i < 50; ++i) {
    std::atomic<bool> gone{false};
    {
      Loader loader(options(), [&] { EXPECT_FALSE(gone); });
      loader.request();
    }
    gone = true;
  }
}

}  // namespace
}  // namespace croupier::envoy
