// The load generator against small servers of known behaviour.
#include "demo/load/generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>

#include "demo/supervisor/port.h"
#include "http/server.h"

namespace croupier::demo {
namespace {

using namespace std::chrono_literals;

// Counts what arrives, by tenant, method and target, and lets a test wait for it.
class Recorder {
 public:
  http::Response operator()(const http::Request& request) {
    const std::lock_guard lock(mutex_);
    const std::string tenant(http::find_header(request.headers, "x-tenant"));
    ++counts_[request.method + " " + request.target + " " + tenant];
    ++total_;
    changed_.notify_all();
    if (tenant == "sick") return {.status = 503, .body = "no"};
    return {.delay = tenant == "slow" ? 10'000ms : 0ms};
  }
  void wait_for(std::uint64_t total) {
    std::unique_lock lock(mutex_);
    ASSERT_TRUE(changed_.wait_for(lock, 20s, [&] { return total_ >= total; }));
  }
  std::uint64_t count(const std::string& what) const { return counts_.at(what); }
  std::size_t kinds() const { return counts_.size(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::uint64_t> counts_;
  std::uint64_t total_ = 0;
};

class LoadGeneratorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto server = http::Server::start({}, std::ref(recorder_));
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
  }
  Recorder recorder_;
  std::unique_ptr<http::Server> server_;
};

TEST_F(LoadGeneratorTest, WhatIsCountedHereIsWhatArrivesThere) {
  auto load = LoadGenerator::start({.targets = {{"one", server_->port()}},
                                    .innocents = {"a", "sick"},
                                    .poison_tenant = "p",
                                    .per_second = 100,
                                    .poison_per_second = 50});
  ASSERT_TRUE(load) << load.error().message;
  recorder_.wait_for(300);
  const LoadReport report = (*load)->stop();
  const TargetReport& target = report.targets[0];
  EXPECT_EQ(recorder_.kinds(), 7u);  // GET and POST of three tenants, and the poison
  EXPECT_EQ(target.innocents[0].get().started, recorder_.count("GET / a"));
  EXPECT_EQ(target.innocents[0].post().succeeded, recorder_.count("POST / a"));
  EXPECT_EQ(target.innocents[0].failed(), 0u);
  EXPECT_EQ(target.innocents[0].get().latency.count(), target.innocents[0].get().succeeded);
  EXPECT_EQ(target.innocents[1].get().failed, recorder_.count("GET / sick"));
  EXPECT_EQ(target.innocents[1].post().failed, recorder_.count("POST / sick"));
  EXPECT_EQ(target.innocents[1].longest_gap(), report.duration);
  EXPECT_EQ(target.harmless.get().succeeded, recorder_.count("GET / p"));
  EXPECT_EQ(target.poison.get().succeeded, recorder_.count("GET /poison p"));
  EXPECT_EQ(target.failures[static_cast<std::size_t>(Failure::kStatus)],
            target.innocents[1].failed());
}

TEST_F(LoadGeneratorTest, TargetsGetTheSameLoad) {
  auto load = LoadGenerator::start({.targets = {{"one", server_->port()}, {"two", server_->port()}},
                                    .innocents = {"a", "b"},
                                    .per_second = 50});
  ASSERT_TRUE(load);
  recorder_.wait_for(100);
  const LoadReport report = (*load)->stop();
  for (int tenant = 0; tenant < 2; ++tenant) {
    const auto started = [&](int target) {
      return static_cast<double>(report.targets[target].innocents[tenant].get().started);
    };
    EXPECT_NEAR(started(0), started(1), 2);  // the stop may fall between two of a kind
  }
}

TEST_F(LoadGeneratorTest, RefusedConnectionsAreFailures) {
  const auto port = ReservedPort::reserve();
  ASSERT_TRUE(port);
  auto load = LoadGenerator::start({.targets = {{"up", server_->port()}, {"down", port->port()}},
                                    .innocents = {"a"},
                                    .per_second = 100});
  ASSERT_TRUE(load);
  recorder_.wait_for(50);
  const LoadReport report = (*load)->stop();
  const StreamTally& down = report.targets[1].innocents[0];
  EXPECT_GT(down.get().started, 10u);
  EXPECT_EQ(down.get().succeeded, 0u);
  EXPECT_EQ(down.get().failed, down.get().started);
  EXPECT_EQ(report.targets[1].failures[static_cast<std::size_t>(Failure::kConnect)], down.failed());
  EXPECT_EQ(report.targets[0].innocents[0].failed(), 0u);
}

TEST_F(LoadGeneratorTest, SlowAnswersMissTheDeadlineAndPendingIsBounded) {
  auto load = LoadGenerator::start({.targets = {{"one", server_->port()}},
                                    .innocents = {"slow"},
                                    .per_second = 200,
                                    .deadline = 200ms,
                                    .max_pending = 10});
  ASSERT_TRUE(load);
  recorder_.wait_for(20);
  const LoadReport report = (*load)->stop();
  const TargetReport& target = report.targets[0];
  EXPECT_EQ(target.innocents[0].get().succeeded, 0u);
  EXPECT_GE(target.failures[static_cast<std::size_t>(Failure::kDeadline)], 20u);
  EXPECT_GT(target.failures[static_cast<std::size_t>(Failure::kNoRoom)], 0u);
  EXPECT_EQ(target.innocents[0].failed(),
            target.innocents[0].get().started + target.innocents[0].post().started);
}

TEST_F(LoadGeneratorTest, SurvivesTheServersEnd) {
  auto load = LoadGenerator::start(
      {.targets = {{"one", server_->port()}}, .innocents = {"a", "b"}, .per_second = 200});
  ASSERT_TRUE(load);
  recorder_.wait_for(50);
  server_->stop();
  while ((*load)->progress(0).failed < 20) std::this_thread::yield();
  const LoadReport report = (*load)->stop();
  EXPECT_GT(report.targets[0].innocents[0].get().succeeded, 0u);
  EXPECT_GT(report.targets[0].innocents[0].failed(), 0u);
}

TEST(LoadGeneratorOptionsTest, ImpossibleOnesAreRefused) {
  EXPECT_EQ(LoadGenerator::start({}).error().code, Code::kInvalidArgument);
  const std::vector<Target> targets{{"one", 1}};
  EXPECT_FALSE(LoadGenerator::start({.targets = targets, .per_second = 0}));
  EXPECT_FALSE(LoadGenerator::start({.targets = targets, .post_share = 1.5}));
  EXPECT_FALSE(LoadGenerator::start({.targets = targets, .poison_per_second = -1}));
}

}  // namespace
}  // namespace croupier::demo
