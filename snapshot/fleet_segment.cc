#include "snapshot/fleet_segment.h"

#include <algorithm>
#include <array>

#include "croupier/ids.h"
#include "files/json_fields.h"
#include "snapshot/manifest.h"
#include "snapshot/policy_options.h"

namespace croupier::snapshot {

using files::Fields;
using files::Json;
using files::parse_json;
using files::Problem;

namespace {

constexpr std::array<std::string_view, 3> kSpreadWords{"none", "prefer", "balanced"};

template <typename Enum, std::size_t N>
Enum enum_field(Fields& fields, const char* key, const std::array<std::string_view, N>& names) {
  const std::string name = fields.text(key);
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    fields.wrong(key, "a known word");
    return Enum{};
  }
  return static_cast<Enum>(at - names.begin());
}

// ---- sizes and attempts ----

Json encode_size(std::uint32_t size) {
  if (size == kAllWorkers) return "all";
  return size;
}

std::uint32_t size_field(Fields& fields, const char* key, const Json& object) {
  if (object.is_object() && object.contains(key) && object[key] == "all") {
    return fields.text(key), kAllWorkers;
  }
  return static_cast<std::uint32_t>(fields.number(key, 1, kMaxWorkers));
}

Json encode_attempts(const AttemptOverrides& attempts) {
  Json json = Json::object();
  if (attempts.max) json["max"] = *attempts.max;
  if (attempts.try_timeout) json["try_timeout_ms"] = attempts.try_timeout->count();
  if (attempts.repeat) json["repeat"] = word_of(*attempts.repeat);
  if (attempts.all_down) json["all_down"] = word_of(*attempts.all_down);
  return json;
}

AttemptOverrides decode_attempts(const Json& json, const std::string& where, Problem& problem) {
  AttemptOverrides attempts;
  Fields fields(json, where, problem);
  if (fields.has("max")) {
    attempts.max = static_cast<std::uint32_t>(fields.number("max", 0, UINT32_MAX));
  }
  if (fields.has("try_timeout_ms")) {
    attempts.try_timeout =
        std::chrono::milliseconds(fields.number("try_timeout_ms", 0, 1ull << 40));
  }
  if (fields.has("repeat")) attempts.repeat = enum_field<Repeat>(fields, "repeat", kRepeatWords);
  if (fields.has("all_down")) {
    attempts.all_down = enum_field<AllDown>(fields, "all_down", kAllDownWords);
  }
  fields.done();
  return attempts;
}

// ---- lists of indices ----

std::vector<std::uint32_t> indices_field(Fields& fields, const char* key, std::size_t below) {
  std::vector<std::uint32_t> indices;
  for (const Json& value : fields.list(key, kMaxSnapshotWorkers)) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= below) {
      fields.wrong(key, "a list of worker numbers below " + std::to_string(below));
      break;
    }
    indices.push_back(value.get<std::uint32_t>());
  }
  std::vector<std::uint32_t> sorted = indices;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    fields.wrong(key, "free of repeats");
  }
  return indices;
}

// ---- workers ----

Json encode_worker(const WorkerEntry& worker) {
  return {{"id", worker.id},
          {"address", worker.address},
          {"weight", worker.weight},
          {"draining", worker.draining}};
}

WorkerEntry decode_worker(const Json& json, const std::string& where, Problem& problem) {
  WorkerEntry worker;
  Fields fields(json, where, problem);
  worker.id = fields.text("id");
  worker.address = fields.text("address");
  worker.weight = static_cast<std::uint32_t>(fields.number("weight", 1, kMaxWeight));
  worker.draining = fields.boolean("draining");
  fields.done();
  if (!check_id(worker.id)) fields.wrong("id", "a valid id");
  return worker;
}

// ---- decks ----

