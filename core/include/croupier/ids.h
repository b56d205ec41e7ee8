// Ids of tenants and workers: opaque bytes, compared as bytes, never normalised.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "croupier/result.h"

namespace croupier {

inline constexpr std::size_t kMaxIdBytes = 255;

// Checks the rule that all ids follow: 1 to 255 bytes of valid UTF-8 without control characters
// (U+0000 to U+001F, U+007F to U+009F). On failure kInvalidArgument names the byte offset.
// Cost: one pass, no allocation unless it fails.
Result<void> check_id(std::string_view id);

// An id that has passed check_id. Tag keeps tenants, workers and decks apart at compile time.
template <typename Tag>
class Id {
 public:
  static Result<Id> parse(std::string_view text) {
    return check_id(text).map([&] { return Id(std::string(text)); });
  }

  const std::string& str() const { return text_; }
  std::string_view view() const { return text_; }
  auto operator<=>(const Id&) const = default;

 private:
  explicit Id(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

using TenantId = Id<struct TenantTag>;
using WorkerId = Id<struct WorkerTag>;
using DeckName = Id<struct DeckTag>;

}  // namespace croupier
