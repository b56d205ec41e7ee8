#include "fleet/risk.h"

#include <fmt/format.h>

#include <algorithm>

#include "croupier/quote.h"
#include "fleet/hand_table.h"
#include "fleet/risk_faults.h"

namespace croupier::fleet {
namespace {

bool applies(const Fleet& fleet, const RiskRule& rule, const RiskFigure& figure) {
  const bool same_deck = rule.deck.empty() || rule.deck == fleet.decks[figure.deck].name;
  return same_deck && rule.when == figure.when && rule.count == figure.count;
}

std::string name_fault(const Fleet& fleet, const RiskFigure& figure, const Extreme& extreme) {
  std::vector<std::string> names;
  const bool workers = figure.when == RiskRule::When::kWorkersFailed;
  for (const std::uint32_t index : extreme.who) {
    names.push_back(quote(workers ? fleet.workers[index].id : fleet.tenants[index].id));
  }
  const std::string_view kind = workers ? (names.size() == 1 ? "worker" : "workers") : "tenant";
  return fmt::format("{} {}", kind, fmt::join(names, ", "));
}

// Compares one measure with its limit.
class Comparison {
 public:
  Comparison(const Fleet& fleet, const RiskRule& rule, const RiskFigure& figure,
             std::vector<Problem>& problems)
      : fleet_(fleet), rule_(rule), figure_(figure), problems_(problems) {}

  void at_most(std::string_view what, const Extreme& extreme, const std::optional<double>& limit) {
    if (!limit || extreme.share <= *limit) return;
    report(fmt::format("{:.4f}% of the tenants {}, more than {:.4f}%", 100 * extreme.share, what,
                       100 * *limit),
           extreme);
  }

  void at_least(const Extreme& extreme, const std::optional<double>& limit) {
    if (!limit || extreme.share >= *limit) return;
    report(fmt::format("a tenant keeps {:.4f}% of its hand's weight, less than {:.4f}%",
                       100 * extreme.share, 100 * *limit),
           extreme);
  }

  void not_evaluated() {
    problems_.push_back({Severity::kError, rule_.place,
                         fmt::format("risk budget of deck {}: {} needs more than {} steps to "
                                     "evaluate exactly",
                                     quote(fleet_.decks[figure_.deck].name),
                                     describe_fault(figure_.when, figure_.count), kMaxMeetings)});
  }

 private:
  void report(const std::string& finding, const Extreme& extreme) {
    problems_.push_back({Severity::kError, rule_.place,
                         fmt::format("risk budget of deck {}: by {}, {} (worst: {})",
                                     quote(fleet_.decks[figure_.deck].name),
                                     describe_fault(figure_.when, figure_.count), finding,
                                     name_fault(fleet_, figure_, extreme))});
  }

  const Fleet& fleet_;
  const RiskRule& rule_;
  const RiskFigure& figure_;
  std::vector<Problem>& problems_;
};

}  // namespace

std::string describe_fault(RiskRule::When when, std::uint32_t count) {
  const std::string_view what =
      when == RiskRule::When::kWorkersFailed ? "failed worker" : "poison tenant";
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Result<std::vector<RiskFigure>> evaluate_risk(const Fleet& fleet,
                                              const std::vector<DealtDeck>& decks) {
  std::vector<RiskFigure> figures;
  for (std::uint32_t deck = 0; deck < decks.size(); ++deck) {
    if (decks[deck].dealer == nullptr) continue;
    const auto table = HandTable::build(fleet, decks[deck]);
    if (!table) return tl::unexpected(table.error());
    for (RiskFigure figure :
         {risk_of_one_worker(*table), risk_of_two_workers(*table), risk_of_poison_tenant(*table)}) {
      figure.deck = deck;
      figures.push_back(std::move(figure));
    }
  }
  return figures;
}

void check_risk(const Fleet& fleet, const std::vector<RiskFigure>& figures,
                std::vector<Problem>& problems) {
  for (const RiskRule& rule : fleet.risk_budget) {
    for (const RiskFigure& figure : figures) {
      if (!applies(fleet, rule, figure)) continue;
      Comparison comparison(fleet, rule, figure, problems);
      if (!figure.evaluated) {
        comparison.not_evaluated();
        continue;
      }
      comparison.at_most("are touched", figure.touched, rule.touched);
      comparison.at_most("are degraded", figure.degraded, rule.degraded);
      comparison.at_most("are down", figure.down, rule.down);
      comparison.at_least(figure.keep, rule.keep);
    }
  }
}

}  // namespace croupier::fleet
