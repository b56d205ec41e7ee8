// The fleet segment: workers, decks and groups of a snapshot as canonical JSON.
#pragma once

#include <string>
#include <string_view>

#include "croupier/result.h"
#include "snapshot/contents.h"

namespace croupier::snapshot {

inline constexpr std::size_t kMaxFleetSegmentBytes = 256u << 20;
inline constexpr std::size_t kMaxSnapshotWorkers = 1'000'000;  // over all decks
inline constexpr std::size_t kMaxGroups = 1'000'000;

// Everything but `version`, `config_digest` and `tenants`, which stand elsewhere.
std::string encode_fleet_segment(const Contents& contents);

// Strict, and every index checked; kDataLoss with what is wrong.
Result<Contents> decode_fleet_segment(std::string_view bytes);

}  // namespace croupier::snapshot
