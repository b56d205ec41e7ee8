// Hostile and careless input: every limit of the fleet file, each refused at its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "files/temp_folder.h"
#include "fleet/document.h"
#include "fleet/load.h"
#include "fleet/test_fleet.h"

namespace croupier::fleet {
namespace {

using testing::HasSubstr;

std::vector<Problem> problems_of(const std::string& text) {
  return parse(text, "test.yaml", ".").problems;
}

// Text after a well-formed fleet of 10 lines (4 workers), so that it begins in line 10.
std::string with(const std::string& rest) {
  return fleet_text(4, "hand_size: 2", rest);
}

void expect_first(const std::string& text, int line, int column, const std::string& message) {
  const auto problems = problems_of(text);
  ASSERT_FALSE(problems.empty()) << text.substr(0, 200);
  EXPECT_EQ(problems[0].place.line, line) << text_of(problems);
  EXPECT_EQ(problems[0].place.column, column) << text_of(problems);
  EXPECT_THAT(problems[0].message, HasSubstr(message));
}

TEST(C25_HandSizeZero, IsRefusedEverywhereAndTheWordsAreListed) {
  const std::string words = "hand_size must be inherit, all, dedicated, or a number of at least 1";
  expect_first(fleet_text(2, "hand_size: 0"), 7, 39, words);
  expect_first(with("groups: [{id: g, hand_size: 0}]\ntenants: [{id: t, group: g}]\n"), 10, 29,
               words);
  expect_first(with("tenants: [{id: t, hand_size: 0}]\n"), 10, 30, words);
  expect_first(with("tenants: [{id: t, decks: {api: {hand_size: 0}}}]\n"), 10, 44, words);
}

TEST(YamlLimits, Aliases) {
  expect_first(with("tenants: [&a x, *a]\n"), 10, 11, "anchors and aliases are not accepted");
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c < 'z'; ++c) {
    const char before = static_cast<char>(c - 1);
    bomb += std::string(1, c) + ": &" + c + " [";
    for (int i = 0; i < 9; ++i) bomb += std::string(i > 0 ? "," : "") + "*" + before;
    bomb += "]\n";
  }
  expect_first(bomb, 1, 4, "anchors and aliases are not accepted");
}

TEST(YamlLimits, DuplicateKeys) {
  expect_first(with("tenants: [a]\ntenants: [b]\n"), 11, 1,
               "duplicate key \"tenants\", first at line 10");
  expect_first(with("tenants: [{id: a, \"id\": b}]\n"), 10, 19,
               "duplicate key \"id\", first at line 10");
}

TEST(YamlLimits, Depth) {
  const int most = kMaxYamlDepth - 1;  // the fleet itself is a level
  const auto nested = [](int depth) {
    return with("tenants: " + std::string(depth, '[') + std::string(depth, ']') + "\n");
  };
  EXPECT_THAT(problems_of(nested(most))[0].message, HasSubstr("tenant id must be text"));
  expect_first(nested(most + 1), 10, 10 + most, "nested deeper than 32 levels");
  expect_first(nested(100'000), 10, 10 + most, "nested deeper than 32 levels");
  EXPECT_FALSE(problems_of(std::string(1'000'000, '[')).empty());
  EXPECT_FALSE(problems_of(std::string(1'000'000, '{')).empty());
  std::string block;
  for (int i = 0; i < 2'000; ++i) block += std::string(i, ' ') + "a:\n";
  expect_first(block, 33, 33, "nested deeper than 32 levels");
}

TEST(YamlLimits, Size) {
  const std::string comment = "#" + std::string(100u << 20, 'x');
  const auto problems = problems_of(comment);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].message, HasSubstr("104857601 bytes, more than the 16777216"));
  files::TempFolder folder;
  const auto loaded = load(folder.write("big.yaml", comment));
  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(loaded.error().code, Code::kInvalidArgument);
  EXPECT_THAT(loaded.error().message, HasSubstr("104857601 bytes, more than 16777216"));
}

TEST(YamlLimits, NumberOfValues) {
  std::string tenants = "tenants: [";
  for (std::size_t i = 0; i < kMaxYamlNodes; ++i) tenants += "a,";
  const auto problems = problems_of(with(tenants + "]\n"));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].message, HasSubstr("more than 2000000 values"));
}

