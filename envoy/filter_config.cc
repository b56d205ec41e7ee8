#include <algorithm>
#include <array>
#include <span>

#include "envoy/filter.h"
#include "files/json_fields.h"

namespace croupier::envoy {
namespace {

using files::Fields;
using files::Problem;

constexpr std::array<std::string_view, 2> kMissingWords{"refuse", "guest"};
constexpr std::array<std::string_view, 2> kDoorWords{"cluster", "policy"};

// The position of the field's value among `words`; notes anything else.
std::size_t word_field(Fields& fields, const char* key, std::span<const std::string_view> words) {
  const std::string word = fields.text(key);
  const auto at = std::find(words.begin(), words.end(), word);
  if (at != words.end()) return static_cast<std::size_t>(at - words.begin());
  std::string wanted = "one of";
  for (const std::string_view each : words) wanted += " \"" + std::string(each) + "\"";
  fields.wrong(key, wanted);
  return 0;
}

template <typename Config, typename Read>
Result<std::unique_ptr<Config>> parse_config(std::string_view bytes, const char* what,
                                             const Read& read) {
  const auto json = files::parse_json(bytes);
  if (!json) return error(Code::kInvalidArgument, std::string(what) + " is not JSON");
  Problem problem;
  auto config = std::make_unique<Config>();
  Fields fields(*json, what, problem);
  read(*config, fields, problem);
  fields.done();
  if (!problem.empty()) return error(Code::kInvalidArgument, problem.what());
  return config;
}

}  // namespace

Result<std::unique_ptr<FilterConfig>> FilterConfig::parse(std::string_view name,
                                                          std::string_view bytes) {
  if (name == "upstream") {
    auto config = std::make_unique<FilterConfig>();
    config->upstream = true;
    return config;
  }
  return parse_config<FilterConfig>(
      bytes, "filter config", [](FilterConfig& config, Fields& fields, Problem& problem) {
        if (fields.has("deck")) config.deck = fields.text("deck");
        config.identity = parse_identity(fields.list("identity", 16), problem);
        config.missing_is_guest = word_field(fields, "missing", kMissingWords) == 1;
        if (fields.has("metadata")) config.metadata = fields.boolean("metadata");
        if (fields.has("door")) {
          config.policy_door = word_field(fields, "door", kDoorWords) == 1;
        }
      });
}

Result<std::unique_ptr<RouteConfig>> RouteConfig::parse(std::string_view bytes) {
  return parse_config<RouteConfig>(
      bytes, "route config", [](RouteConfig& config, Fields& fields, Problem&) {
        if (fields.has("deck")) config.deck = fields.text("deck");
        if (fields.has("retries")) {
          config.retries = static_cast<std::uint32_t>(fields.number("retries", 0, kMaxAttempts));
        }
        if (fields.has("repeat")) {
          config.repeat = static_cast<Repeat>(word_field(fields, "repeat", kRepeatWords));
        }
      });
}

}  // namespace croupier::envoy
