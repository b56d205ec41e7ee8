// croupier snapshot FLEET -o DIR, croupier snapshot --inspect DIR
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/ready_fleet.h"
#include "files/json_fields.h"
#include "fleet/risk.h"
#include "publish/contents.h"
#include "publish/envoy_config.h"
#include "snapshot/folder.h"

namespace croupier::cli {
namespace {

struct Options {
  std::string fleet_file;
  std::string folder;
  std::string inspect;
  bool over_budget = false;  // write it although it breaks the risk budget
  bool new_deals = false;    // write it although its deal files do not follow on the folder's
};

// What the risk budget forbids; nothing without one.
Result<std::vector<fleet::Problem>> over_budget(const ReadyFleet& ready) {
  std::vector<fleet::Problem> problems;
  if (ready.fleet().risk_budget.empty()) return problems;
  const auto figures = fleet::evaluate_risk(ready.fleet(), ready.decks);
  if (!figures) return tl::unexpected(figures.error());
  fleet::check_risk(ready.fleet(), *figures, problems);
  return problems;
}

// Another key under the same name deals every hand anew; the operator may not have meant that.
void warn_of_new_keys(const snapshot::Manifest& manifest, const snapshot::Manifest& before) {
  for (const snapshot::KeyRef& key : manifest.keys) {
    for (const snapshot::KeyRef& old : before.keys) {
      if (key.id != old.id || key.check == old.check) continue;
      fmt::print(
          stderr,
          "croupier: warning: key \"{}\" is not the key of version {}: every hand dealt with "
          "it is another now\n",
          key.id, before.version);
    }
  }
}

int write(const Options& options) {
  int status = kFine;
  const auto ready = read_good_fleet(options.fleet_file, status);
  if (!ready) return status;
  const auto broken = over_budget(*ready);
  if (!broken) return report(broken.error());
  print_problems(*broken);
  if (!broken->empty() && !options.over_budget) {
    std::fputs("croupier: not written; --over-budget writes it all the same\n", stderr);
    return kProblems;
  }
  const auto before = snapshot::read_manifest(options.folder);
  const std::string digest = publish::envoy_config_digest(ready->fleet());
  auto manifest = snapshot::write_snapshot(
      publish::snapshot_contents(ready->fleet(), ready->decks, ready->keys, digest), options.folder,
      options.new_deals);
  if (!manifest) return report(manifest.error());
  if (before) warn_of_new_keys(*manifest, before->manifest);
  std::uint64_t size_bytes = 0;
  for (const auto& segment : manifest->segments) size_bytes += segment.size_bytes;
  return print(fmt::format("version {}: {} segments, {} bytes in {}\n", manifest->version,
                           manifest->segments.size(), size_bytes, options.folder));
}

files::Json inspect_json(const snapshot::Parts& parts) {
  using files::Json;
  const snapshot::Manifest& manifest = parts.named.manifest;
  Json json{{"digest", parts.named.digest},
            {"version", manifest.version},
            {"config_digest", manifest.config_digest},
            {"workers", parts.fleet.workers.size()},
            {"groups", parts.fleet.groups.size()}};
  json["keys"] = Json::array();
  for (const auto& key : manifest.keys)
    json["keys"].push_back({{"id", key.id}, {"check", key.check}});
  json["deals"] = Json::array();
  for (const auto& deal : manifest.deals) {
    json["deals"].push_back({{"deck", deal.deck},
                             {"version", deal.version},
                             {"count", deal.count},
                             {"digest", deal.digest}});
  }
  json["segments"] = Json::array();
  for (const auto& segment : manifest.segments) {
    json["segments"].push_back({{"digest", segment.digest}, {"bytes", segment.size_bytes}});
  }
  json["decks"] = Json::array();
  for (const auto& deck : parts.fleet.decks) {
    json["decks"].push_back({{"name", deck.name},
                             {"policy", policy_name(deck.policy)},
                             {"workers", deck.members.size()},
                             {"dealt", deck.dealt.size()}});
  }
  return json;
}

int inspect(const std::string& folder) {
  auto parts = snapshot::read_parts(folder);
  if (!parts) return report(parts.error());
  files::Json json = inspect_json(*parts);
  const snapshot::TenantTable::Limits limits{
      static_cast<std::uint32_t>(parts->fleet.decks.size()),
      static_cast<std::uint32_t>(parts->fleet.groups.size()),
      static_cast<std::uint32_t>(parts->fleet.workers.size())};
  std::uint64_t tenants = 0;
  for (std::string& layer : parts->tenant_layers) {
    auto table = snapshot::TenantTable::open(std::move(layer), limits);
    if (!table) return report(table.error());
    tenants += table->size();
  }
  json["stored_tenants"] = tenants;
  return print(json.dump(2, ' ', false, files::Json::error_handler_t::replace) + "\n");
}

}  // namespace

void add_snapshot(CLI::App& program, int& status) {
  CLI::App* command =
      program.add_subcommand("snapshot", "Write a fleet's snapshot for proxies, or inspect one");
  auto options = std::make_shared<Options>();
  auto* file = command->add_option("fleet", options->fleet_file, "fleet file");
  auto* out = command->add_option("-o,--output", options->folder, "snapshot folder to write");
  auto* look = command->add_option("--inspect", options->inspect,
                                   "verify the snapshot in this folder and show what it holds");
  command->add_flag("--over-budget", options->over_budget,
                    "write the snapshot although it breaks the fleet's risk budget");
  command->add_flag("--new-deals", options->new_deals,
                    "write the snapshot although a deal file did not grow out of the one that the "
                    "folder's snapshot was made with");
  file->needs(out);
  out->needs(file);
  look->excludes(file);
  command->callback([options, look, out, file, &status] {
    if (look->count() == 0 && file->count() == 0) {
      throw CLI::RequiredError("a fleet file with -o, or --inspect");
    }
    if (out->count() > 0 && options->folder.empty()) {
      throw CLI::ValidationError("--output", "names no folder");
    }
    status = look->count() > 0 ? inspect(options->inspect) : write(*options);
  });
}

}  // namespace croupier::cli
