#include <fmt/format.h>

#include "cli/audit.h"
#include "cli/input_json.h"

namespace croupier::cli {
namespace {

class AuditJson : private InputJson {
 public:
  AuditJson(const Audit& audit, Output& output) : InputJson(*audit.input, output), audit_(audit) {}

  void print() {
    key("{", "tenants");
    output_.append(std::uint64_t{input_.placement.tenants()});
    key(", ", "overlap_pairs");
    counts(audit_.overlaps->pairs());
    key(", ", "largest_overlap");
    output_.append(std::uint64_t{audit_.overlaps->largest()});
    key(", ", "twin_groups");
    list(audit_.twins, [this](const auto& group) { tenants(group); });
    worst_attacker();
    load();
    questions("failures", audit_.failures);
    questions("poison", audit_.poison);
    look_ups();
    output_.append("}\n");
  }

 private:
  // {"0": n, "1": n, ...}
  void counts(const std::vector<std::uint64_t>& numbers) {
    std::string_view before = "{";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      key(std::exchange(before, ", "), std::to_string(i));
      output_.append(numbers[i]);
    }
    output_.append("}");
  }

  template <typename Number>
  void by_worker(const std::vector<Number>& numbers) {
    std::string_view before = "{";
    for (std::uint32_t worker = 0; worker < numbers.size(); ++worker) {
      key(std::exchange(before, ", "), id_text(input_.workers.id(worker)));
      output_.append(fmt::format("{}", numbers[worker]));
    }
    output_.append("}");
  }

  void worst_attacker() {
    const WorstAttacker& worst = audit_.worst;
    key(", ", "worst_attacker");
    key("{", "most_down");
    output_.append(std::uint64_t{worst.most_down});
    key(", ", "most_down_by");
    id(input_.tenants.id(worst.most_down_by));
    key(", ", "most_touched");
    output_.append(std::uint64_t{worst.most_touched});
    key(", ", "most_touched_by");
    id(input_.tenants.id(worst.most_touched_by));
    output_.append("}");
  }

  void load() {
    key(", ", "load");
    key("{", "tenants");
    by_worker(audit_.load.tenants);
    key(", ", "weight");
    by_worker(audit_.load.weight);
    key(", ", "max_over_mean");
    output_.append(fmt::format("{}", audit_.load.max_over_mean));
    key(", ", "idle");
    workers(audit_.load.idle);
    output_.append("}");
  }

  void questions(std::string_view name, const std::vector<AuditQuestion>& asked) {
    key(", ", name);
    list(asked, [this](const AuditQuestion& question) { answer(question.answer); });
  }

  void answer(const audit::Answer& answer) {
    key("{", "failed");
    workers(answer.failed);
    const FailureCounts& found = answer.counts;
    const std::pair<std::string_view, std::uint64_t> numbers[] = {{"untouched", found.untouched},
                                                                  {"touched", found.touched},
                                                                  {"degraded", found.degraded},
                                                                  {"down", found.down}};
    for (const auto& [name, number] : numbers) {
      key(", ", name);
      output_.append(number);
    }
    key(", ", "by_workers_lost");
    counts(found.by_workers_lost);
    key(", ", "down_tenants");
    tenants(answer.down_tenants);
    output_.append("}");
  }

  // Keys of questions that were not asked are not there.
  void look_ups() {
    if (!audit_.sharing.empty()) {
      key(", ", "who_shares");
      list(audit_.sharing, [this](const audit::Sharing& found) {
        key("{", "tenant");
        id(input_.tenants.id(found.tenant));
        key(", ", "by_workers_shared");
        std::string_view before = "{";
        for (std::size_t shared = 1; shared < found.by_shared.size(); ++shared) {
          key(std::exchange(before, ", "), std::to_string(shared));
          tenants(found.by_shared[shared]);
        }
        output_.append("}}");
      });
    }
    if (!audit_.holders.empty()) {
      key(", ", "tenants_of");
      list(audit_.holders, [this](const audit::Holders& found) {
        key("{", "worker");
        id(input_.workers.id(found.worker));
        key(", ", "tenants");
        tenants(found.tenants);
        output_.append("}");
      });
    }
    if (!audit_.overlap.empty()) {
      key(", ", "overlap");
      list(audit_.overlap, [this](const audit::Overlap& found) {
        key("{", "tenants");
        tenants({found.one, found.other});
        key(", ", "workers");
        workers(found.shared);
        output_.append("}");
      });
    }
  }

  const Audit& audit_;
};

}  // namespace

void print_audit_json(const Audit& audit, Output& output) {
  AuditJson(audit, output).print();
}

void print_audit_tenants(const Audit& audit, Output& output) {
  const Placement& placement = audit.input->placement;
  for (std::uint32_t tenant = 0; tenant < placement.tenants() && !output.closed(); ++tenant) {
    output.append(audit.input->tenants.id(tenant));
    for (const std::uint32_t count : audit.overlaps->exactly(placement.hand_of(tenant))) {
      output.append(",");
      output.append(std::uint64_t{count});
    }
    output.append("\n");
  }
}

}  // namespace croupier::cli
