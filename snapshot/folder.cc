#include "snapshot/folder.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "croupier/hash.h"
#include "files/files.h"
#include "snapshot/fleet_segment.h"
#include "snapshot/tenant_table.h"

namespace croupier::snapshot {
namespace {

namespace fs = std::filesystem;

std::string segment_path(const std::string& folder, const std::string& digest) {
  return folder + "/" + kSegmentFolder + "/" + digest;
}

// Writes the segment unless the folder has it, whole, already.
Result<SegmentRef> write_segment(const std::string& folder, SegmentRef::Kind kind,
                                 std::string_view bytes) {
  SegmentRef segment{kind, hex(sha256(bytes)), bytes.size()};
  const std::string path = segment_path(folder, segment.digest);
  const auto present = files::read_file(path, kMaxSegmentBytes);
  if (present && *present == bytes) return segment;
  if (auto written = files::replace_file(path, bytes); !written)
    return tl::unexpected(written.error());
  return segment;
}

Result<std::string> read_segment(const std::string& folder, const SegmentRef& segment) {
  auto bytes = files::read_file(segment_path(folder, segment.digest), kMaxSegmentBytes);
  if (!bytes) {
    return error(Code::kDataLoss, "segment " + segment.digest + ": " + bytes.error().message);
  }
  if (bytes->size() != segment.size_bytes) {
    return error(Code::kDataLoss, "segment " + segment.digest + ": " +
                                      std::to_string(bytes->size()) + " bytes instead of " +
                                      std::to_string(segment.size_bytes));
  }
  if (hex(sha256(*bytes)) != segment.digest) {
    return error(Code::kDataLoss, "segment " + segment.digest + ": its bytes have another digest");
  }
  return bytes;
}

std::vector<KeyRef> keys_of(const Contents& contents) {
  std::vector<KeyRef> keys;
  for (const DeckEntry& deck : contents.decks) {
    const KeyRef key{deck.key_id, deck.key_check};
    if (!key.id.empty() && std::find(keys.begin(), keys.end(), key) == keys.end()) {
      keys.push_back(key);
    }
  }
  return keys;
}

// Whether the new manifest may take the place of the folder's. A damaged old one may be replaced.
Result<void> check_version(const std::string& folder, const Manifest& manifest,
                           const std::string& digest) {
  const auto old = read_manifest(folder);
  if (!old) {
    // Nothing there, or something damaged, may be replaced; what cannot be read may not.
    const Code code = old.error().code;
    if (code == Code::kNotFound || code == Code::kDataLoss) return {};
    return tl::unexpected(old.error());
  }
  if (old->manifest.version > manifest.version) {
    return error(Code::kFailedPrecondition,
                 "the folder holds version " + std::to_string(old->manifest.version) +
                     ", later than version " + std::to_string(manifest.version));
  }
  if (old->manifest.version == manifest.version && old->digest != digest) {
    return error(Code::kFailedPrecondition,
                 "the folder holds version " + std::to_string(manifest.version) +
                     " with other content; a changed fleet needs a higher version");
  }
  return {};
}

bool grew_out_of(const DealSource& deal, const DealRef& before) {
  return deal.file == before || std::any_of(deal.ancestors.begin(), deal.ancestors.end(),
                                            [&before](const std::string& start) {
                                              return before.digest.starts_with(start);
                                            });
}

// Whether the deal files follow on those of the folder's snapshot: tenants would be dealt anew, or
// lose their hands, without anybody's having said so.
Result<void> check_deals(const std::string& folder, const std::vector<DealSource>& deals) {
  const auto old = read_manifest(folder);
  if (!old) return {};
  for (const DealSource& deal : deals) {
    for (const DealRef& before : old->manifest.deals) {
      if (deal.file.deck != before.deck || grew_out_of(deal, before)) continue;
      return error(Code::kFailedPrecondition,
                   "the deal file of deck \"" + before.deck + "\", version " +
                       std::to_string(deal.file.version) + " with " +
                       std::to_string(deal.file.count) +
                       " records, did not grow out of the one that the folder's snapshot was made "
                       "with, version " +
                       std::to_string(before.version) + " with " + std::to_string(before.count) +
                       ": it is an old copy, or was made anew; restore it, or say --new-deals");
    }
  }
  return {};
}

// Removes segments that neither of the two manifests names, and left-over temporary files.
void remove_unused(const std::string& folder) {
  std::set<std::string> used;
  for (const char* file : {kManifestFile, kPreviousFile}) {
    const auto named = read_manifest(folder, file);
    if (!named) continue;
    for (const SegmentRef& segment : named->manifest.segments) used.insert(segment.digest);
  }
  std::error_code ignored;  // what cannot be removed stays: it costs space, not truth
  for (const auto& entry : fs::directory_iterator(folder + "/" + kSegmentFolder, ignored)) {
    if (!used.contains(entry.path().filename().string())) fs::remove(entry.path(), ignored);
  }
}

}  // namespace

Result<Manifest> write_snapshot(Contents contents, const std::string& folder, bool new_deals) {
  std::error_code failed;
  fs::create_directories(folder + "/" + kSegmentFolder, failed);
  if (failed) return error(Code::kUnavailable, "cannot make " + folder + ": " + failed.message());

  // One writer at a time: two would remove each other's segments.
  auto lock = files::lock_file(folder + "/" + kLockFile);
  if (!lock) return tl::unexpected(lock.error());

  if (!new_deals) {
    if (auto follow = check_deals(folder, contents.deals); !follow) {
      return tl::unexpected(follow.error());
    }
  }
  Manifest manifest{.version = contents.version,
                    .config_digest = contents.config_digest,
                    .keys = keys_of(contents),
                    .deals = {},
                    .segments = {}};
  for (const DealSource& deal : contents.deals) manifest.deals.push_back(deal.file);
  const std::string fleet_bytes = encode_fleet_segment(contents);
  auto fleet = write_segment(folder, SegmentRef::Kind::kFleet, fleet_bytes);
  if (!fleet) return tl::unexpected(fleet.error());
  manifest.segments.push_back(*fleet);
  if (!contents.tenants.empty()) {
    auto bytes = TenantTable::build(std::move(contents.tenants));
    if (!bytes) return tl::unexpected(bytes.error());
    auto tenants = write_segment(folder, SegmentRef::Kind::kTenants, *bytes);
    if (!tenants) return tl::unexpected(tenants.error());
    manifest.segments.push_back(*tenants);
  }

  const std::string text = encode(manifest);
  const std::string digest = hex(sha256(text));
  if (auto fits = check_version(folder, manifest, digest); !fits) {
    return tl::unexpected(fits.error());
  }
  const std::string path = folder + "/" + kManifestFile;
  const auto old = files::read_file(path, kMaxManifestBytes);
  if (old && *old == text) return manifest;
  if (old && decode_manifest(*old)) {
    auto kept = files::replace_file(folder + "/" + kPreviousFile, *old);
    if (!kept) return tl::unexpected(kept.error());
  }
  if (auto placed = files::replace_file(path, text); !placed) return tl::unexpected(placed.error());
  remove_unused(folder);
  return manifest;
}

Result<NamedManifest> read_manifest(const std::string& folder, const char* manifest_file) {
  auto text = files::read_file(folder + "/" + manifest_file, kMaxManifestBytes);
  if (!text) {
    // Too large is damage like any other.
    const bool damaged = text.error().code == Code::kInvalidArgument;
    return error(damaged ? Code::kDataLoss : text.error().code, std::move(text.error().message));
  }
  auto manifest = decode_manifest(*text);
  if (!manifest) return tl::unexpected(manifest.error());
  return NamedManifest{std::move(*manifest), hex(sha256(*text))};
}

Result<Parts> read_parts(const std::string& folder, const char* manifest_file) {
  auto named = read_manifest(folder, manifest_file);
  if (!named) return tl::unexpected(named.error());
  Parts parts{.named = std::move(*named), .fleet = {}, .tenant_layers = {}};
  for (const SegmentRef& segment : parts.named.manifest.segments) {
    auto bytes = read_segment(folder, segment);
    if (!bytes) return tl::unexpected(bytes.error());
    if (segment.kind == SegmentRef::Kind::kTenants) {
      parts.tenant_layers.push_back(std::move(*bytes));
      continue;
    }
    auto fleet = decode_fleet_segment(*bytes);
    if (!fleet) return tl::unexpected(fleet.error());
    parts.fleet = std::move(*fleet);
  }
  parts.fleet.version = parts.named.manifest.version;
  parts.fleet.config_digest = parts.named.manifest.config_digest;
  return parts;
}

Result<std::shared_ptr<const Snapshot>> read_snapshot(const std::string& folder,
                                                      const KeyRing& keys,
                                                      const char* manifest_file) {
  auto parts = read_parts(folder, manifest_file);
  if (!parts) return tl::unexpected(parts.error());
  return Snapshot::assemble(std::move(parts->named.manifest), std::move(parts->named.digest),
                            std::move(parts->fleet), std::move(parts->tenant_layers), keys);
}

}  // namespace croupier::snapshot
