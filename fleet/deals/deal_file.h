// The deal file: what one deck of a stored policy has dealt to whom. docs/formats/deals.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/policy.h"
#include "croupier/result.h"

namespace croupier::fleet {

inline constexpr std::size_t kMaxDealFileBytes = 4ull << 30;
inline constexpr std::size_t kMaxAncestors = 256;
inline constexpr std::size_t kAncestorDigits = 16;

struct DealRecord {
  std::string id;                 // a tenant's, a group's or the guest's
  std::uint64_t ordinal = 0;      // with `bounded`
  std::vector<std::string> hand;  // with `search`: worker ids, in dealt order
};

struct DealFile {
  std::string deck;
  Policy policy = Policy::kBounded;
  std::uint64_t version = 0;  // 1 and up; grows by one with every change
  // The versions it grew out of, the latest last, at most kMaxAncestors: the first kAncestorDigits
  // of their digests.
  std::vector<std::string> ancestors;
  // What the hands were dealt by. Hands of different shapes keep no bound between each other.
  std::uint32_t hand = 0;
  std::uint32_t max_overlap = 0;
  // With `bounded` only.
  std::uint32_t stripes = 0;       // as BoundedSpec has it
  std::uint32_t stripe_size = 0;   // as BoundedSpec has it
  std::string key_check;           // Key::check_value()
  std::vector<std::string> slots;  // worker number i of the deal is the worker of this id
  std::uint64_t next = 0;          // the next ordinal to give; of those from here on only
                                   // imported hands have any

  std::vector<DealRecord> records;  // by id, ascending
};

// The same file, the same bytes.
std::string encode(const DealFile& file);

// What the file's last line says of it: SHA-256 of all lines before, 64 hex digits.
std::string digest_of(std::string_view text);

// Whether the text begins as deal files do, whole or damaged.
bool begins_as_deal_file(std::string_view text);

// Strict: kDataLoss, with the line, for anything that encode() would not have written: a file cut
// short or edited, records out of order, an ordinal that two have.
Result<DealFile> decode_deal_file(std::string_view text);

}  // namespace croupier::fleet
