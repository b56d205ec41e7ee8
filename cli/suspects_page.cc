#include <algorithm>

#include "cli/input_page.h"
#include "cli/suspects.h"

namespace croupier::cli {
namespace {

constexpr std::size_t kMostGroups = 10;        // that are shown; the rest is counted
constexpr std::size_t kMostExplanations = 10;  // likewise

class SuspectsPage : private InputPage {
 public:
  SuspectsPage(const audit::Input& input, const audit::Suspicion& suspicion, Output& output)
      : InputPage(input, output), suspicion_(suspicion), found_(suspicion.found) {}

  void print() {
    line("{}: {}", plural(suspicion_.sick.size(), "sick worker"), workers(suspicion_.sick));
    ranked();
    verdict();
  }

 private:
  void ranked() {
    const std::size_t groups = found_.ranked.size();
    line("\n  {:>5} {:>8} {:>9} {:>9}  {}", "SICK", "HEALTHY", "SCORE", "TENANTS", "WHO");
    for (std::size_t i = 0; i < std::min(kMostGroups, groups); ++i) {
      const SuspectGroup& group = found_.ranked[i];
      const auto& who = suspicion_.tenants[i];
      line("  {:>5} {:>8} {:>9.2f} {:>9}  {}", group.hit, group.outside, group.score, who.size(),
           tenants(who));
    }
    if (groups > kMostGroups) line("  {}", plural(groups - kMostGroups, "group") + " more");
  }

  void verdict() {
    const std::size_t count = found_.explanations.size();
    if (count == 0) {
      line("\nnot certain: no explanation is left");
      return;
    }
    if (found_.certain) {
      line("\ncertain: no other explanation is left");
    } else {
      line("\nnot certain: {}{} left", found_.more ? "more than " : "",
           plural(count, "explanation"));
    }
    for (std::size_t i = 0; i < std::min(kMostExplanations, count); ++i) explanation(i);
    if (count > kMostExplanations) line("  {} more", count - kMostExplanations);
  }

  void explanation(std::size_t place) {
    const Explanation& one = found_.explanations[place];
    std::string who;
    for (const auto& twins : suspicion_.culprits[place]) {
      who += who.empty() ? "" : " and ";
      who += twins.size() == 1 ? tenants(twins) : "one of " + tenants(twins);
    }
    line("  {}; missing: {}; extra: {}", who, workers(one.missing), workers(one.extra));
  }

  const audit::Suspicion& suspicion_;
  const Suspects& found_;
};

}  // namespace

void print_suspects_page(const audit::Input& input, const audit::Suspicion& suspicion,
                         Output& output) {
  SuspectsPage(input, suspicion, output).print();
}

}  // namespace croupier::cli
