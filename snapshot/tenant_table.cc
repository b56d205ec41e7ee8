#include "snapshot/tenant_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "croupier/assert.h"
#include "croupier/hash.h"
#include "croupier/ids.h"
#include "snapshot/bytes.h"

namespace croupier::snapshot {
namespace {

// Header, 64 bytes; the rest of it is zero.
constexpr char kMagic[] = "CRTENANT";
constexpr std::uint32_t kByteOrder = 0x0A0B0C0D;
constexpr std::uint32_t kFormat = 2;
constexpr std::size_t kByteOrderAt = 8;
constexpr std::size_t kFormatAt = 12;
constexpr std::size_t kCountAt = 16;
constexpr std::size_t kBucketBitsAt = 20;
constexpr std::size_t kSeedAt = 24;
constexpr std::size_t kRecordBytesAt = 40;
constexpr std::size_t kHeaderBytes = 64;

constexpr std::uint32_t kMaxBucketBits = 26;

// A bucket is 0 when empty, else (record offset + 1) << 24 | 24 bits of the hash.
constexpr unsigned kTagBits = 24;
constexpr std::uint64_t kTagMask = (1u << kTagBits) - 1;

enum RecordFlag : std::uint8_t {
  kHasGroup = 1,
  kHasOverrides = 2,
  kRemoved = 4,
  kAllRecordFlags = 7
};
enum OverrideFlag : std::uint16_t {
  kHasSize = 1,
  kSizeIsAll = 2,
  kHasHand = 4,
  kHasMax = 8,
  kHasTryTimeout = 16,
  kHasRepeat = 32,
  kHasAllDown = 64,
  kHandIsRecorded = 128,
  kHasOrdinal = 256,
  kAllOverrideFlags = 511,
};

constexpr std::uint64_t kMaxTimeoutMs = 1ull << 40;

void append_override(std::string& out, const OverrideEntry& entry) {
  std::uint32_t flags = 0;
  if (entry.hand_size == kAllWorkers) flags |= kSizeIsAll;
  if (entry.hand_size != kAllWorkers && entry.hand_size != kInheritSize) flags |= kHasSize;
  if (!entry.hand.empty()) flags |= kHasHand;
  if (entry.recorded) flags |= kHandIsRecorded;
  if (entry.ordinal) flags |= kHasOrdinal;
  if (entry.attempts.max) flags |= kHasMax;
  if (entry.attempts.try_timeout) flags |= kHasTryTimeout;
  if (entry.attempts.repeat) flags |= kHasRepeat;
  if (entry.attempts.all_down) flags |= kHasAllDown;
  append_varint(out, entry.deck);
  append_varint(out, flags);
  if (flags & kHasSize) append_varint(out, entry.hand_size);
  if (flags & kHasHand) {
    append_varint(out, entry.hand.size());
    for (const std::uint32_t worker : entry.hand) append_varint(out, worker);
  }
  if (flags & kHasOrdinal) append_varint(out, *entry.ordinal);
  if (flags & kHasMax) append_varint(out, *entry.attempts.max);
  if (flags & kHasTryTimeout) {
    append_varint(out, static_cast<std::uint64_t>(entry.attempts.try_timeout->count()));
  }
  if (flags & kHasRepeat) out.push_back(static_cast<char>(*entry.attempts.repeat));
  if (flags & kHasAllDown) out.push_back(static_cast<char>(*entry.attempts.all_down));
}

// Reads what append_override wrote; values out of their enum or range end the reader.
bool read_override(ByteReader& in, OverrideEntry& entry) {
  entry.deck = in.number();
  const std::uint32_t flags = in.number(kAllOverrideFlags);
  if ((flags & kHasSize) && (flags & kSizeIsAll)) return false;
  entry.hand_size = (flags & kSizeIsAll) ? kAllWorkers : kInheritSize;
  if (flags & kHasSize) {
    entry.hand_size = in.number(kMaxWorkers);
    if (entry.hand_size == kInheritSize) return false;
  }
  entry.hand.clear();
  if (flags & kHasHand) {
    const std::uint32_t count = in.number(kMaxWorkers);
    if (count == 0 || count > in.left()) return false;
    for (std::uint32_t i = 0; i < count; ++i) entry.hand.push_back(in.number());
  }
  entry.recorded = flags & kHandIsRecorded;
  if (entry.recorded && entry.hand.empty()) return false;
  entry.ordinal.reset();
  if (flags & kHasOrdinal) entry.ordinal = in.varint();
  entry.attempts = {};
  if (flags & kHasMax) {
    entry.attempts.max = in.number();
    if (*entry.attempts.max == 0) return false;
  }
  if (flags & kHasTryTimeout) {
    const std::uint64_t timeout_ms = in.varint();
    if (timeout_ms > kMaxTimeoutMs) return false;
    entry.attempts.try_timeout = std::chrono::milliseconds(timeout_ms);
  }
  if (flags & kHasRepeat) {
    const std::uint8_t value = in.byte();
    if (value > static_cast<std::uint8_t>(Repeat::kAlways)) return false;
    entry.attempts.repeat = static_cast<Repeat>(value);
  }
  if (flags & kHasAllDown) {
    const std::uint8_t value = in.byte();
    if (value > static_cast<std::uint8_t>(AllDown::kRefuse)) return false;
    entry.attempts.all_down = static_cast<AllDown>(value);
  }
  return in.ok();
}

std::string record_body(const TenantEntry& tenant, bool removed) {
  std::string body;
  const bool overrides = !tenant.overrides.empty();
  body.push_back(static_cast<char>((tenant.group ? kHasGroup : 0) |
                                   (overrides ? kHasOverrides : 0) | (removed ? kRemoved : 0)));
  if (tenant.group) append_varint(body, *tenant.group);
  if (overrides) {
    append_varint(body, tenant.overrides.size());
    for (const OverrideEntry& entry : tenant.overrides) append_override(body, entry);
  }
  return body;
}

// Fills the buckets for the given size; false when a run would exceed kMaxProbes.
bool fill_buckets(std::vector<std::uint64_t>& buckets, const std::vector<std::uint64_t>& hashes,
                  const std::vector<std::uint64_t>& offsets) {
  const std::uint64_t mask = buckets.size() - 1;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    std::uint64_t at = hashes[i] >> kTagBits & mask;
    std::uint32_t probes = 1;
    for (; buckets[at] != 0; at = (at + 1) & mask) {
      if (++probes > kMaxProbes) return false;
    }
    buckets[at] = (offsets[i] + 1) << kTagBits | (hashes[i] & kTagMask);
  }
  return true;
}

SipKey seed_of(std::string_view records) {
  const Digest digest = sha256(records);
  SipKey seed;
  std::copy_n(digest.begin(), seed.size(), seed.begin());
  return seed;
}

}  // namespace

