// The fleets of tests/fleets: good ones are accepted, bad ones refused as their first line says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "files/files.h"
#include "files/temp_folder.h"
#include "fleet/load.h"
#include "fleet/resolve.h"
#include "fleet/risk.h"

namespace croupier::fleet {
namespace {

const std::string kFleets = CROUPIER_SOURCE_DIR "/tests/fleets";

// All that `croupier check` finds, with a key that is the same for all: keys are no part of a
// fleet.
std::vector<Problem> problems_of(const Loaded& loaded) {
  std::vector<Problem> problems = loaded.problems;
  if (!loaded.ok()) return problems;
  const std::vector<Key> keys(loaded.fleet.keys.size(), Key("a key for tests"));
  const std::size_t before = problems.size();
  const auto decks = deal_decks(loaded.fleet, keys, {}, problems);
  if (problems.size() > before) return problems;
  const auto figures = evaluate_risk(loaded.fleet, decks);
  if (figures) check_risk(loaded.fleet, *figures, problems);
  return problems;
}

std::vector<Problem> problems_of(const std::string& path) {
  const auto loaded = load(path);
  if (!loaded) return {{Severity::kError, {path, 0, 0}, loaded.error().message}};
  return problems_of(*loaded);
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kFleets + "/" + folder)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string show(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) text += format(problem) + "\n";
  return text;
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
  return std::filesystem::path(info.param).stem().string();
}

class GoodFleet : public testing::TestWithParam<std::string> {};

TEST_P(GoodFleet, HasNoError) {
  for (const Problem& problem : problems_of(GetParam())) {
    EXPECT_EQ(problem.severity, Severity::kWarning) << format(problem);
  }
}

INSTANTIATE_TEST_SUITE_P(Fleets, GoodFleet, testing::ValuesIn(files_in("good")), name_of);

class BadFleet : public testing::TestWithParam<std::string> {};

TEST_P(BadFleet, IsRefusedAtItsPlaceForItsReason) {
  // "# expect: 12:5 the beginning or a part of the message"
  const auto text = files::read_file(GetParam(), kMaxFleetFileBytes);
  ASSERT_TRUE(text.has_value());
  const std::string first_line = text->substr(0, text->find('\n'));
  const std::string kPrefix = "# expect: ";
  ASSERT_THAT(first_line, testing::StartsWith(kPrefix));
  const std::size_t space = first_line.find(' ', kPrefix.size());
  const std::string place = first_line.substr(kPrefix.size(), space - kPrefix.size());
  const std::string expected = first_line.substr(space + 1);
  const auto problems = problems_of(GetParam());
  const bool found = std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
    const auto at = std::to_string(problem.place.line) + ":" + std::to_string(problem.place.column);
    return problem.severity == Severity::kError && at == place &&
           problem.message.find(expected) != std::string::npos;
  });
  EXPECT_TRUE(found) << "expected " << place << " " << expected << ", got\n" << show(problems);
  const auto errors = std::count_if(problems.begin(), problems.end(), [](const Problem& problem) {
    return problem.severity == Severity::kError;
  });
  EXPECT_EQ(errors, 1) << "one mistake, one error:\n" << show(problems);
}

INSTANTIATE_TEST_SUITE_P(Fleets, BadFleet, testing::ValuesIn(files_in("bad")), name_of);

// The first block of the language in a page of docs/; empty without one.
std::string block_of(const std::string& page, const std::string& language) {
  const std::string fence = "```" + language + "\n";
  const std::size_t found = page.find(fence);
  if (found == std::string::npos) return "";
  const std::size_t begin = found + fence.size();
  return page.substr(begin, page.find("```\n", begin) - begin);
}

TEST(Documentation, ItsExamplesAreFleetsWithoutAnyProblem) {
  for (const std::string name :
       {"formats/fleet.md", "policies/apf.md", "policies/infima.md", "policies/mimir-ring.md",
        "policies/mimir-queriers.md", "policies/thanos.md"}) {
    SCOPED_TRACE(name);
    const auto page = files::read_file(CROUPIER_SOURCE_DIR "/docs/" + name, 1u << 20);
    ASSERT_TRUE(page.has_value());
    const files::TempFolder folder;
    folder.write("ring.json", block_of(*page, "json"));
    const std::string example = block_of(*page, "yaml");
    ASSERT_FALSE(example.empty());
    const auto problems = problems_of(parse(example, name, folder.path()));
    EXPECT_TRUE(problems.empty()) << show(problems);
  }
}

}  // namespace
}  // namespace croupier::fleet
