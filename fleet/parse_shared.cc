// Pieces that several sections of the fleet file have in common.
#include <fmt/format.h>

#include <unordered_set>

#include "croupier/quote.h"
#include "fleet/parse_state.h"
#include "fleet/values.h"

namespace croupier::fleet {

void report_duplicate(Report& report, std::string_view what, std::string_view id,
                      const Place& second, const Place& first) {
  report.error(second, fmt::format("duplicate {} {}, first at {}:{}:{}", what, quote(id),
                                   first.file, first.line, first.column));
}

std::optional<std::uint32_t> find_id(ParseState& state, const Index& index, const Node& node,
                                     std::string_view what) {
  const auto id = read_text(state.report, node, what);
  if (!id) return std::nullopt;
  const auto found = index.find(*id);
  if (found == index.end()) {
    state.report.error(node, fmt::format("unknown {} {}", what, quote(*id)));
    return std::nullopt;
  }
  return found->second;
}

std::vector<std::uint32_t> read_workers(ParseState& state, const Node& node,
                                        std::string_view what) {
  std::vector<std::uint32_t> workers;
  std::unordered_set<std::uint32_t> seen;
  for (const Node& item : read_list(state.report, node, what)) {
    const auto worker = find_id(state, state.workers, item, "worker");
    if (!worker) continue;
    if (!seen.insert(*worker).second) {
      state.report.error(item, fmt::format("worker {} stands twice in {}", quote(item.text), what));
      continue;
    }
    workers.push_back(*worker);
  }
  return workers;
}

std::optional<HandSize> read_hand_size(Report& report, const Node& node) {
  if (node.is_scalar()) {
    if (node.text == "inherit") return HandSize{HandSize::Kind::kInherit};
    if (node.text == "all") return HandSize{HandSize::Kind::kAll};
    if (node.text == "dedicated") return HandSize{HandSize::Kind::kDedicated};
  }
  const bool digits = node.is_scalar() && node.plain && !node.text.empty() &&
                      node.text.find_first_not_of("0123456789") == std::string::npos;
  if (digits && node.text[0] != '0') {
    const auto count = read_count(report, node, "hand_size", 1, kMaxWorkers);
    if (!count) return std::nullopt;
    return HandSize{HandSize::Kind::kCount, *count};
  }
  report.error(node,
               fmt::format("hand_size must be inherit, all, dedicated, or a number of at "
                           "least 1, not {}",
                           node.is_scalar() ? quote(node.text) : std::string(kind_name(node))));
  return std::nullopt;
}

std::optional<Repeat> read_repeat(Report& report, const Node& node) {
  return read_word<Repeat>(report, node, "repeat", kRepeatWords);
}

Attempts read_attempts(Report& report, const Node& node) {
  Attempts attempts;
  const MapReader map(report, node, kAttemptsKeys, "attempts");
  if (const Node* max = map.find("max")) {
    attempts.max = read_count(report, *max, "max", 1, kMaxWorkers);
  }
  if (const Node* limit = map.find("try_timeout")) {
    attempts.try_timeout = read_limit(report, *limit, "try_timeout");
  }
  if (const Node* repeat = map.find("repeat")) attempts.repeat = read_repeat(report, *repeat);
  if (const Node* all_down = map.find("all_down")) {
    attempts.all_down = read_word<AllDown>(report, *all_down, "all_down", kAllDownWords);
  }
  return attempts;
}

}  // namespace croupier::fleet
