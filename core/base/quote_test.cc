#include "croupier/quote.h"

#include <gtest/gtest.h>

#include <string>

namespace croupier {
namespace {

TEST(Quote, ShowsAnyBytes) {
  EXPECT_EQ(quote(""), "\"\"");
  EXPECT_EQ(quote("租户-1"), "\"租户-1\"");
  EXPECT_EQ(quote("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(quote("a\n\x7F"), R"("a\x0A\x7F")");
  EXPECT_EQ(quote("\xC2\x85"), R"("\xC2\x85")");  // a control of two bytes
  EXPECT_EQ(quote("\xFF\xC3"), R"("\xFF\xC3")");  // no UTF-8, and cut short
  EXPECT_EQ(quote(std::string(60, 'x')), '"' + std::string(60, 'x') + '"');
  EXPECT_EQ(quote(std::string(61, 'x')), '"' + std::string(60, 'x') + "...\"");
}

}  // namespace
}  // namespace croupier
