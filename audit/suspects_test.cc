#include "audit/suspects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/test_files.h"

namespace croupier::audit {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::unique_ptr<Input> small() {
  return read({.hands = "acme,w1,w2\nglobex,w2,w3\nhooli,w4,w1\ninitech,w2,w1\n"}).value();
}

TEST(Suspects, AreTenants) {
  const auto input = small();
  const auto found = suspects(*input, "w2,w1", {}).value();
  EXPECT_THAT(found.sick, ElementsAre(1, 0));
  EXPECT_THAT(found.tenants, ElementsAre(ElementsAre(0, 3), ElementsAre(1, 2)));
  EXPECT_THAT(found.culprits, ElementsAre(ElementsAre(ElementsAre(0, 3))));
  EXPECT_FALSE(found.found.certain);
}

TEST(Suspects, OfAPairOfCulprits) {
  const auto input = small();
  const auto found = suspects(*input, "w2,w4,w3,w1", {.culprits = 2}).value();
  EXPECT_THAT(found.culprits, ElementsAre(ElementsAre(ElementsAre(1), ElementsAre(2))));
  EXPECT_TRUE(found.found.certain);
}

TEST(Suspects, MayBeNobody) {
  const auto input = read({.hands = "acme,w1,w2\n", .workers = "w1,a\nw2,a\nw3,a\n"}).value();
  const auto found = suspects(*input, "w3", {}).value();
  EXPECT_THAT(found.tenants, IsEmpty());
  EXPECT_THAT(found.culprits, IsEmpty());
}

TEST(Suspects, RefuseWhatIsNoSetOfWorkers) {
  const auto input = small();
  const auto refusal = [&input](std::string_view names, const SuspectOptions& options = {}) {
    return suspects(*input, names, options).error().message;
  };
  EXPECT_EQ(refusal(""), "nothing is named");
  EXPECT_EQ(refusal("w1,"), "field 2 is empty");
  EXPECT_EQ(refusal("w1,acme"), "\"acme\" is no worker");
  EXPECT_EQ(refusal("w1,w2,w1"), "\"w1\" stands twice");
  EXPECT_EQ(refusal("w1", {.culprits = 9}), "9 culprits, not 1 to 8");
}

}  // namespace
}  // namespace croupier::audit
