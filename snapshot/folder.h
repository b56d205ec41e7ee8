// Snapshots on disk: a folder with a manifest, the manifest before it, and content-addressed
// segments. docs/formats/snapshot.md.
#pragma once

#include <memory>
#include <string>

#include "croupier/result.h"
#include "snapshot/contents.h"
#include "snapshot/manifest.h"
#include "snapshot/snapshot.h"

namespace croupier::snapshot {

inline constexpr char kManifestFile[] = "manifest.json";
inline constexpr char kPreviousFile[] =
    "previous.json";  // the manifest that the last write replaced
inline constexpr char kSegmentFolder[] = "segments";
inline constexpr char kLockFile[] = ".lock";  // held while a snapshot is written

// Writes the contents as the folder's new snapshot, making the folder when it is not there.
// Segments come first, then the manifest replaces the old one in one rename, so a reader sees the
// one or the other whole; everything is synced before the rename. Segments that neither manifest
// names are removed. Same contents, same bytes. kFailedPrecondition when the folder holds a later
// version, or this version with other content, or was made with a deal file that the contents' one
// did not grow out of (an old copy, a lost file that was made anew), unless `new_deals` says that
// this is meant; kUnavailable with the path when the disk refuses.
Result<Manifest> write_snapshot(Contents contents, const std::string& folder,
                                bool new_deals = false);

// Reads and verifies the folder's snapshot: sizes, digests, every offset and index, keys. Reads
// into private memory, so a file cut short meanwhile is an error, not a crash. kNotFound without a
// manifest, kDataLoss for anything damaged, kFailedPrecondition for another key.
// Cost: one pass of SHA-256 over all bytes; never call it on a thread that serves requests.
Result<std::shared_ptr<const Snapshot>> read_snapshot(const std::string& folder,
                                                      const KeyRing& keys,
                                                      const char* manifest_file = kManifestFile);

// The manifest alone, with its own digest (the snapshot's name).
struct NamedManifest {
  Manifest manifest;
  std::string digest;
};
Result<NamedManifest> read_manifest(const std::string& folder,
                                    const char* manifest_file = kManifestFile);

// The parts of a snapshot without its keys, for inspection: manifest, fleet and stored tenants.
struct Parts {
  NamedManifest named;
  Contents fleet;
  std::vector<std::string> tenant_layers;
};
Result<Parts> read_parts(const std::string& folder, const char* manifest_file = kManifestFile);

}  // namespace croupier::snapshot
