// The stored tenants of a snapshot: one immutable hash table in one byte string, found in two
// dependent reads. docs/formats/snapshot.md, "Tenant segment".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/key.h"
#include "croupier/result.h"
#include "snapshot/contents.h"

namespace croupier::snapshot {

inline constexpr std::uint32_t kMaxStoredTenants = 16'000'000;  // of one segment
inline constexpr std::uint32_t kMaxProbes = 64;                 // buckets read by one look-up

// One tenant as stored. Views into the table that gave it.
class TenantRecord {
 public:
  explicit TenantRecord(std::string_view body) : body_(body) {}

  std::string_view body() const { return body_; }
  bool removed() const;  // a delta says that the tenant is gone
  std::optional<std::uint32_t> group() const;

  // What the tenant has of its own in this deck: pinned hand into `override_out.hand` (its capacity
  // is reused). False when it has nothing. Cost: linear in the tenant's overrides.
  bool find_override(std::uint32_t deck, OverrideEntry& override_out) const;

  // All of them, for inspection; false when the record is malformed.
  bool read_all(std::vector<OverrideEntry>& overrides) const;

 private:
  std::string_view body_;  // flags byte, then what the flags announce
};

class TenantTable {
 public:
  // Builds the bytes of a table. `tenants` may come in any order and are sorted by id; a duplicate
  // id is kInvalidArgument. `removed` are tombstones (deltas only). Same tenants, same bytes.
  static Result<std::string> build(std::vector<TenantEntry> tenants,
                                   std::vector<std::string> removed = {});

  // Takes the bytes over after checking every offset, record and number in them against the limits,
  // so that look-ups need not. kDataLoss with the place that is wrong. Cost: one pass.
  struct Limits {
    std::uint32_t decks = 0;
    std::uint32_t groups = 0;
    std::uint32_t workers = 0;
  };
  static Result<TenantTable> open(std::string bytes, const Limits& limits);

  // Cost: one keyed hash and, but for hash neighbours, one read of a bucket and one of a record.
  std::optional<TenantRecord> find(std::string_view tenant) const;

  std::uint32_t size() const { return count_; }

  // Calls visit(id, record) for all tenants in the order of their ids.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    std::size_t at = records_begin_;
    for (std::uint32_t i = 0; i < count_; ++i) {
      const Stored stored = stored_at(at);
      visit(stored.id, TenantRecord(stored.body));
      at = stored.end;
    }
  }

 private:
  struct Stored {
    std::string_view id;
    std::string_view body;
    std::size_t end = 0;
  };
  Stored stored_at(std::size_t offset) const;
  std::optional<std::string> check(const Limits& limits) const;

  std::string bytes_;
  SipKey seed_{};
  std::uint32_t count_ = 0;
  std::uint64_t bucket_mask_ = 0;
  std::size_t records_begin_ = 0;
};

}  // namespace croupier::snapshot
