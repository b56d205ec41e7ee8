// Server and client against each other, over loopback.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

#include "http/client.h"
#include "http/server.h"

namespace croupier::http {
namespace {

using std::chrono::milliseconds;

std::promise<void>* slow_arrived = nullptr;  // set by the test that sends /slow

Response echo(const Request& request) {
  if (request.target == "/throw") throw std::runtime_error("a handler's own bug");
  if (request.target == "/slow") {
    if (slow_arrived) slow_arrived->set_value();
    return {.status = 200, .body = "late", .delay = milliseconds(300)};
  }
  return {.status = 201,
          .headers = {{"x-method", request.method},
                      {"x-tenant", std::string(find_header(request.headers, "x-tenant"))}},
          .body = request.target + "|" + request.body};
}

class HttpTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto started = Server::start(
        {.max_header_bytes = 4096, .max_body_bytes = 1000, .max_connections = 4}, echo);
    ASSERT_TRUE(started) << started.error().message;
    server_ = std::move(*started);
  }
  std::string url(const std::string& target) const {
    return "http://127.0.0.1:" + std::to_string(server_->port()) + target;
  }
  std::unique_ptr<Server> server_;
};

TEST_F(HttpTest, CarriesMethodTargetHeadersAndBodyBothWays) {
  const auto answer = send(
      {.url = url("/a?b=c"), .method = "POST", .headers = {{"X-Tenant", "acme"}}, .body = "hello"});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 201);
  EXPECT_EQ(answer->body, "/a?b=c|hello");
  EXPECT_EQ(find_header(answer->headers, "x-method"), "POST");
  EXPECT_EQ(find_header(answer->headers, "x-tenant"), "acme");
}

TEST_F(HttpTest, HeadStatesTheLengthOfTheBodyItLeavesOut) {
  const auto answer = send({.url = url("/four"), .method = "HEAD"});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->body, "");
  EXPECT_EQ(find_header(answer->headers, "content-length"), "6");
}

TEST_F(HttpTest, RefusesWhatIsTooLarge) {
  const auto body = send({.url = url("/"), .method = "POST", .body = std::string(1001, 'x')});
  ASSERT_TRUE(body) << body.error().message;
  EXPECT_EQ(body->status, 413);
  const auto header = send({.url = url("/"), .headers = {{"x-long", std::string(5000, 'x')}}});
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(header->status, 431);
}

TEST_F(HttpTest, ThrowingHandlerIsA500AndTheServerLives) {
  EXPECT_EQ(send({.url = url("/throw")})->status, 500);
  EXPECT_EQ(send({.url = url("/")})->status, 201);
}

TEST_F(HttpTest, DelayedAnswerHoldsNobodyElseUp) {
  std::promise<void> arrived;
  slow_arrived = &arrived;
  std::chrono::steady_clock::time_point slow_done;
  std::thread slow([&] {
    EXPECT_EQ(send({.url = url("/slow")})->body, "late");
    slow_done = std::chrono::steady_clock::now();
  });
  arrived.get_future().wait();
  slow_arrived = nullptr;
  // The one server thread answers these while it holds the slow answer back.
  for (int i = 0; i < 20; ++i) EXPECT_EQ(send({.url = url("/")})->status, 201);
  const auto fast_done = std::chrono::steady_clock::now();
  slow.join();
  EXPECT_LT(fast_done, slow_done);
}

TEST_F(HttpTest, StopsAndGivesThePortBackAtOnce) {
  const std::uint16_t port = server_->port();
  EXPECT_EQ(send({.url = url("/")})->status, 201);
  server_->stop();
  server_->stop();
  const auto refused = send({.url = url("/")});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
  const auto again = Server::start({.port = port}, echo);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again)->port(), port);
  EXPECT_EQ(send({.url = url("/")})->status, 201);
}

TEST_F(HttpTest, SaysWhyItCannotStart) {
  const auto taken = Server::start({.port = server_->port()}, echo);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, Code::kUnavailable);
  EXPECT_THAT(taken.error().message, ::testing::HasSubstr(std::to_string(server_->port())));
  EXPECT_EQ(Server::start({.address = "nowhere"}, echo).error().code, Code::kInvalidArgument);
  EXPECT_EQ(Server::start({.threads = 0}, echo).error().code, Code::kInvalidArgument);
}

TEST_F(HttpTest, ClientBoundsTheAnswerAndTheWait) {
  EXPECT_EQ(send({.url = url("/"), .max_body_bytes = 1}).error().code, Code::kResourceExhausted);
  EXPECT_EQ(send({.url = url("/slow"), .timeout = milliseconds(50)}).error().code,
            Code::kUnavailable);
  EXPECT_EQ(send({.url = "file:///etc/hostname"}).error().code, Code::kInvalidArgument);
}

}  // namespace
}  // namespace croupier::http
