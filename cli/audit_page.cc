#include <fmt/format.h>

#include <algorithm>

#include "cli/audit.h"
#include "cli/input_page.h"
#include "croupier/quote.h"

namespace croupier::cli {
namespace {

std::string percent(std::uint64_t part, std::uint64_t whole) {
  const double share = whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{:.4f}%", 100 * share);
}

class AuditPage : private InputPage {
 public:
  AuditPage(const Audit& audit, Output& output)
      : InputPage(*audit.input, output), audit_(audit), placement_(audit.input->placement) {}

  void print() {
    const bool one_size = placement_.smallest_hand() == placement_.largest_hand();
    line("{}, {}, {}, {} workers each", plural(placement_.tenants(), "tenant"),
         plural(placement_.workers(), "worker"), plural(placement_.hands(), "different hand"),
         one_size ? std::to_string(placement_.largest_hand())
                  : fmt::format("{} to {}", placement_.smallest_hand(), placement_.largest_hand()));
    overlaps();
    worst_attacker();
    load();
    for (const AuditQuestion& question : audit_.failures) answer("failure of", question);
    for (const AuditQuestion& question : audit_.poison) answer("poison", question);
    look_ups();
  }

 private:
  void table_line(std::string_view name, std::uint64_t count, std::uint64_t of) {
    line("  {:<12} {:>16}  {:>9}", name, count, percent(count, of));
  }

  void overlaps() {
    const std::vector<std::uint64_t>& pairs = audit_.overlaps->pairs();
    std::uint64_t all = 0;
    for (const std::uint64_t count : pairs) all += count;
    line("\nworkers that two tenants share: {} at most", audit_.overlaps->largest());
    line("  {:<12} {:>16}  {:>9}", "SHARED", "PAIRS", "SHARE");
    for (std::size_t j = 0; j < pairs.size(); ++j) table_line(std::to_string(j), pairs[j], all);
    std::uint64_t twins = 0;
    for (const auto& group : audit_.twins) twins += group.size();
    line("  {} with another's whole hand, in {}", plural(twins, "tenant"),
         plural(audit_.twins.size(), "group"));
  }

  void worst_attacker() {
    const WorstAttacker& worst = audit_.worst;
    const std::uint64_t others = placement_.tenants() - 1;
    line("\nworst single poison tenant, of {}", plural(others, "other"));
    line("  takes down   {:>16}  {:>9}  {}", worst.most_down, percent(worst.most_down, others),
         tenant(worst.most_down_by));
    line("  touches      {:>16}  {:>9}  {}", worst.most_touched,
         percent(worst.most_touched, others), tenant(worst.most_touched_by));
  }

  void load() {
    const Load& load = audit_.load;
    line("\nload: {:.4f} times the mean at most, {} idle", load.max_over_mean,
         plural(load.idle.size(), "worker"));
    if (!load.idle.empty()) {
      line("  idle: {}", workers(load.idle));
    }
    const auto [least, most] = std::minmax_element(load.weight.begin(), load.weight.end());
    for (const auto& [name, at] : {std::pair("least", least), std::pair("most", most)}) {
      const auto number = static_cast<std::uint32_t>(at - load.weight.begin());
      line("  {:<6} {:>12} of weight {:>12.6g}  {}", name, plural(load.tenants[number], "tenant"),
           *at, worker(number));
    }
  }

  void answer(std::string_view kind, const AuditQuestion& question) {
    const audit::Answer& answer = question.answer;
    const FailureCounts& found = answer.counts;
    const std::uint64_t all = found.untouched + found.touched;
    line("\n{} {}: {}, {} counted", kind, quote(question.asked),
         plural(answer.failed.size(), "failed worker"), plural(all, "tenant"));
    table_line("untouched", found.untouched, all);
    table_line("touched", found.touched, all);
    table_line("  degraded", found.degraded, all);
    table_line("  down", found.down, all);
    for (std::size_t lost = 1; lost < found.by_workers_lost.size(); ++lost) {
      table_line(fmt::format("lost {}", lost), found.by_workers_lost[lost], all);
    }
    if (answer.down_tenants.empty()) return;
    line("  down: {}", tenants(answer.down_tenants));
  }

  void look_ups() {
    for (const audit::Sharing& found : audit_.sharing) {
      line("\nwho shares with {}", tenant(found.tenant));
      for (std::size_t shared = found.by_shared.size(); shared-- > 1;) {
        line("  {:<12} {:>16}  {}", plural(shared, "worker"),
             plural(found.by_shared[shared].size(), "tenant"), tenants(found.by_shared[shared]));
      }
    }
    for (const audit::Holders& found : audit_.holders) {
      line("\n{} of {}: {}", plural(found.tenants.size(), "tenant"), worker(found.worker),
           tenants(found.tenants));
    }
    for (const audit::Overlap& found : audit_.overlap) {
      line("\n{} and {} share {}: {}", tenant(found.one), tenant(found.other),
           plural(found.shared.size(), "worker"), workers(found.shared));
    }
  }

  const Audit& audit_;
  const Placement& placement_;
};

}  // namespace

void print_audit_page(const Audit& audit, Output& output) {
  AuditPage(audit, output).print();
}

}  // namespace croupier::cli
