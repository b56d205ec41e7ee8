#include "core/copies/java_strings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace croupier::copies {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Order = std::vector<std::uint32_t>;

TEST(JavaStrings, ConvertToUtf16) {
  EXPECT_EQ(to_utf16("").value(), u"");
  EXPECT_EQ(to_utf16("a\xC3\xA9\xE6\x9D\xB1").value(), u"a\u00e9\u6771");
  EXPECT_EQ(to_utf16("\xF0\x9F\x82\xA1").value(), u"\U0001F0A1");  // a pair of surrogates
}

TEST(JavaStrings, RefuseBytesThatAreNoUtf8) {
  for (const char* text : {"ab\x80", "ab\xC3", "ab\xED\xA0\x80"}) {
    const auto units = to_utf16(text);
    ASSERT_FALSE(units);
    EXPECT_EQ(units.error().code, Code::kInvalidArgument);
    EXPECT_THAT(units.error().message, HasSubstr("at byte 2"));
  }
}

TEST(JavaStrings, HashAsJavaDoes) {
  EXPECT_EQ(java_hash(u""), 0U);
  EXPECT_EQ(java_hash(u"Aa"), 2112U);
  EXPECT_EQ(java_hash(u"BB"), 2112U);
  EXPECT_EQ(java_hash(u"polygenelubricants"), 0x80000000U);  // well known for it
}

// Hashes of one-letter strings are the letters: "a" is 97, bucket 1 of 16.
TEST(JavaSetOrder, GoesByBucketThenByInsertion) {
  const std::u16string values[] = {u"q", u"c", u"a", u"b"};  // buckets 1, 3, 1, 2
  EXPECT_THAT(java_set_order(values).value(), ElementsAre(0, 2, 3, 1));
}

TEST(JavaSetOrder, DoublesPastThreeQuarters) {
  std::vector<std::u16string> values;
  for (char16_t letter = u'a'; values.size() < 12; ++letter) values.push_back({letter});
  values.push_back(u"q");
  // 13 values: 32 buckets, where "a" (97) has bucket 1 and "q" (113) bucket 17.
  EXPECT_EQ(java_set_order(values).value(), (Order{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
  values.erase(values.begin() + 1);
  // 12 values: still 16 buckets, and "q" follows "a".
  EXPECT_EQ(java_set_order(values).value(), (Order{0, 11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST(JavaSetOrder, RefusesCrowdedBuckets) {
  std::vector<std::u16string> values = {u"AaAaAa", u"AaAaBB", u"AaBBAa", u"AaBBBB",
                                        u"BBAaAa", u"BBAaBB", u"BBBBAa"};
  EXPECT_EQ(java_set_order(values).value(), (Order{0, 1, 2, 3, 4, 5, 6}));
  values.push_back(u"BBBBBB");
  const auto refused = java_set_order(values);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kInvalidArgument);
  EXPECT_THAT(refused.error().message, HasSubstr("8 of 8 values share one bucket"));
}

}  // namespace
}  // namespace croupier::copies
