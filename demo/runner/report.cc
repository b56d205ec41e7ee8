#include "demo/runner/report.h"

#include <fmt/format.h>

#include "demo/runner/options.h"

namespace croupier::demo {
namespace {

using nlohmann::json;

struct Cell {
  std::string measured, predicted;
};

struct Row {
  std::string name;
  std::vector<Cell> cells;
};

std::string percent(double share) {
  return fmt::format("{:.2f} %", 100 * share);
}
std::string milliseconds(Histogram::Microseconds time) {
  return fmt::format("{:.1f} ms", static_cast<double>(time.count()) / 1000);
}
std::string count(std::uint64_t number) {
  return fmt::format("{}", number);
}

// A predicted number of tenants: exact where one request kills the whole hand, else a bound.
std::string tenants(const Prediction& prediction) {
  return fmt::format("{}{}", prediction.reach == Reach::kPossible ? "<= " : "",
                     prediction.down_count);
}

MethodTally both(const Summary& summary) {
  MethodTally all = summary.get;
  all.merge(summary.post);
  return all;
}

MethodTally both(const StreamTally& tally) {
  MethodTally all = tally.get();
  all.merge(tally.post());
  return all;
}

void add_column(std::vector<Row>& rows, const Outcome& outcome, bool first) {
  const Summary summary = summarize(outcome);
  const Prediction& prediction = outcome.prediction;
  const MethodTally all = both(summary);
  const MethodTally harmless = both(outcome.report.harmless);
  const std::string down = tenants(prediction);
  const std::string posts = prediction.reach == Reach::kPossible
                                ? down
                                : fmt::format("{} + {:.1f}", down, summary.expected_stray_posts);
  const std::string least = ">= " + percent(prediction.least_success);
  // What the attacker does to its own hand; a pool's is not sure to be down.
  const bool sure = prediction.reach == Reach::kCertain;
  const std::string own_hand = sure ? "own hand down" : "-";
  const std::string own_gap = sure ? "> " + milliseconds(kRestartDelay) : "-";
  const Row column[] = {
      {"innocents", {{count(summary.innocents), ""}}},
      {"  with failures", {{count(summary.had_failures), posts}}},
      {"    of GET", {{count(summary.had_get_failures), down}}},
      {"    of POST", {{count(summary.had_post_failures), posts}}},
      {"  out of service", {{count(summary.out_of_service.size()), down}}},
      {"success, all", {{percent(success_rate(all)), least}}},
      {"  GET", {{percent(success_rate(summary.get)), least}}},
      {"  POST", {{percent(success_rate(summary.post)), least}}},
      {"lost by tenants not down", {}},
      {"  GET", {{count(summary.stray_gets), "0"}}},
      {"  POST",
       {{count(summary.stray_posts), fmt::format("{:.1f}", summary.expected_stray_posts)}}},
      {"latency p50, GET", {{milliseconds(summary.get.latency.quantile(0.5)), "-"}}},
      {"latency p99, GET", {{milliseconds(summary.get.latency.quantile(0.99)), "-"}}},
      {"latency p50, POST", {{milliseconds(summary.post.latency.quantile(0.5)), "-"}}},
      {"latency p99, POST", {{milliseconds(summary.post.latency.quantile(0.99)), "-"}}},
      {"workers killed", {{count(summary.killed), fmt::format("<= {}", prediction.most_deaths)}}},
      {"attacker's harmless, success", {{percent(success_rate(harmless)), own_hand}}},
      {"  longest without success",
       {{milliseconds(std::chrono::duration_cast<Histogram::Microseconds>(
             outcome.report.harmless.longest_gap())),
         own_gap}}},
  };
  std::size_t at = 0;
  for (const Row& row : column) {
    if (first) rows.push_back({row.name, {}});
    rows[at++].cells.push_back(row.cells.empty() ? Cell{} : row.cells.front());
  }
}

json method(const MethodTally& tally) {
  return {{"started", tally.started},
          {"succeeded", tally.succeeded},
          {"failed", tally.failed},
          {"success_rate", success_rate(tally)},
          {"p50_us", tally.latency.quantile(0.5).count()},
          {"p99_us", tally.latency.quantile(0.99).count()}};
}

json measured(const Outcome& outcome, const Summary& summary) {
  json failures = json::object();
  for (std::size_t i = 0; i < kFailureNames.size(); ++i) {
    failures[kFailureNames[i]] = outcome.report.failures[i];
  }
  return {{"innocents", summary.innocents},
          {"had_failures", summary.had_failures},
          {"had_get_failures", summary.had_get_failures},
          {"had_post_failures", summary.had_post_failures},
          {"out_of_service", summary.out_of_service},
          {"all", method(both(summary))},
          {"get", method(summary.get)},
          {"post", method(summary.post)},
          {"stray_get_failures", summary.stray_gets},
          {"stray_post_failures", summary.stray_posts},
          {"failures", failures},
          {"workers_killed", summary.killed},
          {"deaths", outcome.deaths},
          {"attacker_harmless", method(both(outcome.report.harmless))},
          {"seconds", outcome.seconds}};
}

json predicted(const Outcome& outcome, const Summary& summary) {
  const Prediction& prediction = outcome.prediction;
  json overlap = json::array();
  for (std::size_t i = 0; i < prediction.overlap.size(); ++i) {
    const std::size_t shared = prediction.overlap[i];
    while (overlap.size() <= shared) overlap.push_back(0);
    overlap[shared] = overlap[shared].get<int>() + 1;
  }
  return {{"exact", prediction.reach != Reach::kPossible},
          {"down", summary.predicted_down},
          {"touched", prediction.touched},
          {"tenants_by_overlap", overlap},
          {"least_success_rate", prediction.least_success},
          {"stray_get_failures", 0},
          {"stray_post_failures", summary.expected_stray_posts},
          {"most_workers_killed", prediction.most_deaths}};
}

}  // namespace

std::string to_table(const std::vector<Outcome>& outcomes) {
  std::vector<Row> rows;
  std::string text = fmt::format("{:30}", "");
  for (const Outcome& outcome : outcomes) {
    add_column(rows, outcome, &outcome == &outcomes.front());
    text += fmt::format("| {:>12} {:>14} ", outcome.listener, "model");
  }
  text += "\n" + std::string(30 + 30 * outcomes.size(), '-') + "\n";
  for (const Row& row : rows) {
    text += fmt::format("{:30}", row.name);
    for (const Cell& cell : row.cells) {
      text += fmt::format("| {:>12} {:>14} ", cell.measured, cell.predicted);
    }
    text += "\n";
  }
  return text;
}

json to_json(const std::vector<Outcome>& outcomes) {
  json listeners = json::object();
  for (const Outcome& outcome : outcomes) {
    const Summary summary = summarize(outcome);
    listeners[outcome.listener] = {{"measured", measured(outcome, summary)},
                                   {"predicted", predicted(outcome, summary)}};
  }
  return {{"listeners", listeners}};
}

}  // namespace croupier::demo
