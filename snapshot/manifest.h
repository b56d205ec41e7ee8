// The manifest of a snapshot: which segments make it up. docs/formats/snapshot.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"

namespace croupier::snapshot {

inline constexpr int kManifestFormat = 1;
inline constexpr std::size_t kMaxManifestBytes = 1u << 20;
inline constexpr std::uint64_t kMaxSegmentBytes = 4ull << 30;
inline constexpr std::size_t kMaxTenantLayers = 8;  // a base and its deltas

struct SegmentRef {
  enum class Kind { kFleet, kTenants };
  Kind kind = Kind::kFleet;
  std::string digest;  // SHA-256 of its bytes, 64 hex digits; also its file name
  std::uint64_t size_bytes = 0;
};

struct KeyRef {
  std::string id;
  std::string check;  // Key::check_value()
  bool operator==(const KeyRef&) const = default;
};

struct Manifest {
  std::uint64_t version = 0;  // of the fleet
  std::string config_digest;  // of the Envoy configuration that belongs to it
  std::vector<KeyRef> keys;
  // One fleet segment, then tenant segments, oldest first: what a later one says of a tenant holds.
  std::vector<SegmentRef> segments;
};

// Canonical JSON: the same manifest gives the same bytes.
std::string encode(const Manifest& manifest);

// Strict: unknown keys, missing keys, wrong types, a foreign format number, malformed digests and
// numbers out of range are kDataLoss with what is wrong.
Result<Manifest> decode_manifest(std::string_view text);

}  // namespace croupier::snapshot
