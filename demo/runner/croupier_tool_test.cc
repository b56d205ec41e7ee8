#include "demo/runner/croupier_tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace croupier::demo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<std::string> kIds{"w01", "w02", "w03"};

TEST(ParseHandsTest, WorkersBecomeTheirNumbers) {
  const auto hands = parse_hands(
      "{\"tenant\":\"a\",\"hand\":[\"w03\",\"w01\"]}\n{\"tenant\": \"b\", \"hand\": [\"w02\"]}\n",
      kIds, {"a", "b"});
  ASSERT_TRUE(hands) << hands.error().message;
  EXPECT_THAT(*hands, ElementsAre(ElementsAre(2, 0), ElementsAre(1)));
}

TEST(ParseHandsTest, AnythingElseIsRefused) {
  for (const char* lines : {
           "",                                       // too few
           "{\"tenant\":\"b\",\"hand\":[]}",         // another tenant
           "{\"tenant\":\"a\",\"hand\":[\"w99\"]}",  // no such worker
           "{\"tenant\":\"a\",\"hand\":[1]}",        // a number
           "{\"tenant\":\"a\"}", "{\"tenant\":\"a\",\"hand\":\"w01\"}", "[]", "a w01 w02", "{",
           "{\"tenant\":\"a\",\"hand\":[]}\n{\"tenant\":\"a\",\"hand\":[]}",  // too many
       }) {
    const auto hands = parse_hands(lines, kIds, {"a"});
    ASSERT_FALSE(hands) << lines;
    EXPECT_EQ(hands.error().code, Code::kInternal) << lines;
  }
}

TEST(CroupierToolTest, FailureCarriesWhatTheToolSaid) {
  const auto config = CroupierTool("/bin/ls").envoy_config("/no/fleet", "/no/snapshot");
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().message, HasSubstr("/bin/ls envoy-config ended with 2: "));
}

}  // namespace
}  // namespace croupier::demo
