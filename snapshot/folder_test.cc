#include "snapshot/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "croupier/hash.h"
#include "files/files.h"
#include "files/temp_folder.h"
#include "snapshot/testing.h"

namespace croupier::snapshot {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::test_contents;
using testing::test_key;
using testing::test_keys;

class FolderTest : public ::testing::Test {
 protected:
  std::map<std::string, std::string> all_files() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (!entry.is_regular_file() || entry.path().filename() == kLockFile) continue;
      files[fs::relative(entry.path(), folder_)] = files::read_file(entry.path(), 1u << 30).value();
    }
    return files;
  }

  void put(const std::string& file, const std::string& bytes) {
    std::ofstream(folder_ + "/" + file, std::ios::binary | std::ios::trunc) << bytes;
  }

  std::string segment_file(SegmentRef::Kind kind) const {
    const Manifest manifest = read_manifest(folder_).value().manifest;
    for (const SegmentRef& segment : manifest.segments) {
      if (segment.kind == kind) return std::string(kSegmentFolder) + "/" + segment.digest;
    }
    return {};
  }

  Error refusal() const {
    const auto snapshot = read_snapshot(folder_, test_keys());
    return snapshot ? Error{Code::kInternal, "read"} : snapshot.error();
  }

  const files::TempFolder temporary_;
  const std::string folder_ = temporary_.path();
};

TEST_F(FolderTest, WhatIsWrittenIsRead) {
  ASSERT_TRUE(write_snapshot(test_contents(7), folder_).has_value());
  const auto snapshot = read_snapshot(folder_, test_keys());
  ASSERT_TRUE(snapshot.has_value()) << snapshot.error().message;
  EXPECT_EQ((*snapshot)->version(), 7u);
  EXPECT_EQ((*snapshot)->workers().size(), 10u);
  EXPECT_EQ((*snapshot)->decks()[0].spill, std::vector<std::uint32_t>{9});
  EXPECT_EQ((*snapshot)->manifest().config_digest, "config");
}

TEST_F(FolderTest, SameFleetSameBytes) {
  ASSERT_TRUE(write_snapshot(test_contents(), folder_).has_value());
  const auto first = all_files();
  fs::remove_all(folder_);
  Contents contents = test_contents();
  std::reverse(contents.tenants.begin(), contents.tenants.end());
  ASSERT_TRUE(write_snapshot(std::move(contents), folder_).has_value());
  EXPECT_EQ(first, all_files());
}

TEST_F(FolderTest, AChangedFleetNeedsAHigherVersion) {
  ASSERT_TRUE(write_snapshot(test_contents(5), folder_).has_value());
  EXPECT_TRUE(write_snapshot(test_contents(5), folder_).has_value());  // the same once more
  const auto older = write_snapshot(test_contents(4), folder_);
  EXPECT_EQ(older.error().code, Code::kFailedPrecondition);
  EXPECT_THAT(older.error().message, HasSubstr("holds version 5, later than version 4"));
  Contents changed = test_contents(5);
  changed.workers[0].weight = 9;
  EXPECT_THAT(write_snapshot(changed, folder_).error().message, HasSubstr("with other content"));
  changed.version = 6;
  EXPECT_TRUE(write_snapshot(changed, folder_).has_value());
}

TEST_F(FolderTest, KeepsTheSnapshotBeforeAndNothingOlder) {
  for (std::uint64_t version = 1; version <= 3; ++version) {
    Contents contents = test_contents(version);
    contents.tenants.push_back({"only-in-" + std::to_string(version), std::nullopt, {}});
    ASSERT_TRUE(write_snapshot(contents, folder_).has_value());
  }
  EXPECT_EQ(read_snapshot(folder_, test_keys(), kPreviousFile).value()->version(), 2u);
  std::size_t segments = 0;
  for (const auto& [name, bytes] : all_files()) segments += name.starts_with(kSegmentFolder);
  EXPECT_EQ(segments, 3u);  // one fleet segment that both share, two of tenants
}

TEST_F(FolderTest, AnotherKeyIsRefusedByItsCheckValue) {
  ASSERT_TRUE(write_snapshot(test_contents(), folder_).has_value());
  const Key other{std::string_view("another key")};
  const auto refused = read_snapshot(folder_, {{"k1", other}});
  EXPECT_EQ(refused.error().code, Code::kFailedPrecondition);
  EXPECT_THAT(refused.error().message, HasSubstr(other.check_value()));
  EXPECT_THAT(refused.error().message, HasSubstr(test_key().check_value()));
  EXPECT_THAT(read_snapshot(folder_, {}).error().message, HasSubstr("does not have"));
}

TEST_F(FolderTest, AMissingFolderIsNotFound) {
  EXPECT_EQ(read_snapshot(folder_ + "/none", test_keys()).error().code, Code::kNotFound);
}

