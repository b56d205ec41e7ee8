// Reads single values out of a document, each with its limits; what breaks one is reported.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fleet/model.h"
#include "fleet/report.h"

namespace croupier::fleet {

// `what` names the value in messages: "hand_size". All give nothing after they reported an error.

// Any text but the empty one. Plain scalars that YAML takes for numbers, booleans or dates must be
// quoted.
std::optional<std::string> read_text(Report& report, const Node& node, std::string_view what);

// A text that check_id passes.
std::optional<std::string> read_id(Report& report, const Node& node, std::string_view what);

// Decimal digits without quotes, sign or leading zeros, from min to max.
std::optional<std::uint64_t> read_integer(Report& report, const Node& node, std::string_view what,
                                          std::uint64_t min, std::uint64_t max);
std::optional<std::uint32_t> read_count(Report& report, const Node& node, std::string_view what,
                                        std::uint32_t min, std::uint32_t max);

// The same with a `-` in front of negative numbers; all 64-bit numbers.
std::optional<std::int64_t> read_signed(Report& report, const Node& node, std::string_view what);

// `250ms`, `2s`, `1m` or `1h`; 1ms to 24h.
std::optional<Milliseconds> read_duration(Report& report, const Node& node, std::string_view what);
// The same, or `unlimited`, which gives 0.
std::optional<Milliseconds> read_limit(Report& report, const Node& node, std::string_view what);

// `25%`, `0.5%` or a fraction such as `0.25`; 0 to 1.
std::optional<double> read_share(Report& report, const Node& node, std::string_view what);

// `true` or `false`.
std::optional<bool> read_bool(Report& report, const Node& node, std::string_view what);

// An absolute path of a URL, without query or fragment: "/", "/v1/".
std::optional<std::string> read_url_path(Report& report, const Node& node, std::string_view what);

// The texts of a list.
std::vector<std::string> read_texts(Report& report, const Node& node, std::string_view what);

// The ids of a list: at least one, none twice, at most kMaxDealtAttributes.
std::vector<std::string> read_ids(Report& report, const Node& node, std::string_view what);

std::optional<std::size_t> find_word(Report& report, const Node& node, std::string_view what,
                                     std::span<const std::string_view> words);

// One of a set of words.
template <typename T, std::size_t N>
std::optional<T> read_word(Report& report, const Node& node, std::string_view what,
                           const std::pair<std::string_view, T> (&words)[N]) {
  std::string_view names[N];
  for (std::size_t i = 0; i < N; ++i) names[i] = words[i].first;
  const auto found = find_word(report, node, what, names);
  if (!found) return std::nullopt;
  return words[*found].second;
}

// One of the words for the values of an enum, in the order of the values.
template <typename T, std::size_t N>
std::optional<T> read_word(Report& report, const Node& node, std::string_view what,
                           const std::array<std::string_view, N>& words) {
  const auto found = find_word(report, node, what, words);
  if (!found) return std::nullopt;
  return static_cast<T>(*found);
}

// "a, b or c".
std::string list_words(std::span<const std::string_view> words);

}  // namespace croupier::fleet