TEST(YamlLimits, Utf8) {
  struct Row {
    std::string bytes;
    const char* why;
  };
  const std::vector<Row> rows = {
      {"\xFF", "never a byte of UTF-8"},
      {"\xC0\xAF", "overlong"},
      {"\xE0\x80\xAF", "overlong"},
      {"\xED\xA0\x80", "a surrogate"},
      {"\xF4\x90\x80\x80", "too high"},
      {"\x80", "a lone continuation"},
      {"\xC3", "cut short"},
      {"\xF0\x9F\x98", "cut short"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.why);
    expect_first(with("tenants: [ü" + row.bytes + "]\n"), 10, 12, "invalid UTF-8: byte 0x");
  }
  EXPECT_TRUE(problems_of(with("tenants: [ü, 日本, 😀]\n")).empty());
}

TEST(YamlLimits, ColumnsCountCharacters) {
  expect_first(with("tenants: [日本語, ü, 12]\n"), 10, 19, "is a number to YAML");
}

TEST(YamlLimits, ControlCharacters) {
  for (const char c : {'\0', '\x01', '\x04', '\x1B', '\x7F'}) {
    expect_first(with(std::string("tenants: [a") + c + "]\n"), 10, 12, "control character");
  }
}

TEST(YamlLimits, Tabs) {
  expect_first(with("tenants:\n\t- a\n"), 11, 1, "tab in indentation");
  expect_first(with("tenants:\n  \t- a\n"), 11, 3, "tab in indentation");
  EXPECT_TRUE(problems_of(with("tenants:\n  - a\t# a tab elsewhere\n\t\n")).empty());
  EXPECT_EQ(problems_of(with("tenants:\n\t- a\n\t- b\n")).size(), 2u) << "each line is told";
}

TEST(YamlLimits, Numbers) {
  for (const char* number :
       {"0", "-1", "+1", "1.5", "1e3", "0x10", "010", "1_000", "1000001", "18446744073709551616",
        "99999999999999999999999999", ".inf", "\"1\"", "one", "[1]", "null"}) {
    const std::string text =
        "version: 1\nkeys: [{id: main, file: f}]\nworkers: [{id: a, address: \"127.0.0.1:1\", "
        "weight: " +
        std::string(number) + "}]\ndecks: [{name: d, key: main, hand_size: 1}]\n";
    const auto problems = problems_of(text);
    ASSERT_FALSE(problems.empty()) << number;
    EXPECT_EQ(problems[0].severity, Severity::kError) << number;
    EXPECT_EQ(problems[0].place.line, 3) << number;
    EXPECT_THAT(problems[0].message, HasSubstr("weight")) << number;
  }
}

TEST(YamlLimits, ManyProblemsAreCountedNotKept) {
  std::string tenants = "tenants:\n";
  for (int i = 0; i < 3'000; ++i) tenants += "  - 1\n";
  const auto problems = problems_of(with(tenants));
  ASSERT_EQ(problems.size(), kMaxProblems);
  EXPECT_EQ(problems.back().message, "2001 more problems are not shown");
}

TEST(YamlLimits, AllProblemsAreToldInFileOrder) {
  const auto problems =
      problems_of("version: 0\nworkers: [{id: a}, {id: a}]\nwrong: 1\ndecks: [{name: d}]\n");
  std::vector<int> lines;
  for (const Problem& problem : problems) lines.push_back(problem.place.line);
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end())) << text_of(problems);
  EXPECT_THAT(lines, testing::IsSupersetOf({1, 2, 3, 4}));
}

TEST(YamlLimits, GarbageIsRefusedWithoutAHang) {
  const auto start = std::chrono::steady_clock::now();
  for (const std::string unit :
       {"[", "{", "- ", "? ", "a: ",   "\"",   "|\n",  "&a ", "*a ", "!",
        "%", ",", "]",  "#",  "---\n", "{a: ", "[[],", "'",   "\n ", "\\"}) {
    std::string text;
    while (text.size() < 200'000) text += unit;
    EXPECT_FALSE(problems_of(text).empty()) << unit;
    EXPECT_FALSE(problems_of(with("tenants: " + text)).empty()) << unit;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), 60);
}

}  // namespace
}  // namespace croupier::fleet
