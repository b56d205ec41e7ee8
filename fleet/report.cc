#include "fleet/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace croupier::fleet {

void Report::add(Problem problem) {
  if (problems_.size() < kMaxProblems - 1) {
    problems_.push_back(std::move(problem));
  } else {
    ++left_out_;
    left_out_error_ |= problem.severity == Severity::kError;
  }
}

std::vector<Problem> Report::finish(const std::string& first) {
  std::unordered_map<std::string, std::size_t> rank = {{first, 0}};
  std::vector<std::tuple<std::size_t, int, int, std::size_t>> order;  // the last keeps equals apart
  for (const Problem& problem : problems_) {
    const auto entry = rank.emplace(problem.place.file, rank.size()).first;
    order.emplace_back(entry->second, problem.place.line, problem.place.column, order.size());
  }
  std::sort(order.begin(), order.end());
  std::vector<Problem> sorted;
  for (const auto& key : order) sorted.push_back(std::move(problems_[std::get<3>(key)]));
  if (left_out_ > 0) {
    sorted.push_back({left_out_error_ ? Severity::kError : Severity::kWarning,
                      {first, 0, 0},
                      fmt::format("{} more problems are not shown", left_out_)});
  }
  return sorted;
}

std::string at(const Place& place) {
  return fmt::format(" ({}:{})", place.file, place.line);
}

std::string format(const Problem& problem) {
  const std::string_view severity = problem.severity == Severity::kError ? "error" : "warning";
  if (problem.place.line == 0) {
    return fmt::format("{}: {}: {}", problem.place.file, severity, problem.message);
  }
  return fmt::format("{}:{}:{}: {}: {}", problem.place.file, problem.place.line,
                     problem.place.column, severity, problem.message);
}

}  // namespace croupier::fleet