Json encode_deck(const DeckEntry& deck) {
  const AttemptOverrides attempts{deck.attempts.max, deck.attempts.try_timeout,
                                  deck.attempts.repeat, deck.attempts.all_down};
  Json json{{"name", deck.name},
            {"policy", policy_name(deck.policy)},
            {"options", encode_options(deck.options)},
            {"key_id", deck.key_id},
            {"key_check", deck.key_check},
            {"hand_size", encode_size(deck.hand_size)},
            {"spread", kSpreadWords[static_cast<std::size_t>(deck.spread)]},
            {"dealt", deck.dealt},
            {"values", deck.values},
            {"members", deck.members},
            {"spill", deck.spill},
            {"unknown", word_of(deck.unknown)},
            {"guest", deck.guest},
            {"attempts", encode_attempts(attempts)},
            {"worker_headers", deck.worker_headers}};
  if (deck.guest_ordinal) json["guest_ordinal"] = *deck.guest_ordinal;
  if (!deck.guest_hand.empty()) json["guest_hand"] = deck.guest_hand;
  return json;
}

// What workers are dealt by: as many words for each.
std::vector<std::vector<std::string>> values_field(Fields& fields, std::size_t workers) {
  std::vector<std::vector<std::string>> all;
  for (const Json& list : fields.list("values", kMaxWorkers)) {
    std::vector<std::string>& values = all.emplace_back();
    const bool fine =
        list.is_array() && list.size() <= kMaxDealtAttributes &&
        std::all_of(list.begin(), list.end(), [](const Json& value) { return value.is_string(); });
    if (fine) values.assign(list.begin(), list.end());
    if (fine && values.size() == all.front().size()) continue;
    fields.wrong("values", "a list of lists of words, all of one length");
    return {};
  }
  if (!all.empty() && all.size() != workers) fields.wrong("values", "as long as \"dealt\"");
  return all;
}

DeckEntry decode_deck(const Json& json, const std::string& where, std::size_t workers,
                      Problem& problem) {
  DeckEntry deck;
  Fields fields(json, where, problem);
  deck.name = fields.text("name");
  const std::string policy = fields.text("policy");
  if (const auto known = find_policy(policy)) {
    deck.policy = *known;
  } else {
    problem.note(where + ".policy \"" + policy + "\" is not known to this reader");
  }
  deck.key_id = fields.text("key_id");
  deck.key_check = fields.text("key_check");
  deck.hand_size = size_field(fields, "hand_size", json);
  deck.spread = enum_field<Spread>(fields, "spread", kSpreadWords);
  deck.dealt = indices_field(fields, "dealt", workers);
  deck.values = values_field(fields, deck.dealt.size());
  fields.expect("options");
  if (fields.has("options")) {
    deck.options =
        decode_options(deck.policy, json["options"], static_cast<std::uint32_t>(deck.dealt.size()),
                       where + ".options", problem);
  }
  deck.members = indices_field(fields, "members", workers);
  deck.spill = indices_field(fields, "spill", workers);
  deck.unknown = enum_field<Unknown>(fields, "unknown", kUnknownWords);
  deck.guest = fields.text("guest");
  fields.expect("attempts");
  if (fields.has("attempts")) {
    deck.attempts = decode_attempts(json["attempts"], where + ".attempts", problem).apply({});
  }
  deck.worker_headers = fields.boolean("worker_headers");
  if (fields.has("guest_ordinal")) {
    deck.guest_ordinal = fields.number("guest_ordinal", 0, kMaxOrdinals);
  }
  if (fields.has("guest_hand")) deck.guest_hand = indices_field(fields, "guest_hand", workers);
  fields.done();
  if (deck.spread != Spread::kNone && (deck.values.empty() || deck.values.front().empty())) {
    fields.wrong("values", "there for what the deck spreads over");
  }
  if (!check_id(deck.guest)) fields.wrong("guest", "a valid id");
  return deck;
}

// ---- groups ----

Json encode_group(const GroupEntry& group) {
  Json overrides = Json::array();
  for (const OverrideEntry& entry : group.overrides) {
    Json json{{"deck", entry.deck}, {"attempts", encode_attempts(entry.attempts)}};
    if (entry.hand_size != kInheritSize) json["hand_size"] = encode_size(entry.hand_size);
    if (!entry.hand.empty()) json["hand"] = entry.hand;
    if (entry.recorded) json["recorded"] = true;
    if (entry.ordinal) json["ordinal"] = *entry.ordinal;
    overrides.push_back(std::move(json));
  }
  return {{"id", group.id}, {"overrides", std::move(overrides)}};
}

