// The supervisor with real worker processes.
#include "demo/supervisor/supervisor.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <set>

#include "demo/supervisor/port.h"
#include "http/client.h"

namespace croupier::demo {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// The changes a supervisor told of, with their times.
class Changes {
 public:
  struct Change {
    std::size_t worker;
    bool alive;
    Clock::time_point at;
  };
  void add(std::size_t worker, bool alive) {
    const std::lock_guard lock(mutex_);
    changes_.push_back({worker, alive, Clock::now()});
    changed_.notify_all();
  }
  std::vector<Change> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, 20s, [&] { return changes_.size() >= count; }));
    return changes_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Change> changes_;
};

class SupervisorTest : public ::testing::Test {
 protected:
  void start(std::vector<std::string> ids, std::chrono::milliseconds delay) {
    auto started = Supervisor::start(
        {.worker_program = CROUPIER_DEMO_WORKER,
         .worker_ids = std::move(ids),
         .restart_delay = delay,
         .on_change = [this](std::size_t worker, bool alive) { changes_.add(worker, alive); }});
    ASSERT_TRUE(started) << started.error().message;
    supervisor_ = std::move(*started);
  }
  Result<http::Response> get(std::size_t worker, const std::string& path) {
    return http::send(
        {.url = "http://127.0.0.1:" + std::to_string(supervisor_->ports()[worker]) + path});
  }
  Changes changes_;
  std::unique_ptr<Supervisor> supervisor_;
};

TEST_F(SupervisorTest, WorkersAnswerWithTheirIdsOnPortsOfTheirOwn) {
  start({"w1", "w2", "w3"}, 2s);
  const auto& ports = supervisor_->ports();
  EXPECT_EQ(std::set<std::uint16_t>(ports.begin(), ports.end()).size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto answer = get(i, "/");
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(http::find_header(answer->headers, "x-worker"), "w" + std::to_string(i + 1));
  }
  EXPECT_EQ(supervisor_->alive(), std::vector<bool>(3, true));
}

TEST_F(SupervisorTest, PoisonedWorkerComesBackOnItsPortAfterTheDelay) {
  start({"w1", "w2"}, 300ms);
  changes_.wait_for(2);
  EXPECT_FALSE(get(1, "/poison"));
  ASSERT_EQ(changes_.wait_for(3)[2].alive, false);
  const auto seen = changes_.wait_for(4);
  EXPECT_EQ(seen[2].worker, 1u);
  EXPECT_EQ(seen[3].worker, 1u);
  EXPECT_TRUE(seen[3].alive);
  EXPECT_GE(seen[3].at - seen[2].at, 300ms);
  EXPECT_EQ(get(1, "/")->body, "w2\n");
  EXPECT_EQ(supervisor_->deaths(), (std::vector<std::uint64_t>{0, 1}));
}

TEST_F(SupervisorTest, DeadWorkerRefusesConnections) {
  start({"w1", "w2"}, 1h);
  changes_.wait_for(2);
  EXPECT_FALSE(get(0, "/poison"));
  changes_.wait_for(3);
  EXPECT_EQ(supervisor_->alive(), (std::vector<bool>{false, true}));
  EXPECT_EQ(get(0, "/").error().code, Code::kUnavailable);
  EXPECT_EQ(get(1, "/")->status, 200);
}

TEST_F(SupervisorTest, EveryDeathIsCounted) {
  start({"w1"}, 1ms);
  for (std::size_t death = 0; death < 5; ++death) {
    changes_.wait_for(1 + 2 * death);
    EXPECT_FALSE(get(0, "/poison"));
  }
  changes_.wait_for(11);
  EXPECT_EQ(supervisor_->deaths(), std::vector<std::uint64_t>{5});
}

TEST_F(SupervisorTest, StopLeavesNobodyListening) {
  start({"w1", "w2"}, 2s);
  const auto ports = supervisor_->ports();
  supervisor_->stop();
  supervisor_->stop();
  for (std::size_t i = 0; i < 2; ++i) EXPECT_FALSE(get(i, "/"));
}

TEST(SupervisorStartTest, SaysWhyItCannot) {
  const auto missing =
      Supervisor::start({.worker_program = "/no/such/worker", .worker_ids = {"w1"}});
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("/no/such/worker"), std::string::npos);
  EXPECT_EQ(
      Supervisor::start({.worker_program = CROUPIER_DEMO_WORKER, .worker_ids = {}}).error().code,
      Code::kInvalidArgument);
}

TEST(ReservedPortTest, PortsAreDistinct) {
  std::vector<ReservedPort> held;
  std::set<std::uint16_t> ports;
  for (int i = 0; i < 200; ++i) {
    auto port = ReservedPort::reserve();
    ASSERT_TRUE(port) << port.error().message;
    ports.insert(port->port());
    held.push_back(std::move(*port));
  }
  EXPECT_EQ(ports.size(), 200u);
}

}  // namespace
}  // namespace croupier::demo
