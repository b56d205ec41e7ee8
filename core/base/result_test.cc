#include "croupier/result.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "croupier/assert.h"

namespace croupier {
namespace {

TEST(CodeName, IsTheNameOfGoogleRpc) {
  EXPECT_EQ(code_name(Code::kInvalidArgument), "INVALID_ARGUMENT");
  EXPECT_EQ(code_name(Code::kFailedPrecondition), "FAILED_PRECONDITION");
  EXPECT_EQ(code_name(Code::kNotFound), "NOT_FOUND");
  EXPECT_EQ(code_name(Code::kResourceExhausted), "RESOURCE_EXHAUSTED");
  EXPECT_EQ(code_name(Code::kDataLoss), "DATA_LOSS");
  EXPECT_EQ(code_name(Code::kUnavailable), "UNAVAILABLE");
  EXPECT_EQ(code_name(Code::kInternal), "INTERNAL");
}

TEST(AssertDeathTest, AbortsWithExpressionAndPlace) {
  EXPECT_DEATH(CROUPIER_ASSERT(1 > 2), "result_test.cc:[0-9]+: assertion failed: 1 > 2");
}

TEST(AssertDeathTest, AbortsWhenTheHandlerReturns) {
  EXPECT_DEATH(
      {
        set_assert_handler([](const char*, const char*, int) {});
        CROUPIER_ASSERT(false);
      },
      "");
}

TEST(Assert, HandlerMayThrow) {
  const AssertHandler before = set_assert_handler(
      [](const char* expression, const char*, int) { throw std::runtime_error(expression); });
  EXPECT_THROW(CROUPIER_ASSERT(1 > 2), std::runtime_error);
  EXPECT_NO_THROW(CROUPIER_ASSERT(2 > 1));
  set_assert_handler(before);
}

}  // namespace
}  // namespace croupier
