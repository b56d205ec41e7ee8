// The seed that dskit makes of a tenant.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/byte_order.h"
#include "croupier/md5.h"

namespace croupier::copies {

// The first 8 bytes, read big-endian, of MD5(tenant), or of MD5(tenant, a zero byte, zone) where
// the zone is not empty.
inline std::int64_t shard_seed(std::string_view tenant, std::string_view zone = {}) {
  Md5 hash;
  hash.update(tenant);
  if (!zone.empty()) {
    hash.update(std::string_view("\0", 1));
    hash.update(zone);
  }
  const Md5Digest digest = hash.finish();
  return static_cast<std::int64_t>(load_big_endian64(digest.data()));
}

}  // namespace croupier::copies
