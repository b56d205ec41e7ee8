#include "envoy/request.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace croupier::envoy {
namespace {

TEST(RequestTable, ATokenFindsItsRequestWhileThatLives) {
  RequestTable table;
  const auto slot = table.acquire().value();
  EXPECT_EQ(table.find(slot.token.view()), slot.request);
  EXPECT_EQ(table.living(), 1u);
  table.release(slot.index);
  EXPECT_EQ(table.find(slot.token.view()), nullptr);
  EXPECT_EQ(table.living(), 0u);
}

TEST(RequestTable, AReusedPlaceHasAnotherToken) {
  RequestTable table;
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) {
    const auto slot = table.acquire().value();
    EXPECT_EQ(slot.index, 0u);
    for (const std::string& old : tokens) EXPECT_EQ(table.find(old), nullptr);
    EXPECT_TRUE(tokens.emplace(slot.token.view()).second);
    table.release(slot.index);
  }
}

TEST(RequestTable, TokensOfOneTableMeanNothingInAnother) {
  const auto one = std::make_unique<RequestTable>();
  const auto other = std::make_unique<RequestTable>();
  const auto slot = one->acquire().value();
  const auto twin = other->acquire().value();  // the same place and generation
  EXPECT_EQ(other->find(slot.token.view()), nullptr);
  EXPECT_EQ(one->find(twin.token.view()), nullptr);
}

TEST(RequestTable, GarbageFindsNothing) {
  RequestTable table;
  const auto slot = table.acquire().value();
  const std::string token(slot.token.view());
  EXPECT_EQ(table.find(""), nullptr);
  EXPECT_EQ(table.find(token.substr(1)), nullptr);
  EXPECT_EQ(table.find(token + "x"), nullptr);
  EXPECT_EQ(table.find(std::string(1 << 20, 'x')), nullptr);
  EXPECT_EQ(table.find(std::string(12, '\0')), nullptr);
  for (std::size_t i = 0; i < token.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = token;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      EXPECT_EQ(table.find(flipped), nullptr) << "byte " << i << " bit " << bit;
    }
  }
}

TEST(RequestTable, RequestsComeBackClean) {
  RequestTable table;
  auto slot = table.acquire().value();
  slot.request->log.add(3);
  slot.request->log.probed = true;
  slot.request->last = Outcome::kExhausted;
  slot.request->view = std::make_shared<View>();
  table.release(slot.index);
  slot = table.acquire().value();
  EXPECT_EQ(slot.request->log.count, 0u);
  EXPECT_FALSE(slot.request->log.probed);
  EXPECT_EQ(slot.request->last, Outcome::kMember);
  EXPECT_EQ(slot.request->view, nullptr);
}

TEST(RequestTable, AHashFindsItsRequestWhileThatLives) {
  RequestTable table;
  const auto slot = table.acquire().value();
  table.remember_hash(slot.token, 77);
  EXPECT_EQ(table.find_hash(77), slot.request);
  EXPECT_EQ(table.find_hash(78), nullptr);
  table.release(slot.index);
  EXPECT_EQ(table.find_hash(77), nullptr);
}

TEST(RequestTable, RefusesMoreThanItsLimit) {
  RequestTable table;
  for (std::uint32_t i = 0; i < kMaxRequestsPerThread; ++i) {
    ASSERT_TRUE(table.acquire().has_value()) << i;
  }
  EXPECT_FALSE(table.acquire().has_value());
  table.release(5);
  EXPECT_EQ(table.acquire().value().index, 5u);
}

TEST(Request, EndsItsAttemptOnce) {
  Request request;
  const auto load = std::make_shared<WorkerLoad>();
  load->begin();
  request.open = load;
  request.end_attempt(/*failed=*/true, 123);
  request.end_attempt(/*failed=*/true, 456);
  EXPECT_EQ(load->outstanding.load(), 0u);
  EXPECT_EQ(load->failed_at_ms.load(), 123);
}

TEST(FailureReason, SaysWhatWasUsedUp) {
  Request request;
  request.hand.workers = {1, 2, 3, 4};
  request.limit = 2;
  request.method = "POST";
  request.repeatable = true;
  request.log.add(1);
  EXPECT_EQ(failure_reason(request), "attempt 1 of 2 failed");
  request.repeatable = false;
  EXPECT_EQ(failure_reason(request), "POST is not repeated once it was sent, attempt 1 of 2");
  request.log.add(2);
  EXPECT_EQ(failure_reason(request), "attempts exhausted 2 of 2");
  request.log.add(3);
  request.log.add(4);
  EXPECT_EQ(failure_reason(request), "hand exhausted 4 of 4");
  EXPECT_TRUE(hand_exhausted(request));
}

}  // namespace
}  // namespace croupier::envoy