Result<std::string> TenantTable::build(std::vector<TenantEntry> tenants,
                                       std::vector<std::string> removed) {
  const std::size_t stored = tenants.size();
  for (std::string& id : removed) tenants.push_back({std::move(id), std::nullopt, {}});
  if (tenants.size() > kMaxStoredTenants) {
    return error(Code::kInvalidArgument, std::to_string(tenants.size()) +
                                             " tenants; a segment holds " +
                                             std::to_string(kMaxStoredTenants) + " at most");
  }
  // Sorted positions, so that the same tenants give the same bytes in whatever order they came.
  std::vector<std::uint32_t> order(tenants.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto by_id = [&](std::uint32_t a, std::uint32_t b) {
    return tenants[a].id < tenants[b].id;
  };
  if (!std::is_sorted(order.begin(), order.end(), by_id))
    std::sort(order.begin(), order.end(), by_id);

  std::string records;
  std::vector<std::uint64_t> offsets;
  offsets.reserve(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const TenantEntry& tenant = tenants[order[i]];
    if (i > 0 && tenants[order[i - 1]].id == tenant.id) {
      return error(Code::kInvalidArgument, "duplicate tenant \"" + tenant.id + "\"");
    }
    if (auto checked = check_id(tenant.id); !checked) return tl::unexpected(checked.error());
    offsets.push_back(records.size());
    const std::string body = record_body(tenant, order[i] >= stored);
    records.push_back(static_cast<char>(tenant.id.size()));
    records += tenant.id;
    append_varint(records, body.size());
    records += body;
  }

  const SipKey seed = seed_of(records);
  std::vector<std::uint64_t> hashes;
  hashes.reserve(order.size());
  for (const std::uint32_t at : order) hashes.push_back(siphash(seed, tenants[at].id));
  // At most 5 of 8 buckets are taken; runs longer than kMaxProbes ask for more buckets.
  unsigned bits = static_cast<unsigned>(std::bit_width(order.size() * 8 / 5 + 1));
  std::vector<std::uint64_t> buckets(std::size_t{1} << bits, 0);
  while (!fill_buckets(buckets, hashes, offsets)) {
    if (++bits > kMaxBucketBits) return error(Code::kInternal, "tenant ids hash too unevenly");
    buckets.assign(std::size_t{1} << bits, 0);
  }

  std::string out(kMagic, kByteOrderAt);
  append_number(out, kByteOrder);
  append_number(out, kFormat);
  append_number(out, static_cast<std::uint32_t>(order.size()));
  append_number(out, static_cast<std::uint32_t>(bits));
  out.append(reinterpret_cast<const char*>(seed.data()), seed.size());
  append_number(out, static_cast<std::uint64_t>(records.size()));
  out.resize(kHeaderBytes, '\0');
  out.append(reinterpret_cast<const char*>(buckets.data()), buckets.size() * sizeof(buckets[0]));
  out += records;
  return out;
}

Result<TenantTable> TenantTable::open(std::string bytes, const Limits& limits) {
  const auto bad = [](const std::string& why) {
    return error(Code::kDataLoss, "tenant segment: " + why);
  };
  if (bytes.size() < kHeaderBytes) {
    return bad(std::to_string(bytes.size()) + " bytes, shorter than its header of " +
               std::to_string(kHeaderBytes));
  }
  if (bytes.compare(0, kByteOrderAt, kMagic) != 0) return bad("is not one (wrong first bytes)");
  const auto order = load_number<std::uint32_t>(&bytes[kByteOrderAt]);
  if (order != kByteOrder) return bad("written in another byte order than this machine's");
  const auto format = load_number<std::uint32_t>(&bytes[kFormatAt]);
  if (format != kFormat) {
    return bad("format " + std::to_string(format) + "; this reader knows format " +
               std::to_string(kFormat));
  }
  TenantTable table;
  table.count_ = load_number<std::uint32_t>(&bytes[kCountAt]);
  const auto bits = load_number<std::uint32_t>(&bytes[kBucketBitsAt]);
  const auto record_bytes = load_number<std::uint64_t>(&bytes[kRecordBytesAt]);
  std::memcpy(table.seed_.data(), &bytes[kSeedAt], table.seed_.size());
  if (bits > kMaxBucketBits) return bad("2^" + std::to_string(bits) + " buckets, above the limit");
  const std::uint64_t bucket_bytes = sizeof(std::uint64_t) << bits;
  if (bytes.size() - kHeaderBytes < bucket_bytes ||
      bytes.size() - kHeaderBytes - bucket_bytes != record_bytes) {
    return bad(std::to_string(bytes.size()) + " bytes do not fit what its header announces");
  }
  if (table.count_ > kMaxStoredTenants || table.count_ >= std::uint64_t{1} << bits) {
    return bad(std::to_string(table.count_) + " tenants do not fit its buckets");
  }
  table.bucket_mask_ = (std::uint64_t{1} << bits) - 1;
  table.records_begin_ = kHeaderBytes + bucket_bytes;
  table.bytes_ = std::move(bytes);
  if (auto wrong = table.check(limits)) return bad(*wrong);
  return table;
}

std::optional<std::string> TenantTable::check(const Limits& limits) const {
  const auto at_offset = [](std::size_t offset, const char* what) {
    return std::string(what) + " at byte " + std::to_string(offset);
  };
  // Every record, in order; and its bucket must lead back to it.
  ByteReader in(std::string_view(bytes_).substr(records_begin_));
  std::string_view previous;
  std::vector<OverrideEntry> overrides;
  for (std::uint32_t i = 0; i < count_; ++i) {
    const std::size_t offset = bytes_.size() - in.left();
    const std::string_view id = in.take(in.byte());
    const std::string_view body = in.take(in.number());
    if (!in.ok() || body.empty()) return at_offset(offset, "cut record");
    if (!check_id(id)) return at_offset(offset, "malformed id");
    if (i > 0 && !(previous < id)) return at_offset(offset, "record out of order");
    previous = id;
    const TenantRecord record(body);
    if (!record.read_all(overrides)) return at_offset(offset, "malformed record");
    if (record.group() && *record.group() >= limits.groups) {
      return at_offset(offset, "unknown group");
    }
    for (const OverrideEntry& entry : overrides) {
      if (entry.deck >= limits.decks) return at_offset(offset, "unknown deck");
      for (const std::uint32_t worker : entry.hand) {
        if (worker >= limits.workers) return at_offset(offset, "unknown worker");
      }
    }
    const auto found = find(id);
    if (!found || found->body().data() != body.data())
      return at_offset(offset, "unreachable record");
  }
  if (in.left() != 0) return at_offset(bytes_.size() - in.left(), "bytes after the last record");
  // Buckets beyond those that lead to records would send look-ups anywhere.
  std::uint32_t used = 0;
  for (std::size_t at = kHeaderBytes; at < records_begin_; at += sizeof(std::uint64_t)) {
    used += load_number<std::uint64_t>(&bytes_[at]) != 0;
  }
  if (used != count_)
    return std::to_string(used) + " buckets used by " + std::to_string(count_) + " tenants";
  return std::nullopt;
}

// Safe for any offset while check() runs: a record that would pass the end reads as empty.
TenantTable::Stored TenantTable::stored_at(std::size_t offset) const {
  if (offset >= bytes_.size()) return {{}, {}, bytes_.size()};
  ByteReader in(std::string_view(bytes_).substr(offset));
  const std::string_view id = in.take(in.byte());
  const std::string_view body = in.take(in.number());
  return {id, body, bytes_.size() - in.left()};
}

std::optional<TenantRecord> TenantTable::find(std::string_view tenant) const {
  const std::uint64_t hash = siphash(seed_, tenant);
  std::uint64_t at = hash >> kTagBits & bucket_mask_;
  for (std::uint32_t probe = 0; probe < kMaxProbes; ++probe, at = (at + 1) & bucket_mask_) {
    const auto bucket =
        load_number<std::uint64_t>(&bytes_[kHeaderBytes + at * sizeof(std::uint64_t)]);
    if (bucket == 0) return std::nullopt;
    if ((bucket & kTagMask) != (hash & kTagMask)) continue;
    const Stored stored = stored_at(records_begin_ + (bucket >> kTagBits) - 1);
    if (stored.id == tenant && !stored.body.empty()) return TenantRecord(stored.body);
  }
  return std::nullopt;
}

bool TenantRecord::removed() const {
  return static_cast<std::uint8_t>(body_[0]) & kRemoved;
}

std::optional<std::uint32_t> TenantRecord::group() const {
  ByteReader in(body_);
  if ((in.byte() & kHasGroup) == 0) return std::nullopt;
  return in.number();
}

bool TenantRecord::find_override(std::uint32_t deck, OverrideEntry& override_out) const {
  ByteReader in(body_);
  const std::uint8_t flags = in.byte();
  if ((flags & kHasOverrides) == 0) return false;
  if (flags & kHasGroup) in.number();
  const std::uint32_t count = in.number();
  for (std::uint32_t i = 0; i < count && read_override(in, override_out); ++i) {
    if (override_out.deck == deck) return true;
  }
  return false;
}

bool TenantRecord::read_all(std::vector<OverrideEntry>& overrides) const {
  overrides.clear();
  ByteReader in(body_);
  const std::uint8_t flags = in.byte();
  if (flags & ~kAllRecordFlags) return false;
  if (flags & kHasGroup) in.number();
  if (flags & kHasOverrides) {
    const std::uint32_t count = in.number();
    if (count == 0) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      OverrideEntry entry;
      if (!read_override(in, entry)) return false;
      if (!overrides.empty() && overrides.back().deck >= entry.deck) return false;
      overrides.push_back(std::move(entry));
    }
  }
  return in.ok() && in.left() == 0;
}

}  // namespace croupier::snapshot
