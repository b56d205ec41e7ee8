#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "files/temp_folder.h"
#include "fleet/load.h"
#include "fleet/tenant_index.h"
#include "fleet/test_fleet.h"

namespace croupier::fleet {
namespace {

using testing::HasSubstr;

const std::string kFleet = fleet_text(4, "hand_size: 2", "groups: [{id: g}]\ntenant_files: [t]\n");

Loaded load_lines(const std::string& lines) {
  files::TempFolder folder;
  folder.write("t", lines);
  return parse(kFleet, "test.yaml", folder.path());
}

void expect_error(const std::string& lines, int line, const std::string& message) {
  const Loaded loaded = load_lines(lines);
  for (const Problem& problem : loaded.problems) {
    if (problem.severity != Severity::kError) continue;
    EXPECT_EQ(problem.place.file, "t");
    EXPECT_EQ(problem.place.line, line);
    EXPECT_THAT(problem.message, HasSubstr(message));
    return;
  }
  ADD_FAILURE() << "no error for " << lines;
}

TEST(TenantFiles, HoldIdsAndObjects) {
  const Loaded loaded = load_lines(
      "plain\n12\ntrue\nwith space\n日本\n"
      "{\"id\": \"m\", \"group\": \"g\"}\n{\"id\": \"{\", \"hand_size\": 3}\n"
      "{\"id\": \"p\", \"decks\": {\"api\": {\"hand\": [\"w3\"], \"attempts\": {\"max\": 1}}}}");
  ASSERT_TRUE(loaded.ok()) << text_of(loaded.problems);
  const std::vector<Tenant>& tenants = loaded.fleet.tenants;
  ASSERT_EQ(tenants.size(), 8u);
  EXPECT_EQ(tenants[1].id, "12");
  EXPECT_EQ(tenants[4].id, "日本");
  EXPECT_EQ(tenants[5].group, 0u);
  EXPECT_EQ(tenants[6].decks.at("api").hand_size.count, 3u);
  EXPECT_EQ(tenants[7].decks.at("api").hand, std::vector<std::uint32_t>{3});
  EXPECT_EQ(tenants[7].place.line, 8);
}

TEST(TenantFiles, AreStrict) {
  expect_error("a\n\nb\n", 2, "an empty line");
  expect_error("a\nb\na\n", 3, "duplicate tenant \"a\", first at t:1:1");
  expect_error("a\r\n", 1, "tenant id");
  expect_error("a\n b\n", 2, "begins or ends with a space");
  expect_error("a\n\xFF\n", 2, "tenant id");
  expect_error(std::string(256, 'x'), 1, "255");
  expect_error(std::string(70'000, 'x'), 1, "a line of 70000 bytes");
  expect_error("{\"id\": \"a\"", 1, "not valid JSON");
  expect_error("{\"id\": \"a\"} x", 1, "not valid JSON");
  expect_error("{\"id\": \"a\", \"id\": \"b\"}", 1, "duplicate key \"id\"");
  expect_error("{\"id\": \"a\", \"hand_sise\": 2}", 1, "did you mean \"hand_size\"");
  expect_error("{\"id\": 5}", 1, "is a number");
  expect_error("{\"id\": \"a\", \"hand_size\": 0}", 1, "inherit, all, dedicated");
  expect_error("{\"id\": \"a\", \"hand_size\": 1e400}", 1, "not valid JSON");
  expect_error("{\"id\": \"a\", \"decks\": " + std::string(100, '['), 1, "nested deeper than 32");
}

TEST(TenantFiles, AMissingOneIsAnErrorAtItsName) {
  const Loaded loaded = parse(kFleet, "test.yaml", "/nonexistent");
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.problems.back().place.line, 11);
  EXPECT_EQ(loaded.problems.back().place.column, 16);
  EXPECT_THAT(loaded.problems.back().message, HasSubstr("No such file"));
}

TEST(TenantFiles, AMillionIdsTakeLessThanASecond) {
  std::string lines;
  for (int i = 0; i < 1'000'000; ++i) lines += "tenant-" + std::to_string(i) + "\n";
  files::TempFolder folder;
  folder.write("t", lines);
  const auto start = std::chrono::steady_clock::now();
  const Loaded loaded = parse(kFleet, "test.yaml", folder.path());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  RecordProperty("seconds", std::to_string(took.count()));
  EXPECT_TRUE(loaded.ok());
  EXPECT_EQ(loaded.fleet.tenants.size(), 1'000'000u);
  EXPECT_LT(took.count(), 15) << "far above what it needs, so that a busy machine passes";
}

TEST(TenantIndex, FindsEveryTenantAndNoOther) {
  std::vector<Tenant> tenants(1'000);
  for (std::size_t i = 0; i < tenants.size(); ++i) tenants[i].id = "t" + std::to_string(i);
  tenants[999].id = "t7";
  std::vector<std::pair<std::uint32_t, std::uint32_t>> duplicates;
  const TenantIndex index(tenants, [&](std::uint32_t second, std::uint32_t first) {
    duplicates.emplace_back(second, first);
  });
  EXPECT_THAT(duplicates, testing::ElementsAre(std::pair(999u, 7u)));
  for (std::uint32_t i = 0; i < 999; ++i) EXPECT_EQ(index.find(tenants[i].id), i);
  EXPECT_EQ(index.find("t999"), std::nullopt);
  EXPECT_EQ(TenantIndex({}).find("t"), std::nullopt);
}

}  // namespace
}  // namespace croupier::fleet
