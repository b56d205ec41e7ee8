#include "fleet/ring_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_set>

#include "croupier/ids.h"
#include "croupier/quote.h"
#include "fleet/rfc3339.h"

namespace croupier::fleet {
namespace {

using Json = nlohmann::json;
using copies::RingInstance;
using Names = std::span<const std::string_view>;

constexpr std::string_view kPageKeys[] = {"shards", "now", "storageLastUpdated"};
constexpr std::string_view kInstanceKeys[] = {"id",
                                              "state",
                                              "address",
                                              "timestamp",
                                              "registered_timestamp",
                                              "read_only",
                                              "read_only_updated_timestamp",
                                              "zone",
                                              "tokens"};

Result<Json> parse_page(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start != std::string_view::npos && text[start] == '<') {
    return error(Code::kInvalidArgument,
                 "HTML, not JSON; ask for the page with the header Accept: application/json");
  }
  std::vector<std::set<std::string>> open;  // the keys so far of each object that is open
  std::string twice;
  const auto watch = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if (event == Json::parse_event_t::key && twice.empty()) {
      const auto& key = value.get_ref<const std::string&>();
      if (!open.back().insert(key).second) twice = key;
    }
    return true;
  };
  try {
    Json page = Json::parse(text.begin(), text.end(), watch);
    if (twice.empty()) return page;
    return error(Code::kInvalidArgument, fmt::format("key {} stands twice", quote(twice)));
  } catch (const Json::exception& e) {
    const auto* broken = dynamic_cast<const Json::parse_error*>(&e);
    const std::size_t byte = broken != nullptr ? broken->byte : 0;
    if (byte > text.size()) {
      return error(Code::kInvalidArgument,
                   fmt::format("cut short: the JSON ends at byte {}", text.size()));
    }
    return error(Code::kInvalidArgument, fmt::format("not JSON at byte {}", byte));
  }
}

// Reads values, each with its place; keeps the first thing that is wrong.
class PageReader {
 public:
  RingPage read(const Json& json) {
    RingPage page;
    if (!check_keys(json, "the page", kPageKeys)) return page;
    page.now = time(json, "now", "");
    const Json* shards = find(json, "shards", "");
    if (shards == nullptr) return page;
    if (!shards->is_array() || shards->empty() || shards->size() > copies::kMaxRingMembers) {
      note(fmt::format("shards is not a list of 1 to {} instances", copies::kMaxRingMembers));
      return page;
    }
    std::unordered_set<std::string_view> ids;
    page.instances.reserve(shards->size());
    bool has_tokens = false;
    for (const Json& shard : *shards) {
      const std::string place = fmt::format("shards[{}]", page.instances.size());
      const RingInstance& one = page.instances.emplace_back(read_instance(shard, place));
      if (!problem_.empty()) return page;
      if (!ids.insert(one.id).second)
        note(fmt::format("{}.id {} stands twice", place, quote(one.id)));
      has_tokens = has_tokens || !one.tokens.empty();
    }
    if (!has_tokens) note("no instance has tokens; ask for the page with ?tokens=true");
    return page;
  }

  const std::string& problem() const { return problem_; }

 private:
  RingInstance read_instance(const Json& json, const std::string& place) {
    RingInstance instance;
    if (!check_keys(json, place, kInstanceKeys)) return instance;
    const std::string prefix = place + ".";
    instance.id = text(json, "id", prefix);
    if (const auto valid = check_id(instance.id); !valid) {
      note(fmt::format("{}id: {}", prefix, valid.error().message));
    }
    instance.zone = text(json, "zone", prefix);
    if (const auto valid = check_id(instance.zone); !valid && !instance.zone.empty()) {
      note(fmt::format("{}zone: {}", prefix, valid.error().message));
    }
    instance.registered = time(json, "registered_timestamp", prefix);
    if (json.contains("read_only") || json.contains("read_only_updated_timestamp")) {
      const Json* read_only = find(json, "read_only", prefix);
      instance.read_only = read_only != nullptr && *read_only == true;
      if (read_only != nullptr && !read_only->is_boolean()) {
        note(prefix + "read_only is not true or false");
      }
      instance.read_only_updated = time(json, "read_only_updated_timestamp", prefix);
    }
    instance.tokens = tokens(json, prefix);
    return instance;
  }

  // Null is how Go writes an empty list.
  std::vector<std::uint32_t> tokens(const Json& json, const std::string& prefix) {
    std::vector<std::uint32_t> tokens;
    const Json* list = find(json, "tokens", prefix);
    if (list == nullptr || list->is_null()) return tokens;
    const auto is_token = [](const Json& token) {
      return token.is_number_unsigned() && token.get<std::uint64_t>() <= UINT32_MAX;
    };
    if (!list->is_array() || !std::all_of(list->begin(), list->end(), is_token)) {
      note(prefix + "tokens is not a list of 32-bit numbers");
      return tokens;
    }
    tokens.reserve(list->size());
    for (const Json& token : *list) tokens.push_back(token.get<std::uint32_t>());
    return tokens;
  }

  std::string text(const Json& json, const char* key, const std::string& prefix) {
    const Json* value = find(json, key, prefix);
    if (value == nullptr) return {};
    if (value->is_string()) return value->get<std::string>();
    note(fmt::format("{}{} is not text", prefix, key));
    return {};
  }

  // Go's zero time, of year 1, stands for never: the epoch here.
  std::chrono::sys_seconds time(const Json& json, const char* key, const std::string& prefix) {
    constexpr std::chrono::sys_seconds kNever =
        std::chrono::sys_days(std::chrono::year(1) / std::chrono::January / 1);
    const Json* value = find(json, key, prefix);
    if (value == nullptr) return {};
    if (!value->is_string()) {
      note(fmt::format("{}{} is not text", prefix, key));
      return {};
    }
    const auto& shown = value->get_ref<const std::string&>();
    const auto time = parse_rfc3339(shown);
    if (!time) {
      note(fmt::format("{}{} {} is no RFC 3339 time", prefix, key, quote(shown)));
    } else if (*time != kNever &&
               (*time < std::chrono::sys_seconds{} || *time > copies::kMaxRingTime)) {
      note(fmt::format("{}{} {} is not in the years 1970 to 9999", prefix, key, quote(shown)));
    } else if (*time != kNever) {
      return *time;
    }
    return {};
  }

  bool check_keys(const Json& json, const std::string& place, Names known) {
    if (!json.is_object()) {
      note(place + " is not an object");
      return false;
    }
    for (const auto& item : json.items()) {
      if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
      note(fmt::format("{} has key {}, which this reader does not know", place, quote(item.key())));
    }
    return true;
  }

  const Json* find(const Json& json, const char* key, const std::string& prefix) {
    const auto found = json.find(key);
    if (found != json.end()) return &*found;
    note(fmt::format("{}{} is missing", prefix, key));
    return nullptr;
  }

  void note(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }

  std::string problem_;
};

}  // namespace

Result<RingPage> read_ring_page(std::string_view text) {
  return parse_page(text).and_then([](const Json& json) -> Result<RingPage> {
    PageReader reader;
    RingPage page = reader.read(json);
    if (reader.problem().empty()) return page;
    return error(Code::kInvalidArgument, reader.problem());
  });
}

}  // namespace croupier::fleet
