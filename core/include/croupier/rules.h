// The declared rules that routing follows, shared by the fleet file, snapshots and routers.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace croupier {

// Which requests may be sent again after an attempt may have reached a worker. Attempts that
// certainly were never sent (connection refused, stream refused) may always be repeated.
enum class Repeat : std::uint8_t {
  kIdempotent,  // GET, HEAD, OPTIONS, PUT, DELETE
  kNeverSent,   // none
  kAlways,      // all: the operator vouches for every method
};

// What a request gets whose hand has no member left that looks healthy.
enum class AllDown : std::uint8_t {
  kProbe,   // one attempt at a member that looks down, then the refusal
  kRefuse,  // the refusal at once
};

// Who is dealt a hand in a deck without being listed.
enum class Unknown : std::uint8_t {
  kDeal,    // every authenticated id has a hand of its own
  kGuest,   // unlisted ids share the deck's guest hand
  kRefuse,  // unlisted ids are refused
};

// The words for these values in files and messages, in the order of the values.
inline constexpr std::array<std::string_view, 3> kRepeatWords{"idempotent", "never-sent", "always"};
inline constexpr std::array<std::string_view, 2> kAllDownWords{"probe", "refuse"};
inline constexpr std::array<std::string_view, 3> kUnknownWords{"deal", "guest", "refuse"};

constexpr std::string_view word_of(Repeat repeat) {
  return kRepeatWords[static_cast<std::size_t>(repeat)];
}
constexpr std::string_view word_of(AllDown all_down) {
  return kAllDownWords[static_cast<std::size_t>(all_down)];
}
constexpr std::string_view word_of(Unknown unknown) {
  return kUnknownWords[static_cast<std::size_t>(unknown)];
}

// The rules of all attempts of one request, with nothing left to inherit.
struct AttemptRules {
  std::uint32_t max = 0;                     // attempts; 0: as many as the hand has members
  std::chrono::milliseconds try_timeout{0};  // of one attempt; 0: no limit of its own
  Repeat repeat = Repeat::kIdempotent;
  AllDown all_down = AllDown::kProbe;
  bool operator==(const AttemptRules&) const = default;
};

// What a deck, group or tenant says of the rules; absent fields are inherited, one by one.
struct AttemptOverrides {
  std::optional<std::uint32_t> max{};  // at least 1
  std::optional<std::chrono::milliseconds> try_timeout{};
  std::optional<Repeat> repeat{};
  std::optional<AllDown> all_down{};

  AttemptRules apply(AttemptRules rules) const {
    rules.max = max.value_or(rules.max);
    rules.try_timeout = try_timeout.value_or(rules.try_timeout);
    rules.repeat = repeat.value_or(rules.repeat);
    rules.all_down = all_down.value_or(rules.all_down);
    return rules;
  }
  bool operator==(const AttemptOverrides&) const = default;
};

}  // namespace croupier
