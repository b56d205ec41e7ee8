#include "demo/runner/fleet_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "files/temp_folder.h"

namespace croupier::demo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(FleetFileTest, StatesWorkersHandAndTenants) {
  const std::string text = fleet_text(
      {.version = 7, .workers = {{"w01", 4001}, {"w02", 0}}, .hand_size = 2, .tenants = {"t1"}});
  EXPECT_THAT(text, HasSubstr("version: 7\n"));
  EXPECT_THAT(text, HasSubstr("  - {id: w01, address: \"127.0.0.1:4001\"}\n  - {id: w02}\n"));
  EXPECT_THAT(text, HasSubstr("hand_size: 2\n"));
  EXPECT_THAT(text, HasSubstr("unknown: refuse\n"));
  EXPECT_THAT(text, HasSubstr("tenants:\n  - {id: t1}\n"));
}

TEST(FleetFileTest, WithoutTenantsAnyIsDealt) {
  const std::string text =
      fleet_text({.version = 1, .workers = {{"w01", 0}}, .hand_size = 1, .tenants = {}});
  EXPECT_THAT(text, HasSubstr("unknown: deal\n"));
  EXPECT_THAT(text, Not(HasSubstr("tenants:")));
}

TEST(FleetFileTest, WorkerIdsSortAsTheyCount) {
  EXPECT_EQ(worker_ids(10), (std::vector<std::string>{"w01", "w02", "w03", "w04", "w05", "w06",
                                                      "w07", "w08", "w09", "w10"}));
}

TEST(WriteFileTest, ReplacesAndKeepsOthersOut) {
  const files::TempFolder folder;
  const std::string path = folder.path() + "/file";
  ASSERT_TRUE(write_file(path, "old"));
  ASSERT_TRUE(write_file(path, "new"));
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), "new");
  struct stat status{};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  EXPECT_FALSE(write_file(folder.path() + "/no/such/folder", "text"));
}

}  // namespace
}  // namespace croupier::demo
