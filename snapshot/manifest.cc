#include "snapshot/manifest.h"

#include <algorithm>

#include "files/json_fields.h"

namespace croupier::snapshot {

using files::Fields;
using files::Json;
using files::parse_json;
using files::Problem;

namespace {

bool is_hex(std::string_view text, std::size_t digits) {
  return text.size() == digits && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

SegmentRef decode_segment(const Json& json, const std::string& where, Problem& problem) {
  SegmentRef segment;
  Fields fields(json, where, problem);
  const std::string kind = fields.text("kind");
  segment.digest = fields.text("digest");
  segment.size_bytes = fields.number("bytes", 1, kMaxSegmentBytes);
  fields.done();
  if (kind == "tenants") {
    segment.kind = SegmentRef::Kind::kTenants;
  } else if (kind != "fleet") {
    problem.note(where + ".kind is neither \"fleet\" nor \"tenants\"");
  }
  if (!is_hex(segment.digest, 64)) problem.note(where + ".digest is not 64 hex digits");
  return segment;
}

void check_order(const std::vector<SegmentRef>& segments, Problem& problem) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if ((segments[i].kind == SegmentRef::Kind::kFleet) != (i == 0)) {
      problem.note("manifest: the first segment, and only it, is of kind \"fleet\"");
    }
  }
  if (segments.empty()) problem.note("manifest: no segments");
}

}  // namespace

std::string encode(const Manifest& manifest) {
  Json json;
  json["format"] = kManifestFormat;
  json["version"] = manifest.version;
  json["config_digest"] = manifest.config_digest;
  json["keys"] = Json::array();
  for (const KeyRef& key : manifest.keys) {
    json["keys"].push_back({{"id", key.id}, {"check", key.check}});
  }
  json["deals"] = Json::array();
  for (const DealRef& deal : manifest.deals) {
    json["deals"].push_back({{"deck", deal.deck},
                             {"version", deal.version},
                             {"count", deal.count},
                             {"digest", deal.digest}});
  }
  json["segments"] = Json::array();
  for (const SegmentRef& segment : manifest.segments) {
    json["segments"].push_back(
        {{"kind", segment.kind == SegmentRef::Kind::kFleet ? "fleet" : "tenants"},
         {"digest", segment.digest},
         {"bytes", segment.size_bytes}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Manifest> decode_manifest(std::string_view text) {
  if (text.size() > kMaxManifestBytes) {
    return error(Code::kDataLoss, "manifest: " + std::to_string(text.size()) + " bytes, above " +
                                      std::to_string(kMaxManifestBytes));
  }
  const auto json = parse_json(text);
  if (!json) return error(Code::kDataLoss, "manifest: not JSON, or cut short");
  Problem problem;
  Manifest manifest;
  Fields fields(*json, "manifest", problem);
  const std::uint64_t format = fields.number("format", 0, UINT32_MAX);
  if (problem.empty() && format != kManifestFormat) {
    return error(Code::kDataLoss, "manifest: format " + std::to_string(format) +
                                      "; this reader knows format " +
                                      std::to_string(kManifestFormat));
  }
  manifest.version = fields.number("version", 1, UINT64_MAX);
  manifest.config_digest = fields.text("config_digest");
  for (const Json& entry : fields.list("keys", 256)) {
    Fields key(entry, "manifest.keys[" + std::to_string(manifest.keys.size()) + "]", problem);
    manifest.keys.push_back({key.text("id"), key.text("check")});
    key.done();
  }
  for (const Json& entry : fields.list("deals", kMaxDecks)) {
    Fields deal(entry, "manifest.deals[" + std::to_string(manifest.deals.size()) + "]", problem);
    manifest.deals.push_back({deal.text("deck"), deal.number("version", 1, UINT64_MAX),
                              deal.number("count", 0, UINT64_MAX), deal.text("digest")});
    deal.done();
    if (!is_hex(manifest.deals.back().digest, 64)) deal.wrong("digest", "64 hex digits");
  }
  for (const Json& entry : fields.list("segments", 1 + kMaxTenantLayers)) {
    manifest.segments.push_back(decode_segment(
        entry, "manifest.segments[" + std::to_string(manifest.segments.size()) + "]", problem));
  }
  fields.done();
  check_order(manifest.segments, problem);
  if (!problem.empty()) return error(Code::kDataLoss, problem.what());
  return manifest;
}

}  // namespace croupier::snapshot
