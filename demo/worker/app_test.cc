#include "demo/worker/app.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace croupier::demo {
namespace {

class WorkerAppTest : public ::testing::Test {
 protected:
  http::Response get(const std::string& target, http::Headers headers = {}) {
    return app_.handle({.target = target, .headers = std::move(headers)});
  }
  int deaths_ = 0;
  WorkerApp app_{"w7", [this] { ++deaths_; }};
};

TEST_F(WorkerAppTest, EveryAnswerNamesTheWorker) {
  for (const char* target : {"/", "/any/path?x", "/healthz", "/status/404", "/headers", "/slow"}) {
    EXPECT_EQ(http::find_header(get(target).headers, "x-worker"), "w7") << target;
  }
  EXPECT_EQ(get("/").body, "w7\n");
}

TEST_F(WorkerAppTest, OnlyPoisonKills) {
  get("/");
  get("/poisonous");
  EXPECT_EQ(deaths_, 0);
  get("/poison");
  get("/poison?again");
  EXPECT_EQ(deaths_, 2);
}

TEST_F(WorkerAppTest, StatusAndDelayAreRefusedOutsideTheirRange) {
  const struct {
    const char* target;
    int status;
    int delay_ms;
  } rows[] = {
      {"/status/503", 503, 0}, {"/status/199", 400, 0},     {"/status/600", 400, 0},
      {"/status/", 400, 0},    {"/status/20x", 400, 0},     {"/slow?ms=250", 200, 250},
      {"/slow", 400, 0},       {"/slow?ms=60001", 400, 0},  {"/slow?ms=-1", 400, 0},
      {"/slow?ms=", 400, 0},   {"/slow?seconds=1", 400, 0}, {"/status/200?x=1", 200, 0},
  };
  for (const auto& row : rows) {
    const http::Response response = get(row.target);
    EXPECT_EQ(response.status, row.status) << row.target;
    EXPECT_EQ(response.delay, std::chrono::milliseconds(row.delay_ms)) << row.target;
  }
}

TEST_F(WorkerAppTest, CountLeavesOutHealthChecksAndItself) {
  get("/");
  get("/healthz");
  get("/count");
  get("/status/500");
  EXPECT_EQ(get("/count").body, "2\n");
}

TEST_F(WorkerAppTest, ShowsTheHeadersItGot) {
  EXPECT_EQ(get("/headers", {{"x-tenant", "acme"}, {"x-a", "1"}, {"x-a", "2\xff"}}).body,
            "{\"x-a\":\"1, 2\xef\xbf\xbd\",\"x-tenant\":\"acme\"}\n");
}

}  // namespace
}  // namespace croupier::demo
