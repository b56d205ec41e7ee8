#include "core/copies/java_strings.h"

#include <algorithm>
#include <numeric>

#include "croupier/utf8.h"

namespace croupier::copies {
namespace {

constexpr std::size_t kFirstBuckets = 16;
constexpr std::uint32_t kLargestBucket = 7;

// HashMap folds the high half of a hash into the low one, because only low bits choose the bucket.
std::size_t bucket_of(std::uint32_t hash, std::size_t buckets) {
  return (hash ^ hash >> 16) & (buckets - 1);
}

}  // namespace

Result<std::u16string> to_utf16(std::string_view text) {
  std::u16string units;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, size_bytes] = decode_utf8(text.substr(at));
    if (size_bytes == 0) {
      return error(Code::kInvalidArgument, "no UTF-8 at byte " + std::to_string(at));
    }
    if (code_point < 0x10000) {
      units += static_cast<char16_t>(code_point);
    } else {
      units += static_cast<char16_t>(0xD800 + ((code_point - 0x10000) >> 10));
      units += static_cast<char16_t>(0xDC00 + (code_point & 0x3FF));
    }
    at += size_bytes;
  }
  return units;
}

std::uint32_t java_hash(std::u16string_view text) {
  std::uint32_t hash = 0;
  for (const char16_t unit : text) hash = 31 * hash + unit;
  return hash;
}

Result<std::vector<std::uint32_t>> java_set_order(std::span<const std::u16string> values) {
  std::vector<std::uint32_t> hashes;
  std::vector<std::uint32_t> held(kFirstBuckets, 0);  // values in each bucket
  for (const std::u16string& value : values) {
    hashes.push_back(java_hash(value));
    const std::uint32_t bucket_size = ++held[bucket_of(hashes.back(), held.size())];
    if (bucket_size > kLargestBucket) {
      return error(Code::kInvalidArgument,
                   std::to_string(bucket_size) + " of " + std::to_string(hashes.size()) +
                       " values share one bucket of Java's hash set, above the limit of " +
                       std::to_string(kLargestBucket));
    }
    if (hashes.size() <= held.size() / 4 * 3) continue;
    held.assign(held.size() * 2, 0);
    for (const std::uint32_t hash : hashes) ++held[bucket_of(hash, held.size())];
  }
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::size_t left = bucket_of(hashes[a], held.size());
    const std::size_t right = bucket_of(hashes[b], held.size());
    return left != right ? left < right : a < b;
  });
  return order;
}

}  // namespace croupier::copies
