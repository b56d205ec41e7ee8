#include "fleet/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "croupier/ids.h"
#include "croupier/quote.h"
#include "fleet/map_reader.h"
#include "fleet/plain_types.h"

namespace croupier::fleet {
namespace {

constexpr std::string_view kDigits = "0123456789";

// A plain scalar, whose text is to be read as something else than text.
const std::string* plain_text(Report& report, const Node& node, std::string_view what,
                              std::string_view wanted) {
  if (node.is_scalar() && node.plain) return &node.text;
  const std::string got =
      node.is_scalar() ? quote(node.text) + " in quotes" : std::string(kind_name(node));
  report.error(node, fmt::format("{} must be {}, not {}", what, wanted, got));
  return nullptr;
}

struct Parsed {
  bool is_number = false;
  bool too_large = false;
  std::uint64_t value = 0;
};

Parsed parse_digits(std::string_view text) {
  Parsed parsed;
  parsed.is_number = !text.empty() && text.find_first_not_of(kDigits) == std::string_view::npos &&
                     (text.size() == 1 || text[0] != '0');
  if (!parsed.is_number) return parsed;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), parsed.value);
  parsed.too_large = result.ec != std::errc();
  return parsed;
}

std::optional<Milliseconds> parse_duration(std::string_view text) {
  constexpr std::uint64_t kMost = 24ull * 3600 * 1000;
  const std::size_t digits = std::min(text.find_first_not_of(kDigits), text.size());
  const Parsed number = parse_digits(text.substr(0, digits));
  const std::string_view unit = text.substr(digits);
  std::uint64_t scale = 0;
  if (unit == "ms") scale = 1;
  if (unit == "s") scale = 1'000;
  if (unit == "m") scale = 60'000;
  if (unit == "h") scale = 3'600'000;
  if (scale == 0 || !number.is_number || number.too_large) return std::nullopt;
  if (number.value == 0 || number.value > kMost / scale) return std::nullopt;
  return Milliseconds(static_cast<std::int64_t>(number.value * scale));
}

