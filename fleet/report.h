// Collects what is wrong with a fleet.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fleet/document.h"
#include "fleet/load.h"

namespace croupier::fleet {

// Problems of one file after another; keeps the first kMaxProblems and counts the rest.
class Report {
 public:
  explicit Report(std::string file) : file_(std::move(file)) {}

  // The file that marks refer to from now on.
  void enter(std::string file) { file_ = std::move(file); }
  Place place(Mark mark) const { return {file_, mark.line, mark.column}; }

  void error(Mark mark, std::string message) { error(place(mark), std::move(message)); }
  void error(const Node& node, std::string message) { error(node.mark, std::move(message)); }
  void error(const Place& place, std::string message) {
    add({Severity::kError, place, std::move(message)});
  }
  void warning(const Place& place, std::string message) {
    add({Severity::kWarning, place, std::move(message)});
  }

  std::vector<Problem>& raw() { return problems_; }

  // All problems: those of the fleet file `first`, then file by file in order of appearance, by
  // line and column; at the end how many were left out.
  std::vector<Problem> finish(const std::string& first);

 private:
  void add(Problem problem);

  std::string file_;
  std::vector<Problem> problems_;
  std::size_t left_out_ = 0;
  bool left_out_error_ = false;
};

// " (file:line)", for messages that point at a second place.
std::string at(const Place& place);

}  // namespace croupier::fleet
