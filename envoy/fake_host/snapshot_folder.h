// A temporary folder with snapshots and a key, for tests that go through the disk.
#pragma once

#include <filesystem>
#include <string>

#include "croupier/assert.h"
#include "files/files.h"
#include "files/temp_folder.h"
#include "snapshot/folder.h"
#include "snapshot/testing.h"

namespace croupier::envoy::fake {

class SnapshotFolder {
 public:
  SnapshotFolder() { put_key("snapshot test key"); }

  std::string path() const { return root_.path() + "/snapshot"; }  // made by the first write()
  std::string key_file() const { return root_.path() + "/key"; }

  void write(snapshot::Contents fleet) const {
    snapshot::write_snapshot(std::move(fleet), path()).value();
  }
  void spoil_manifest(const std::string& text) const {
    std::filesystem::create_directories(path());
    // In one step: a look that comes meanwhile sees the old text or the new.
    CROUPIER_ASSERT(files::replace_file(path() + "/" + snapshot::kManifestFile, text).has_value());
  }
  // A snapshot that starts anew, whatever version was there.
  void clear() const { std::filesystem::remove_all(path()); }
  void put_key(const std::string& bytes) const { root_.write("key", bytes); }
  // Of the bootstrap extension.
  std::string config() const {
    return R"({"snapshot": ")" + path() + R"(", "keys": [{"id": "k1", "file": ")" + key_file() +
           R"("}], "config_digest": "config"})";
  }

 private:
  const files::TempFolder root_;
};

}  // namespace croupier::envoy::fake