// Digits with at most one dot between them, times ten to the `exponent`, rounded once: so a limit
// compares equal to a share that is equal to it.
std::optional<double> parse_decimal(std::string_view text, int exponent) {
  const std::size_t dot = text.find('.');
  const auto digits_only = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of(kDigits) == std::string_view::npos;
  };
  if (!digits_only(text.substr(0, dot))) return std::nullopt;
  if (dot != std::string_view::npos && !digits_only(text.substr(dot + 1))) return std::nullopt;
  const std::string scaled = fmt::format("{}e{}", text, exponent);
  double value = 0;
  const auto result = std::from_chars(scaled.data(), scaled.data() + scaled.size(), value);
  if (result.ec != std::errc()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::string> read_text(Report& report, const Node& node, std::string_view what) {
  if (!node.is_scalar()) {
    report.error(node, fmt::format("{} must be text, not {}", what, kind_name(node)));
    return std::nullopt;
  }
  if (node.text.empty()) {
    report.error(node, fmt::format("{} must not be empty", what));
    return std::nullopt;
  }
  const std::string_view type = node.plain ? other_plain_type(node.text) : std::string_view();
  if (!type.empty()) {
    report.error(node, fmt::format("{} must be text, but {} without quotes is {} to YAML; quote it",
                                   what, quote(node.text), type));
    return std::nullopt;
  }
  return node.text;
}

std::optional<std::string> read_id(Report& report, const Node& node, std::string_view what) {
  auto text = read_text(report, node, what);
  if (!text) return text;
  if (const auto valid = check_id(*text); !valid) {
    report.error(node, fmt::format("{} {}: {}", what, quote(*text), valid.error().message));
    return std::nullopt;
  }
  return text;
}

std::optional<std::uint64_t> read_integer(Report& report, const Node& node, std::string_view what,
                                          std::uint64_t min, std::uint64_t max) {
  const std::string* text = plain_text(report, node, what, "a number");
  if (text == nullptr) return std::nullopt;
  const Parsed parsed = parse_digits(*text);
  if (!parsed.is_number) {
    report.error(node,
                 fmt::format("{} must be a number in decimal digits, not {}", what, quote(*text)));
    return std::nullopt;
  }
  if (parsed.too_large || parsed.value < min || parsed.value > max) {
    report.error(node, fmt::format("{} must be {} to {}, not {}", what, min, max, quote(*text)));
    return std::nullopt;
  }
  return parsed.value;
}

std::optional<std::int64_t> read_signed(Report& report, const Node& node, std::string_view what) {
  constexpr std::string_view kWanted = "a whole number of 64 bits";
  const std::string* text = plain_text(report, node, what, kWanted);
  if (text == nullptr) return std::nullopt;
  const bool negative = text->starts_with('-');
  const Parsed parsed = parse_digits(std::string_view(*text).substr(negative ? 1 : 0));
  const std::uint64_t most = std::uint64_t{INT64_MAX} + (negative ? 1 : 0);
  if (!parsed.is_number || parsed.too_large || parsed.value > most ||
      (negative && parsed.value == 0)) {
    report.error(node, fmt::format("{} must be {}, not {}", what, kWanted, quote(*text)));
    return std::nullopt;
  }
  return static_cast<std::int64_t>(negative ? -parsed.value : parsed.value);
}

std::optional<std::uint32_t> read_count(Report& report, const Node& node, std::string_view what,
                                        std::uint32_t min, std::uint32_t max) {
  const auto value = read_integer(report, node, what, min, max);
  if (!value) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

std::optional<Milliseconds> read_duration(Report& report, const Node& node, std::string_view what) {
  constexpr std::string_view kWanted = "a time such as 250ms, 2s, 1m or 1h (1ms to 24h)";
  const auto text = read_text(report, node, what);
  if (!text) return std::nullopt;
  const auto duration = parse_duration(*text);
  if (!duration) {
    report.error(node, fmt::format("{} must be {}, not {}", what, kWanted, quote(*text)));
  }
  return duration;
}

std::optional<Milliseconds> read_limit(Report& report, const Node& node, std::string_view what) {
  if (node.is_scalar() && node.text == "unlimited") return Milliseconds(0);
  return read_duration(report, node, fmt::format("{} (unless unlimited)", what));
}

std::optional<double> read_share(Report& report, const Node& node, std::string_view what) {
  constexpr std::string_view kWanted = "a share such as 25% or 0.25 (0 to 1)";
  const std::string* text = plain_text(report, node, what, kWanted);
  if (text == nullptr) return std::nullopt;
  const std::size_t percent = text->ends_with('%') ? 1 : 0;
  const std::string_view digits = std::string_view(*text).substr(0, text->size() - percent);
  const auto share = parse_decimal(digits, percent == 1 ? -2 : 0);
  if (!share || *share > 1) {
    report.error(node, fmt::format("{} must be {}, not {}", what, kWanted, quote(*text)));
    return std::nullopt;
  }
  return share;
}

std::optional<bool> read_bool(Report& report, const Node& node, std::string_view what) {
  const std::string* text = plain_text(report, node, what, "true or false");
  if (text == nullptr) return std::nullopt;
  if (*text == "true") return true;
  if (*text == "false") return false;
  report.error(node, fmt::format("{} must be true or false, not {}", what, quote(*text)));
  return std::nullopt;
}

std::optional<std::string> read_url_path(Report& report, const Node& node, std::string_view what) {
  auto text = read_text(report, node, what);
  if (!text) return text;
  const auto printable = [](char c) { return c > ' ' && c < 0x7F; };
  if (text->front() != '/' || text->find_first_of("?#") != std::string::npos ||
      !std::all_of(text->begin(), text->end(), printable)) {
    report.error(node, fmt::format("{} must begin with / and hold printable ASCII without ? or #, "
                                   "not {}",
                                   what, quote(*text)));
    return std::nullopt;
  }
  return text;
}

std::vector<std::string> read_texts(Report& report, const Node& node, std::string_view what) {
  std::vector<std::string> texts;
  if (!node.is_sequence()) {
    report.error(node, fmt::format("{} must be a list, not {}", what, kind_name(node)));
    return texts;
  }
  for (const Node& item : node.children) {
    if (auto text = read_text(report, item, fmt::format("a value of {}", what))) {
      texts.push_back(std::move(*text));
    }
  }
  return texts;
}

std::vector<std::string> read_ids(Report& report, const Node& node, std::string_view what) {
  std::vector<std::string> ids;
  for (const Node& item : read_list(report, node, what)) {
    const auto id = read_id(report, item, fmt::format("a value of {}", what));
    if (!id) continue;
    if (std::find(ids.begin(), ids.end(), *id) != ids.end()) {
      report.error(item, fmt::format("{} has {} twice", what, quote(*id)));
    } else if (ids.size() == kMaxDealtAttributes) {
      report.error(item, fmt::format("{} has more than {} values", what, kMaxDealtAttributes));
      return ids;
    } else {
      ids.push_back(*id);
    }
  }
  if (node.is_sequence() && node.children.empty()) {
    report.error(node, fmt::format("{} is empty", what));
  }
  return ids;
}

std::string list_words(std::span<const std::string_view> words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? " or " : ", ";
    list += words[i];
  }
  return list;
}

std::optional<std::size_t> find_word(Report& report, const Node& node, std::string_view what,
                                     std::span<const std::string_view> words) {
  const std::string got = node.is_scalar() ? quote(node.text) : std::string(kind_name(node));
  for (std::size_t i = 0; node.is_scalar() && i < words.size(); ++i) {
    if (node.text == words[i]) return i;
  }
  report.error(node, fmt::format("{} must be {}, not {}", what, list_words(words), got));
  return std::nullopt;
}

}  // namespace croupier::fleet
