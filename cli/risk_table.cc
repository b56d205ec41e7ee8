#include "cli/risk_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace croupier::cli {
namespace {

using fleet::Extreme;
using fleet::RiskFigure;
using Json = nlohmann::ordered_json;

struct Measure {
  const char* name;
  const Extreme& worst;
  std::optional<double> mean;
};

std::array<Measure, 4> measures(const RiskFigure& figure) {
  return {Measure{"touched", figure.touched, figure.mean_touched},
          Measure{"degraded", figure.degraded, figure.mean_degraded},
          Measure{"down", figure.down, figure.mean_down},
          Measure{"keep", figure.keep, std::nullopt}};
}

bool by_workers(const RiskFigure& figure) {
  return figure.when == fleet::RiskRule::When::kWorkersFailed;
}

std::vector<std::string> names(const fleet::Fleet& fleet, const RiskFigure& figure,
                               const Extreme& extreme) {
  std::vector<std::string> ids;
  for (const std::uint32_t i : extreme.who) {
    ids.push_back(by_workers(figure) ? fleet.workers[i].id : fleet.tenants[i].id);
  }
  return ids;
}

std::string describe_worst(const fleet::Fleet& fleet, const RiskFigure& figure,
                           const Extreme& extreme) {
  const auto ids = names(fleet, figure, extreme);
  if (ids.empty()) return "-";
  const std::string_view kind = by_workers(figure) ? "worker" : "tenant";
  return fmt::format("{}{} {}", kind, ids.size() == 1 ? "" : "s", fmt::join(ids, ", "));
}

std::string percent(double share) {
  return fmt::format("{:.4f}%", 100 * share);
}

}  // namespace

std::string risk_table(const fleet::Fleet& fleet, const std::vector<RiskFigure>& figures,
                       std::uint32_t deck) {
  constexpr std::string_view kLine = "  {:<16}  {:<8}  {:>9}  {:>9}  {}\n";
  std::string text = fmt::format(kLine, "FAULT", "MEASURE", "WORST", "MEAN", "WORST CASE");
  for (const RiskFigure& figure : figures) {
    if (figure.deck != deck) continue;
    std::string fault = fleet::describe_fault(figure.when, figure.count);
    for (const Measure& measure : measures(figure)) {
      text += fmt::format(kLine, fault, measure.name, percent(measure.worst.share),
                          measure.mean ? percent(*measure.mean) : "-",
                          describe_worst(fleet, figure, measure.worst));
      fault.clear();
    }
  }
  return text;
}

Json risk_json(const fleet::Fleet& fleet, const std::vector<RiskFigure>& figures,
               std::uint32_t deck) {
  Json list = Json::array();
  for (const RiskFigure& figure : figures) {
    if (figure.deck != deck) continue;
    Json entry{{"fault", by_workers(figure) ? "workers_failed" : "poison_tenants"},
               {"count", figure.count},
               {"tenants", figure.tenants}};
    for (const Measure& measure : measures(figure)) {
      entry[measure.name] = {{"worst", measure.worst.share}};
      if (measure.mean) entry[measure.name]["mean"] = *measure.mean;
      entry[measure.name]["who"] = names(fleet, figure, measure.worst);
    }
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace croupier::cli
