#include "fleet/deals/deal_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "croupier/deal.h"
#include "croupier/hash.h"
#include "croupier/ids.h"
#include "files/json_fields.h"

namespace croupier::fleet {
namespace {

using files::Fields;
using files::Json;

constexpr int kFormat = 1;

void append_line(std::string& text, const Json& json) {
  text += json.dump(-1, ' ', false, Json::error_handler_t::replace);
  text += '\n';
}

tl::unexpected<Error> damaged(std::size_t line, std::string_view why) {
  return error(Code::kDataLoss, fmt::format("line {}: {}", line, why));
}

std::vector<std::string> ids_field(Fields& fields, const char* key) {
  std::vector<std::string> ids;
  for (const Json& id : fields.list(key, kMaxWorkers)) {
    if (!id.is_string() || !check_id(id.get_ref<const std::string&>())) {
      fields.wrong(key, "a list of worker ids");
      break;
    }
    ids.push_back(id.get<std::string>());
  }
  std::vector<std::string_view> sorted(ids.begin(), ids.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    fields.wrong(key, "free of repeats");
  }
  return ids;
}

bool is_ancestor(const Json& json) {
  if (!json.is_string()) return false;
  const auto& text = json.get_ref<const std::string&>();
  return text.size() == kAncestorDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// Reads the lines of a file, from the first to the one before the digest.
class Decoder {
 public:
  explicit Decoder(std::string_view text) : text_(text) {}

  Result<DealFile> decode() {
    const auto header = next();
    if (!header) return damaged(1, "not JSON, or cut short");
    const std::uint64_t count = read_header(*header);
    if (!problem_.empty()) return damaged(line_, problem_.what());
    while (!text_.empty()) {
      const auto json = next();
      if (!json) return damaged(line_, "not JSON, or cut short");
      read_record(*json);
      if (!problem_.empty()) return damaged(line_, problem_.what());
    }
    if (file_.records.size() != count) {
      return damaged(1, fmt::format("{} records announced, {} there", count, file_.records.size()));
    }
    std::sort(ordinals_.begin(), ordinals_.end());
    const auto twice = std::adjacent_find(ordinals_.begin(), ordinals_.end());
    if (twice != ordinals_.end()) return damaged(1, fmt::format("two have ordinal {}", *twice));
    return std::move(file_);
  }

 private:
  std::optional<Json> next() {
    ++line_;
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    auto json = files::parse_json(text_.substr(0, end));
    text_.remove_prefix(end + 1);
    return json;
  }

  // Gives the number of records.
  std::uint64_t read_header(const Json& json) {
    Fields fields(json, "the header", problem_);
    const std::uint64_t format = fields.number("format", 1, UINT32_MAX);
    if (format != kFormat) {
      problem_.note(fmt::format("format {}; this reader knows format {}", format, kFormat));
    }
    file_.deck = fields.text("deck");
    const auto policy = find_policy(fields.text("policy"));
    if (!policy || !is_stored(*policy)) fields.wrong("policy", "bounded or search");
    file_.policy = policy.value_or(Policy::kBounded);
    file_.version = fields.number("version", 1, UINT64_MAX - 1);
    for (const Json& ancestor : fields.list("ancestors", kMaxAncestors)) {
      if (!is_ancestor(ancestor)) {
        fields.wrong("ancestors", fmt::format("a list of {} hex digits each", kAncestorDigits));
        break;
      }
      file_.ancestors.push_back(ancestor.get<std::string>());
    }
    file_.hand = fields.number32("hand", 1, kMaxWorkers);
    file_.max_overlap = fields.number32("max_overlap", 0, kMaxWorkers);
    if (file_.policy == Policy::kBounded) {
      file_.stripes = fields.number32("stripes", 0, kMaxWorkers);
      file_.stripe_size = fields.number32("stripe_size", 0, kMaxWorkers);
      file_.key_check = fields.text("key_check");
      file_.slots = ids_field(fields, "slots");
      file_.next = fields.number("next", 0, kMaxOrdinals);
    }
    const std::uint64_t count = fields.number("count", 0, UINT64_MAX);
    fields.done();
    return count;
  }

  void read_record(const Json& json) {
    DealRecord record;
    Fields fields(json, "the record", problem_);
    record.id = fields.text("id");
    if (!check_id(record.id)) fields.wrong("id", "an id");
    if (!file_.records.empty() && file_.records.back().id >= record.id) {
      fields.wrong("id", "above the one before it");
    }
    if (file_.policy == Policy::kBounded) {
      record.ordinal = fields.number("ordinal", 0, kMaxOrdinals);
      ordinals_.push_back(record.ordinal);
    } else {
      record.hand = ids_field(fields, "hand");
      if (record.hand.size() != file_.hand) {
        fields.wrong("hand", fmt::format("of {} workers", file_.hand));
      }
    }
    fields.done();
    file_.records.push_back(std::move(record));
  }

  std::string_view text_;
  std::size_t line_ = 0;
  files::Problem problem_;
  DealFile file_;
  std::vector<std::uint64_t> ordinals_;
};

// Where the last line begins.
std::size_t last_line(std::string_view text) {
  if (text.empty()) return 0;
  const std::size_t before = text.rfind('\n', text.size() - 2);
  return before == std::string_view::npos ? 0 : before + 1;
}

}  // namespace

std::string encode(const DealFile& file) {
  Json header{{"format", kFormat},
              {"deck", file.deck},
              {"policy", policy_name(file.policy)},
              {"version", file.version},
              {"ancestors", file.ancestors},
              {"hand", file.hand},
              {"max_overlap", file.max_overlap},
              {"count", file.records.size()}};
  const bool bounded = file.policy == Policy::kBounded;
  if (bounded) {
    header["stripes"] = file.stripes;
    header["stripe_size"] = file.stripe_size;
    header["key_check"] = file.key_check;
    header["slots"] = file.slots;
    header["next"] = file.next;
  }
  std::string text;
  append_line(text, header);
  for (const DealRecord& record : file.records) {
    Json json{{"id", record.id}};
    if (bounded) {
      json["ordinal"] = record.ordinal;
    } else {
      json["hand"] = record.hand;
    }
    append_line(text, json);
  }
  append_line(text, {{"digest", hex(sha256(text))}});
  return text;
}

bool begins_as_deal_file(std::string_view text) {
  return text.starts_with("{\"ancestors\":[");  // keys are sorted
}

std::string digest_of(std::string_view text) {
  const auto json = files::parse_json(text.substr(last_line(text)));
  if (!json || !json->is_object() || !json->contains("digest")) return {};
  const Json& digest = (*json)["digest"];
  return digest.is_string() ? digest.get<std::string>() : std::string();
}

Result<DealFile> decode_deal_file(std::string_view text) {
  const std::string digest = digest_of(text);
  if (digest.empty() || text.back() != '\n') {
    return error(Code::kDataLoss, "its last line is not its digest: it was cut short or edited");
  }
  const std::string_view body = text.substr(0, last_line(text));
  if (hex(sha256(body)) != digest) {
    return error(Code::kDataLoss,
                 "its lines have another digest than the last one says: it was "
                 "edited");
  }
  auto file = Decoder(body).decode();
  if (file && encode(*file) != text) {
    return error(Code::kDataLoss,
                 "it has spaces, repeated keys or an order that no writer gives it");
  }
  return file;
}

}  // namespace croupier::fleet
