#include "croupier/ids.h"

#include <gtest/gtest.h>

namespace croupier {
namespace {

using namespace std::string_literals;

TEST(CheckId, AcceptsEveryUtf8Text) {
  for (const std::string& id :
       {"a"s, " "s, "~"s, "tenant-é"s, "租户-42"s, "🎲"s, "\u00A0"s, "\uD7FF"s, "\uE000"s,
        "\uFFFF"s, "\U0010FFFF"s, "\u0800"s, "\U00010000"s, std::string(255, 'x')}) {
    EXPECT_TRUE(check_id(id)) << id;
  }
}

struct BadId {
  const char* name;
  std::string bytes;
  const char* said;
  int offset;
};

class CheckIdRefuses : public testing::TestWithParam<BadId> {};

TEST_P(CheckIdRefuses, WithTheReasonAndTheOffset) {
  const BadId& row = GetParam();
  const auto checked = check_id(row.bytes);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, Code::kInvalidArgument);
  EXPECT_NE(checked.error().message.find(row.said), std::string::npos) << checked.error().message;
  EXPECT_NE(checked.error().message.find("offset " + std::to_string(row.offset)), std::string::npos)
      << checked.error().message;
}

INSTANTIATE_TEST_SUITE_P(Rows, CheckIdRefuses,
                         testing::Values(BadId{"Empty", "", "empty", 0},
                                         BadId{"TooLong", std::string(256, 'x'), "256 bytes", 255},
                                         BadId{"Nul", "a\0b"s, "U+0000", 1},
                                         BadId{"Newline", "ab\n", "U+000A", 2},
                                         BadId{"UnitSeparator", "\x1F", "U+001F", 0},
                                         BadId{"Delete", "é\x7F", "U+007F", 2},
                                         BadId{"FirstC1", "a\xC2\x80", "U+0080", 1},
                                         BadId{"LastC1", "a\xC2\x9F", "U+009F", 1},
                                         BadId{"LoneContinuation", "ab\x80", "UTF-8", 2},
                                         BadId{"OverlongNul", "\xC0\x80", "UTF-8", 0},
                                         BadId{"OverlongTwoBytes", "\xC1\xBF", "UTF-8", 0},
                                         BadId{"OverlongThreeBytes", "\xE0\x9F\xBF", "UTF-8", 0},
                                         BadId{"OverlongFourBytes", "\xF0\x8F\xBF\xBF", "UTF-8", 0},
                                         BadId{"FirstSurrogate", "a\xED\xA0\x80", "UTF-8", 1},
                                         BadId{"LastSurrogate", "\xED\xBF\xBF", "UTF-8", 0},
                                         BadId{"AboveUnicode", "\xF4\x90\x80\x80", "UTF-8", 0},
                                         BadId{"FiveByteLead", "\xF8\x88\x80\x80\x80", "UTF-8", 0},
                                         BadId{"ByteFF", "abc\xFF", "UTF-8", 3},
                                         BadId{"CutTwoBytes", "ab\xC3", "UTF-8", 2},
                                         BadId{"CutThreeBytes", "\xE7\xA7", "UTF-8", 0},
                                         BadId{"CutFourBytes", "\xF0\x9F\x8E", "UTF-8", 0},
                                         BadId{"BrokenThird", "\xE7\xA7\x41", "UTF-8", 0}),
                         [](const auto& row) { return row.param.name; });

TEST(Id, KeepsTheBytesAsTheyAre) {
  const auto composed = TenantId::parse("\u00E9");
  const auto combined = TenantId::parse("e\u0301");
  ASSERT_TRUE(composed && combined);
  EXPECT_NE(*composed, *combined);
  EXPECT_EQ(combined->view(), "e\u0301");
  EXPECT_FALSE(WorkerId::parse(""));
}

}  // namespace
}  // namespace croupier
