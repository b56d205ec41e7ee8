#include "audit/input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/csv.h"
#include "audit/test_files.h"
#include "croupier/deal.h"

namespace croupier::audit {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kHands = "acme,w2,w1\nglobex,w3\ninitech,w1,w2\n";
constexpr const char* kWorkers = "w1,a\nw2,b\nw3,a\nw4,b\n";

TEST(Input, NumbersWorkersByFirstMention) {
  const auto input = read({.hands = kHands}).value();
  ASSERT_EQ(input->tenants.size(), 3U);
  EXPECT_EQ(input->tenants.id(1), "globex");
  ASSERT_EQ(input->workers.size(), 3U);
  EXPECT_EQ(input->workers.id(0), "w2");
  EXPECT_EQ(input->placement.hands(), 2U);
  EXPECT_THAT(input->placement.members(1), ElementsAre(2));
}

TEST(Input, NumbersListedWorkersAsListed) {
  const auto input = read({.hands = kHands, .workers = kWorkers}).value();
  EXPECT_EQ(input->placement.workers(), 4U);
  EXPECT_THAT(input->placement.members(0), ElementsAre(0, 1));
  ASSERT_EQ(input->zones.names.size(), 2U);
  EXPECT_EQ(input->zones.names.id(0), "a");
  EXPECT_THAT(input->zones.workers[0], ElementsAre(0, 2));
}

TEST(Input, ReadsWeightsAndDependencies) {
  const auto input =
      read(
          {.hands = kHands, .weights = "globex,2.5\nacme,1e3\n", .depends = "db,w3,w1\ncache,w2\n"})
          .value();
  EXPECT_THAT(input->weights, ElementsAre(1000, 2.5, 1));
  EXPECT_EQ(input->dependencies.names.id(1), "cache");
  EXPECT_THAT(input->dependencies.workers, ElementsAre(ElementsAre(2, 1), ElementsAre(0)));
}

TEST(Input, TakesAnyBytesAndALastLineWithoutNewline) {
  const auto input = read({.hands = "a\xff,w 1\n\"a\",w 1,\0"s}).value();
  EXPECT_EQ(input->tenants.id(0), "a\xff");
  EXPECT_EQ(input->tenants.id(1), "\"a\"");
  EXPECT_EQ(input->workers.id(1), "\0"s);
}

struct BadInput {
  const char* name;
  TestFiles files;
  const char* message;
};

class RefusedInput : public ::testing::TestWithParam<BadInput> {};

TEST_P(RefusedInput, NamesFileLineAndValue) {
  const auto input = read(GetParam().files);
  ASSERT_FALSE(input);
  EXPECT_EQ(input.error().code, Code::kInvalidArgument);
  EXPECT_EQ(input.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Hands, RefusedInput,
    ::testing::Values(
        BadInput{"TenantTwice",
                 {.hands = "a,w1\nb,w1\na,w2\n"},
                 R"(hands.csv:3: tenant "a" stands twice, first on line 1)"},
        BadInput{
            "WorkerTwice", {.hands = "a,w1,w2,w1\n"}, R"(hands.csv:1: worker "w1" stands twice)"},
        BadInput{"NoWorker", {.hands = "a,w1\nb\n"}, R"(hands.csv:2: tenant "b" has no worker)"},
        BadInput{"EmptyWorker", {.hands = "a,w1,\n"}, "hands.csv:1: field 3 is empty"},
        BadInput{"EmptyTenant", {.hands = ",w1\n"}, "hands.csv:1: field 1 is empty"},
        BadInput{"EmptyLine", {.hands = "a,w1\n\nb,w1\n"}, "hands.csv:2: an empty line"},
        BadInput{"CarriageReturn",
                 {.hands = "a,w1\r\n"},
                 "hands.csv:1: a carriage return ends the line; a newline alone may"},
        BadInput{"UnknownWorker",
                 {.hands = "a,w1\nb,w\xff\n", .workers = kWorkers},
                 R"(hands.csv:2: worker "w\xFF" is not known)"},
        BadInput{"MoreThanThereAre",
                 {.hands = "a,w1,w2,w3,w4,w5\n", .workers = kWorkers},
                 R"(hands.csv:1: worker "w5" is not known)"}),
    [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Others, RefusedInput,
    ::testing::Values(BadInput{"ListedTwice",
                               {.hands = kHands, .workers = "w1,a\nw2,a\nw1,b\n"},
                               R"(workers.csv:3: worker "w1" stands twice, first on line 1)"},
                      BadInput{"NoZone",
                               {.hands = kHands, .workers = "w1,a\nw2\n"},
                               "workers.csv:2: 1 fields, not 2: worker,zone"},
                      BadInput{"WeightTwice",
                               {.hands = kHands, .weights = "acme,1\nacme,1\n"},
                               R"(weights.csv:2: tenant "acme" stands twice)"},
                      BadInput{"WeightOfNobody",
                               {.hands = kHands, .weights = "hooli,1\n"},
                               R"(weights.csv:1: tenant "hooli" has no hand)"},
                      BadInput{"NoWeight",
                               {.hands = kHands, .weights = "acme\n"},
                               "weights.csv:1: 1 fields, not 2: tenant,weight"},
                      BadInput{"WeightOfWords",
                               {.hands = kHands, .weights = "acme,much\n"},
                               R"(weights.csv:1: weight "much" is no number)"},
                      BadInput{"WeightAndMore",
                               {.hands = kHands, .weights = "acme,1kg\n"},
                               R"(weights.csv:1: weight "1kg" is no number)"},
                      BadInput{"NegativeWeight",
                               {.hands = kHands, .weights = "globex,2\nacme,-1\n"},
                               R"(weights.csv:2: weight "-1" is negative)"},
                      BadInput{"NotANumber",
                               {.hands = kHands, .weights = "acme,nan\n"},
                               R"(weights.csv:1: weight "nan" is no number)"},
                      BadInput{"InfiniteWeight",
                               {.hands = kHands, .weights = "acme,inf\n"},
                               R"(weights.csv:1: weight "inf" is out of the range of numbers)"},
                      BadInput{"HugeWeight",
                               {.hands = kHands, .weights = "acme,1e999\n"},
                               R"(weights.csv:1: weight "1e999" is out of the range of numbers)"},
                      BadInput{"HugeSum",
                               {.hands = kHands, .weights = "acme,1e308\nglobex,1e308\n"},
                               "weights.csv:2: the sum of weights is out of the range of numbers"},
                      BadInput{"DependencyTwice",
                               {.hands = kHands, .depends = "db,w1\ndb,w2\n"},
                               R"(depends.csv:2: dependency "db" stands twice, first on line 1)"},
                      BadInput{"NothingDepends",
                               {.hands = kHands, .depends = "db\n"},
                               R"(depends.csv:1: dependency "db" has no worker)"},
                      BadInput{"UnknownDepends",
                               {.hands = kHands, .depends = "db,w9\n"},
                               R"(depends.csv:1: worker "w9" is not known)"},
                      BadInput{"DependsTwice",
                               {.hands = kHands, .depends = "db,w1,w1\n"},
                               R"(depends.csv:1: worker "w1" stands twice)"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Input, RefusesMoreWorkersThanAreCounted) {
  std::string hands;
  for (std::uint32_t i = 0; i <= kMaxWorkers; ++i) {
    hands += "t" + std::to_string(i) + ",w" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(read({.hands = hands}).error().message, "hands.csv:65537: more than 65536 workers");
  std::string workers;
  for (std::uint32_t i = 0; i <= kMaxWorkers; ++i) workers += "w" + std::to_string(i) + ",a\n";
  EXPECT_EQ(read({.hands = kHands, .workers = workers}).error().message,
            "workers.csv:65537: more than 65536 workers");
}

TEST(Input, RefusesEmptyAndMissingFiles) {
  const files::TempFolder folder;
  const auto empty = read_input({.hands = folder.write("hands.csv", "")});
  EXPECT_EQ(empty.error().code, Code::kInvalidArgument);
  EXPECT_THAT(empty.error().message, HasSubstr("hands.csv\" is empty"));
  const auto missing = read_input({.hands = folder.path() + "/none.csv"});
  EXPECT_EQ(missing.error().code, Code::kNotFound);
}

}  // namespace
}  // namespace croupier::audit
