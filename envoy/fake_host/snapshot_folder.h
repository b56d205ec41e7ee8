// A temporary folder with snapshots and a key, for tests that go through the disk.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "croupier/assert.h"
#include "snapshot/files.h"
#include "snapshot/folder.h"
#include "snapshot/testing.h"

namespace croupier::envoy::fake {

class SnapshotFolder {
 public:
  SnapshotFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "croupier-module-XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    put_key("snapshot test key");
  }
  ~SnapshotFolder() { std::filesystem::remove_all(root_); }
  SnapshotFolder(const SnapshotFolder&) = delete;
  SnapshotFolder& operator=(const SnapshotFolder&) = delete;

  std::string path() const { return root_ + "/snapshot"; }  // made by the first write()
  std::string key_file() const { return root_ + "/key"; }

  void write(snapshot::Contents fleet) const {
    snapshot::write_snapshot(std::move(fleet), path()).value();
  }
  void spoil_manifest(const std::string& text) const {
    std::filesystem::create_directories(path());
    // In one step: a look that comes meanwhile sees the old text or the new.
    CROUPIER_ASSERT(
        snapshot::replace_file(path() + "/" + snapshot::kManifestFile, text).has_value());
  }
  // A snapshot that starts anew, whatever version was there.
  void clear() const { std::filesystem::remove_all(path()); }
  void put_key(const std::string& bytes) const {
    std::ofstream(key_file(), std::ios::trunc) << bytes;
    std::filesystem::permissions(
        key_file(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  }
  // Of the bootstrap extension.
  std::string config() const {
    return R"({"snapshot": ")" + path() + R"(", "keys": [{"id": "k1", "file": ")" + key_file() +
           R"("}], "config_digest": "config"})";
  }

 private:
  std::string root_;
};

}  // namespace croupier::envoy::fake
