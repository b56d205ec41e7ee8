// The manifest of a snapshot: which segments make it up. docs/formats/snapshot.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"

namespace croupier::snapshot {

inline constexpr int kManifestFormat = 2;
inline constexpr std::size_t kMaxManifestBytes = 1u << 20;
inline constexpr std::uint64_t kMaxSegmentBytes = 4ull << 30;
inline constexpr std::size_t kMaxTenantLayers = 8;  // a base and its deltas
inline constexpr std::size_t kMaxDecks = 1'000;

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

// The deal file that a deck's records came from, so that an older or another one is noticed.
struct DealRef {
  std::string deck;
  std::uint64_t version = 0;
  std::uint64_t count = 0;  // records
  std::string digest;       // SHA-256, 64 hex digits
  bool operator==(const DealRef&) const = default;
};

struct Manifest {
  std::uint64_t version = 0;  // of the fleet
  std::string config_digest;  // of the Envoy configuration that belongs to it
  std::vector<KeyRef> keys;
  std::vector<DealRef> deals;  // one for each deck of a stored policy
  // One fleet segment, then tenant segments, oldest first: what a later one says of a tenant holds.
  std::vector<SegmentRef> segments;
};

// Canonical JSON: the same manifest gives the same bytes.
std::string encode(const Manifest& manifest);

// Strict: unknown keys, missing keys, wrong types, a foreign format number, malformed digests and
// numbers out of range are kDataLoss with what is wrong.
Result<Manifest> decode_manifest(std::string_view text);

}  // namespace croupier::snapshot