TEST_F(FolderTest, EveryTruncationIsRefused) {
  ASSERT_TRUE(write_snapshot(test_contents(), folder_).has_value());
  for (const auto& [name, bytes] : all_files()) {
    for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 97) {
      put(name, bytes.substr(0, size));
      EXPECT_EQ(refusal().code, Code::kDataLoss) << name << " cut to " << size;
    }
    put(name, bytes);
  }
  EXPECT_EQ(refusal().message, "read");
}

TEST_F(FolderTest, EveryFlippedBitOfASegmentIsRefused) {
  ASSERT_TRUE(write_snapshot(test_contents(), folder_).has_value());
  for (const auto kind : {SegmentRef::Kind::kFleet, SegmentRef::Kind::kTenants}) {
    const std::string name = segment_file(kind);
    const std::string bytes = all_files()[name];
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
      put(name, changed);
      EXPECT_THAT(refusal().message, HasSubstr("another digest"));
    }
    put(name, bytes);
  }
}

TEST_F(FolderTest, ManifestsOfOtherFormatsAndWithUnknownKeysAreRefused) {
  ASSERT_TRUE(write_snapshot(test_contents(), folder_).has_value());
  const std::string good = all_files()[kManifestFile];
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = good;
    changed.replace(changed.find(from), from.size(), to);
    put(kManifestFile, changed);
    return refusal().message;
  };
  EXPECT_THAT(with("\"format\": 2", "\"format\": 3"), HasSubstr("format 3"));
  EXPECT_THAT(with("\"format\": 2", "\"format\": 2, \"extra\": 1"), HasSubstr("unknown key"));
  EXPECT_THAT(with("\"version\": 1", "\"version\": 0"), HasSubstr("version"));
  EXPECT_THAT(with("\"version\": 1", "\"version\": \"1\""), HasSubstr("version"));
  EXPECT_THAT(with("\"kind\": \"fleet\"", "\"kind\": \"tenants\""), HasSubstr("first segment"));
  EXPECT_THAT(with("\"segments\"", "\"segment\""), HasSubstr("lacks \"segments\""));
}

// The manifest names content by digest, so a reader sees the one snapshot or the other, never a
// mix.
TEST_F(FolderTest, AReaderBesideAWriterSeesWholeSnapshotsOnly) {
  constexpr std::uint64_t kVersions = 60;
  ASSERT_TRUE(write_snapshot(test_contents(1), folder_).has_value());
  std::atomic<bool> done{false};
  std::thread writer([&] {
    for (std::uint64_t version = 2; version <= kVersions; ++version) {
      Contents contents = test_contents(version);
      contents.tenants.push_back({"v" + std::to_string(version), std::nullopt, {}});
      EXPECT_TRUE(write_snapshot(std::move(contents), folder_).has_value());
    }
    done = true;
  });
  std::uint64_t last = 0;
  while (!done) {
    const auto snapshot = read_snapshot(folder_, test_keys());
    // Two versions may pass while one is read; its segments are then gone, which is told.
    if (!snapshot) continue;
    const std::uint64_t version = (*snapshot)->version();
    EXPECT_GE(version, last);
    last = version;
    Hand hand;
    (*snapshot)->deal(0, {.tenant = "v" + std::to_string(version)}, hand);
    EXPECT_EQ(hand.listed, version > 1);
  }
  writer.join();
  EXPECT_EQ(read_snapshot(folder_, test_keys()).value()->version(), kVersions);
}

// Truncated and written again, over and over, by another process that knows nothing of snapshots.
TEST_F(FolderTest, AFileCutWhileItIsReadIsRefusedOrReadWhole) {
  Contents contents = test_contents();
  for (int i = 0; i < 20'000; ++i) {
    contents.tenants.push_back({"tenant-" + std::to_string(i), std::nullopt, {}});
  }
  ASSERT_TRUE(write_snapshot(std::move(contents), folder_).has_value());
  const std::string name = segment_file(SegmentRef::Kind::kTenants);
  const std::string bytes = all_files()[name];
  std::atomic<bool> done{false};
  std::thread spoiler([&] {
    std::fstream file(folder_ + "/" + name, std::ios::binary | std::ios::in | std::ios::out);
    for (std::size_t round = 1; !done; ++round) {
      fs::resize_file(folder_ + "/" + name, bytes.size() / (1 + round % 7));
      file.seekp(0);
      file << bytes << std::flush;
    }
  });
  std::set<Code> seen;
  bool whole = false;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while ((!whole || seen.empty()) && std::chrono::steady_clock::now() < deadline) {
    const auto snapshot = read_snapshot(folder_, test_keys());
    whole |= snapshot.has_value();
    if (!snapshot) seen.insert(snapshot.error().code);
  }
  done = true;
  spoiler.join();
  EXPECT_TRUE(whole);
  EXPECT_EQ(seen, std::set<Code>{Code::kDataLoss});
}

}  // namespace
}  // namespace croupier::snapshot