OverrideEntry decode_override(const Json& json, const std::string& where, const Contents& contents,
                              Problem& problem) {
  OverrideEntry entry;
  Fields fields(json, where, problem);
  const std::size_t last_deck = std::max<std::size_t>(contents.decks.size(), 1) - 1;
  entry.deck = static_cast<std::uint32_t>(fields.number("deck", 0, last_deck));
  if (fields.has("hand_size")) entry.hand_size = size_field(fields, "hand_size", json);
  if (fields.has("hand")) entry.hand = indices_field(fields, "hand", contents.workers.size());
  if (fields.has("recorded")) entry.recorded = fields.boolean("recorded");
  if (fields.has("ordinal")) entry.ordinal = fields.number("ordinal", 0, kMaxOrdinals);
  fields.expect("attempts");
  if (fields.has("attempts")) {
    entry.attempts = decode_attempts(json["attempts"], where + ".attempts", problem);
  }
  fields.done();
  return entry;
}

GroupEntry decode_group(const Json& json, const std::string& where, const Contents& contents,
                        Problem& problem) {
  GroupEntry group;
  Fields fields(json, where, problem);
  group.id = fields.text("id");
  for (const Json& entry : fields.list("overrides", kMaxDecks)) {
    group.overrides.push_back(decode_override(entry, where + ".overrides", contents, problem));
  }
  fields.done();
  if (!check_id(group.id)) fields.wrong("id", "a valid id");
  return group;
}

template <typename Entries, typename Encode>
Json encode_all(const Entries& entries, Encode encode) {
  Json list = Json::array();
  for (const auto& entry : entries) list.push_back(encode(entry));
  return list;
}

template <typename Entries, typename Decode>
void decode_all(Entries& entries, const Json& list, const std::string& where, Problem& problem,
                Decode decode) {
  for (const Json& value : list) {
    if (!problem.empty()) return;
    entries.push_back(decode(value, where + "[" + std::to_string(entries.size()) + "]"));
  }
}

}  // namespace

std::string encode_fleet_segment(const Contents& contents) {
  const Json json{{"show_hands", contents.show_hands},
                  {"workers", encode_all(contents.workers, encode_worker)},
                  {"decks", encode_all(contents.decks, encode_deck)},
                  {"groups", encode_all(contents.groups, encode_group)}};
  return json.dump(0, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Contents> decode_fleet_segment(std::string_view bytes) {
  if (bytes.size() > kMaxFleetSegmentBytes) {
    return error(Code::kDataLoss, "fleet segment: " + std::to_string(bytes.size()) +
                                      " bytes, above " + std::to_string(kMaxFleetSegmentBytes));
  }
  const auto json = parse_json(bytes);
  if (!json) return error(Code::kDataLoss, "fleet segment: not JSON, or cut short");
  Problem problem;
  Contents contents;
  Fields fields(*json, "fleet segment", problem);
  contents.show_hands = fields.boolean("show_hands");
  decode_all(contents.workers, fields.list("workers", kMaxSnapshotWorkers), "workers", problem,
             [&](const Json& value, const std::string& where) {
               return decode_worker(value, where, problem);
             });
  decode_all(contents.decks, fields.list("decks", kMaxDecks), "decks", problem,
             [&](const Json& value, const std::string& where) {
               return decode_deck(value, where, contents.workers.size(), problem);
             });
  decode_all(contents.groups, fields.list("groups", kMaxGroups), "groups", problem,
             [&](const Json& value, const std::string& where) {
               return decode_group(value, where, contents, problem);
             });
  fields.done();
  if (!problem.empty()) return error(Code::kDataLoss, "fleet segment: " + problem.what());
  return contents;
}

}  // namespace croupier::snapshot
