#include "croupier/querier_connections.h"

#include <gtest/gtest.h>

#include "croupier/mimir_queriers.h"

namespace croupier::copies {
namespace {

using Ids = std::vector<std::string>;
using std::chrono::nanoseconds;
using std::chrono::seconds;

QuerierConnections with_delay(nanoseconds delay) {
  return QuerierConnections::make(delay).value();
}

TEST(QuerierConnections, RefusesDelaysOutOfRange) {
  EXPECT_TRUE(QuerierConnections::make(QuerierConnections::kMaxForgetDelay));
  const auto below = QuerierConnections::make(nanoseconds{-1});
  ASSERT_FALSE(below);
  EXPECT_EQ(below.error().message,
            "forget delay of -1 ns is not between 0 and 31536000000000000 ns");
  EXPECT_FALSE(QuerierConnections::make(QuerierConnections::kMaxForgetDelay + nanoseconds{1}));
}

TEST(QuerierConnections, RefusesBadIdsAndUnknownOnes) {
  auto connections = with_delay(seconds{60});
  const auto empty = connections.connect("");
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().message, "querier: id is empty; an id has 1 to 255 bytes (offset 0)");
  const auto unknown = connections.disconnect("q", seconds{1});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, Code::kFailedPrecondition);
  EXPECT_EQ(unknown.error().message, "querier \"q\" has no connection");
  EXPECT_FALSE(connections.notify_shutdown("q"));
  EXPECT_TRUE(connections.queriers().empty());
}

TEST(QuerierConnections, RefusesTheConnectionThatIsNotThere) {
  auto connections = with_delay(seconds{60});
  EXPECT_TRUE(connections.connect("q").value());
  EXPECT_FALSE(connections.disconnect("q", seconds{1}).value());
  EXPECT_FALSE(connections.disconnect("q", seconds{2}).has_value());
  EXPECT_EQ(connections.queriers(), Ids{"q"});
}

TEST(QuerierConnections, HasALimit) {
  auto connections = with_delay(seconds{0});
  for (std::uint32_t i = 0; i < kMaxQueriers; ++i) {
    ASSERT_TRUE(connections.connect("q-" + std::to_string(i)));
  }
  const auto above = connections.connect("one-more");
  ASSERT_FALSE(above);
  EXPECT_EQ(above.error().code, Code::kResourceExhausted);
  EXPECT_EQ(above.error().message,
            "querier \"one-more\" is one above the 65536 that a scheduler may have");
  EXPECT_FALSE(connections.connect("q-5").value());
  EXPECT_TRUE(connections.disconnect("q-7", seconds{0}).value());
  EXPECT_TRUE(connections.connect("one-more").value());
}

TEST(QuerierConnections, CountsConnections) {
  auto connections = with_delay(seconds{0});
  EXPECT_TRUE(connections.connect("q").value());
  EXPECT_FALSE(connections.connect("q").value());
  EXPECT_FALSE(connections.disconnect("q", seconds{1}).value());
  EXPECT_EQ(connections.queriers(), Ids{"q"});
  EXPECT_TRUE(connections.disconnect("q", seconds{2}).value());
  EXPECT_TRUE(connections.queriers().empty());
}

TEST(QuerierConnections, ForgetsAfterMoreThanTheDelay) {
  auto connections = with_delay(seconds{60});
  EXPECT_TRUE(connections.connect("q").value());
  EXPECT_TRUE(connections.connect("r").value());
  EXPECT_FALSE(connections.disconnect("q", seconds{100}).value());
  EXPECT_FALSE(connections.forget(seconds{160}));
  EXPECT_TRUE(connections.forget(seconds{160} + nanoseconds{1}));
  EXPECT_FALSE(connections.forget(seconds{500}));
  EXPECT_EQ(connections.queriers(), Ids{"r"});
}

TEST(QuerierConnections, LeavesAtOnceIfNoticeComesAfterTheLastConnection) {
  auto connections = with_delay(seconds{60});
  EXPECT_TRUE(connections.connect("q").value());
  EXPECT_FALSE(connections.disconnect("q", seconds{1}).value());
  EXPECT_TRUE(connections.notify_shutdown("q"));
  EXPECT_TRUE(connections.queriers().empty());
}

TEST(QuerierConnections, WithdrawsNoticeByReconnecting) {
  auto connections = with_delay(seconds{60});
  EXPECT_TRUE(connections.connect("q").value());
  EXPECT_FALSE(connections.notify_shutdown("q"));
  EXPECT_FALSE(connections.connect("q").value());
  EXPECT_FALSE(connections.disconnect("q", seconds{1}).value());
  EXPECT_FALSE(connections.disconnect("q", seconds{2}).value());
  EXPECT_EQ(connections.queriers(), Ids{"q"});
  EXPECT_FALSE(connections.connect("q").value());
  EXPECT_FALSE(connections.forget(seconds{500}));
}

TEST(QuerierConnections, WithoutADelayForgettingChangesNothing) {
  auto connections = with_delay(seconds{0});
  EXPECT_TRUE(connections.connect("q").value());
  EXPECT_FALSE(connections.forget(seconds{500}));
  EXPECT_EQ(connections.queriers(), Ids{"q"});
}

}  // namespace
}  // namespace croupier::copies
