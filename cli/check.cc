// croupier check FLEET [--envoy FILE] [--json]
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/ready_fleet.h"
#include "cli/risk_table.h"
#include "fleet/deals/guarantee.h"
#include "fleet/risk.h"
#include "publish/envoy_check.h"

namespace croupier::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string fleet_file;
  std::string envoy_file;
  bool json = false;
};

std::string show(const fleet::HandSize& size) {
  return size.kind == fleet::HandSize::Kind::kAll ? "all" : std::to_string(size.count);
}

Json size_json(const fleet::HandSize& size) {
  return size.kind == fleet::HandSize::Kind::kAll ? Json("all") : Json(size.count);
}

std::string deck_summary(const ReadyFleet& ready, std::uint32_t i) {
  const fleet::DealtDeck& dealt = ready.decks[i];
  const fleet::Deck& deck = *dealt.deck;
  return fmt::format("deck {}: policy {}, {} workers, {} dealt, hand size {}, {} listed tenants\n",
                     deck.name, policy_name(deck.policy), deck.workers.size(), dealt.dealt.size(),
                     show(deck.hand_size), ready.fleet().tenants.size());
}

std::string poison_text(std::uint32_t survived) {
  if (survived == 0) return "one poison tenant may take another its last worker";
  if (survived == 1) return "one poison tenant takes no other its last worker";
  const std::string poison = survived == fleet::kAnyNumber
                                 ? "any number of poison tenants"
                                 : fmt::format("{} poison tenants at once", survived);
  return poison + " take no other its last worker";
}

std::string guarantee_text(const fleet::Guarantee& guarantee, bool groups) {
  std::string text = fmt::format("  guaranteed: two hands share {} workers at most; {}{}\n",
                                 guarantee.max_overlap, poison_text(guarantee.poison_survived),
                                 groups ? " (tenants of one group count as one)" : "");
  text += fmt::format("  hands: {} dealt, {}{} left", guarantee.records,
                      guarantee.left_is_limit ? "at most " : "", guarantee.hands_left);
  if (guarantee.spares > 0) text += fmt::format("; {} spare workers", guarantee.spares);
  if (guarantee.unlisted > 0) {
    text += fmt::format("; {} of tenants no longer listed", guarantee.unlisted);
  }
  text += "\n";
  if (guarantee.suspended > 0) {
    text += fmt::format("  SUSPENDED for {}{} pair{} of hands, by pins (see above)\n",
                        guarantee.suspended == fleet::kMostSuspended ? "at least " : "",
                        guarantee.suspended, guarantee.suspended == 1 ? "" : "s");
  }
  return text;
}

Json guarantee_json(const fleet::Guarantee& guarantee) {
  Json json{{"max_overlap", guarantee.max_overlap}};
  json["poison_survived"] = guarantee.poison_survived == fleet::kAnyNumber
                                ? Json("any")
                                : Json(guarantee.poison_survived);
  json["hands_dealt"] = guarantee.records;
  json["hands_left"] = guarantee.hands_left;
  json["hands_left_is_limit"] = guarantee.left_is_limit;
  json["spare_workers"] = guarantee.spares;
  json["unlisted_records"] = guarantee.unlisted;
  json["suspended_pairs"] = guarantee.suspended;
  return json;
}

std::string as_text(const ReadyFleet& ready, const std::vector<fleet::RiskFigure>& figures) {
  std::string text;
  for (const fleet::Problem& problem : ready.problems) text += fleet::format(problem) + "\n";
  for (std::uint32_t i = 0; i < ready.decks.size(); ++i) {
    if (ready.decks[i].dealer == nullptr) continue;
    text += deck_summary(ready, i);
    if (const auto guarantee = fleet::guarantee_of(ready.fleet(), ready.decks[i])) {
      text += guarantee_text(*guarantee, !ready.fleet().groups.empty());
    }
    if (!ready.fleet().tenants.empty()) text += risk_table(ready.fleet(), figures, i);
  }
  return text;
}

Json problem_json(const fleet::Problem& problem) {
  return {{"severity", problem.severity == fleet::Severity::kError ? "error" : "warning"},
          {"file", problem.place.file},
          {"line", problem.place.line},
          {"column", problem.place.column},
          {"message", problem.message}};
}

std::string as_json(const ReadyFleet& ready, const std::vector<fleet::RiskFigure>& figures) {
  Json json{{"ok", ready.ok()}, {"problems", Json::array()}, {"decks", Json::array()}};
  for (const fleet::Problem& problem : ready.problems) {
    json["problems"].push_back(problem_json(problem));
  }
  for (std::uint32_t i = 0; i < ready.decks.size(); ++i) {
    const fleet::DealtDeck& dealt = ready.decks[i];
    if (dealt.dealer == nullptr) continue;
    json["decks"].push_back({{"name", dealt.deck->name},
                             {"policy", policy_name(dealt.deck->policy)},
                             {"workers", dealt.deck->workers.size()},
                             {"dealt", dealt.dealt.size()},
                             {"hand_size", size_json(dealt.deck->hand_size)},
                             {"listed_tenants", ready.fleet().tenants.size()},
                             {"risk", risk_json(ready.fleet(), figures, i)}});
    if (const auto guarantee = fleet::guarantee_of(ready.fleet(), dealt)) {
      json["decks"].back()["guarantee"] = guarantee_json(*guarantee);
    }
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int check(const Options& options) {
  auto read = read_fleet(options.fleet_file);
  if (!read) return report(read.error());
  ReadyFleet& ready = **read;
  std::vector<fleet::RiskFigure> figures;
  if (ready.ok()) {
    auto evaluated = fleet::evaluate_risk(ready.fleet(), ready.decks);
    if (!evaluated) return report(evaluated.error());
    figures = std::move(*evaluated);
    fleet::check_risk(ready.fleet(), figures, ready.problems);
  }
  if (!options.envoy_file.empty()) {
    const auto found = publish::check_envoy_file(options.envoy_file, ready.fleet());
    if (!found) return report(found.error());
    ready.problems.insert(ready.problems.end(), found->begin(), found->end());
  }
  return print(options.json ? as_json(ready, figures) : as_text(ready, figures),
               ready.ok() ? kFine : kProblems);
}

}  // namespace

void add_check(CLI::App& program, int& status) {
  CLI::App* command =
      program.add_subcommand("check", "Say all that is wrong with a fleet file, and its risk");
  auto options = std::make_shared<Options>();
  command->add_option("fleet", options->fleet_file, "fleet file")->required();
  command->add_option("--envoy", options->envoy_file,
                      "also look through this Envoy bootstrap for what would undo hands");
  command->add_flag("--json", options->json, "one JSON object");
  command->callback([options, &status] { status = check(*options); });
}

}  // namespace croupier::cli
