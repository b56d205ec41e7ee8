#include "files/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>

#include "files/key_file.h"
#include "files/temp_folder.h"

namespace croupier::files {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

TEST(ReadFile, GivesAllBytesUpToTheLimit) {
  const TempFolder folder;
  const std::string bytes("a\n\0b", 4);
  const std::string path = folder.write("file", bytes);
  EXPECT_EQ(read_file(path, 4).value(), bytes);
  EXPECT_EQ(read_file(folder.write("empty", ""), 0).value(), "");
  const auto above = read_file(path, 3);
  EXPECT_EQ(above.error().code, Code::kInvalidArgument);
  EXPECT_THAT(above.error().message, HasSubstr("holds 4 bytes, more than 3"));
}

TEST(ReadFile, SaysWhatIsNoFile) {
  const TempFolder folder;
  EXPECT_EQ(read_file(folder.path() + "/none", 1).error().code, Code::kNotFound);
  EXPECT_EQ(read_file(folder.path(), 1).error().code, Code::kUnavailable);
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(read_file(pipe, 1).error().message, HasSubstr("not a regular file"));
  EXPECT_THAT(read_file(folder.path() + "/a\nb", 1).error().message, HasSubstr("a\\x0Ab"));
}

TEST(ReplaceFile, PutsTheNewBytesInPlaceAndLeavesNothingElse) {
  const TempFolder folder;
  const std::string path = folder.write("file", "old");
  ASSERT_TRUE(replace_file(path, "new").has_value());
  EXPECT_EQ(read_file(path, 10).value(), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(ReplaceFile, KeepsTheOldBytesWhenItCannot) {
  const TempFolder folder;
  fs::create_directories(folder.path() + "/file/inside");  // a folder that no rename replaces
  EXPECT_FALSE(replace_file(folder.path() + "/file", "new").has_value());
  EXPECT_TRUE(fs::is_directory(folder.path() + "/file/inside"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
  EXPECT_EQ(replace_file(folder.path() + "/none/file", "new").error().code, Code::kNotFound);
}

TEST(LockFile, IsHeldByOneAtATime) {
  const TempFolder folder;
  const std::string path = folder.path() + "/lock";
  int inside = 0;
  int most = 0;
  const auto work = [&] {
    for (int i = 0; i < 200; ++i) {
      const auto lock = lock_file(path).value();
      most = std::max(most, ++inside);
      --inside;
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(most, 1);
}

TEST(PathFrom, LeavesAbsolutePaths) {
  EXPECT_EQ(path_from("a/b", "c"), "a/b/c");
  EXPECT_EQ(path_from("", "c"), "c");
  EXPECT_EQ(path_from("a/b", "/c"), "/c");
}

TEST(KeyFile, HoldsTheKeyInEveryByte) {
  const TempFolder folder;
  const std::string bytes("with\n\0nul", 9);
  const auto key = read_key_file(folder.write("key", bytes, 0640));
  EXPECT_EQ(key.value().check_value(), Key(bytes).check_value());
}

TEST(KeyFile, RefusesWhatIsNoSecretOrNoKey) {
  struct Row {
    const char* what;
    std::string content;
    unsigned mode;
    Code code;
    const char* message;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"readable by all", "key", 0644, Code::kFailedPrecondition, "has mode 0644"},
           {"writable by all", "key", 0602, Code::kFailedPrecondition, "has mode 0602"},
           {"executable by all", "key", 0601, Code::kFailedPrecondition, "has mode 0601"},
           {"empty", "", 0600, Code::kFailedPrecondition, "is empty"},
           {"too long", std::string(4097, 'k'), 0600, Code::kInvalidArgument,
            "holds 4097 bytes, more than 4096"},
       }) {
    SCOPED_TRACE(row.what);
    const TempFolder folder;
    const auto refused = read_key_file(folder.write("key", row.content, row.mode));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, row.code);
    EXPECT_THAT(refused.error().message, HasSubstr(row.message));
  }
  EXPECT_EQ(read_key_file("/none").error().code, Code::kNotFound);
}

}  // namespace
}  // namespace croupier::files
