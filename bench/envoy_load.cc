// The load of bench/envoy_cpu.py: PID RATE TURN_SECONDS ROUNDS SEED TENANTS PORT...
//
// Sends the same open-loop load to the listeners of one Envoy in turns, every listener once a round
// in random order, over connections that stay. Prints one JSON list a round: for each port the CPU
// time of the process PID in microseconds per answer, all threads, by the kernel's scheduler
// statistics. Ends with 1 when a request fails.
#include <sys/epoll.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "demo/load/pool.h"

namespace croupier::bench {
namespace {

using Clock = std::chrono::steady_clock;
using demo::Connection;
using demo::Pool;

constexpr std::size_t kMaxConnections = 512;  // to one listener
constexpr double kPostShare = 0.2;
constexpr std::chrono::milliseconds kSettle{20};  // between turns, for what the last one left

double cpu_microseconds(const std::string& process) {
  double sum_ns = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + process + "/task")) {
    double ns = 0;
    std::ifstream(task.path() / "schedstat") >> ns;
    sum_ns += ns;
  }
  return sum_ns / 1000;
}

// One listener and its connections.
class Listener {
 public:
  explicit Listener(std::uint16_t port) : pool_(port, kMaxConnections), epoll_(epoll_create1(0)) {}

  void send(const std::string& request) {
    bool opened = false;
    const auto index = pool_.take(opened);
    if (!index) throw std::runtime_error("no connection is free");
    Pool::Slot& slot = pool_.slot(*index);
    slot.pending.serial = 1;
    ++pending_;
    if (opened) {
      epoll_event event{.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
                        .data = {.u64 = *index}};
      epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, slot.connection.socket(), &event);
    }
    slot.connection.start(request);
    settle(*index);
  }

  // Handles what comes until `until`, or until nothing is under way if that is sooner.
  void wait(Clock::time_point until, bool drain) {
    while (!drain || pending_ > 0) {
      const auto left = std::max(until - Clock::now(), Clock::duration(0));
      if (left.count() == 0) return;
      const timespec timeout{0, std::min<long>(left.count(), 999'999'999)};
      epoll_event events[64];
      const int count = epoll_pwait2(epoll_.get(), events, 64, &timeout, nullptr);
      for (int i = 0; i < count; ++i) {
        const auto index = static_cast<std::uint32_t>(events[i].data.u64);
        pool_.slot(index).connection.advance();
        settle(index);
      }
    }
  }

  std::size_t pending() const { return pending_; }
  std::size_t answered() const { return answered_; }

 private:
  void settle(std::uint32_t index) {
    Pool::Slot& slot = pool_.slot(index);
    const Connection::State state = slot.connection.state();
    if (state == Connection::State::kIdle || state == Connection::State::kBusy) return;
    if (std::exchange(slot.pending.serial, 0) == 0) return pool_.drop(index);  // it was idle
    --pending_;
    if (state != Connection::State::kAnswered || slot.connection.status() != 200) {
      throw std::runtime_error("a request failed");
    }
    ++answered_;
    pool_.give(index);
  }

  Pool pool_;
  files::Descriptor epoll_;
  std::size_t pending_ = 0;
  std::size_t answered_ = 0;
};

struct Options {
  std::string process;
  double rate, seconds;
  long rounds;
  std::uint64_t seed;
  std::vector<std::string> requests;  // to choose from
};

// CPU time per answer of one turn.
double turn(const Options& options, Listener& listener, std::mt19937_64& random) {
  std::uniform_int_distribution<std::size_t> pick(0, options.requests.size() - 1);
  const auto period =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / options.rate));
  const auto count = static_cast<long>(options.rate * options.seconds);
  listener.wait(Clock::now() + kSettle, false);
  const std::size_t answered = listener.answered();
  const double before = cpu_microseconds(options.process);
  auto due = Clock::now();
  for (long i = 0; i < count; ++i) {
    listener.send(options.requests[pick(random)]);
    due += period;
    listener.wait(due, false);
  }
  listener.wait(Clock::now() + std::chrono::seconds(5), true);
  if (listener.pending() > 0) throw std::runtime_error("a request was not answered in 5 s");
  return (cpu_microseconds(options.process) - before) /
         static_cast<double>(listener.answered() - answered);
}

std::vector<std::string> make_requests(std::size_t tenants, std::mt19937_64& random) {
  std::bernoulli_distribution is_post(kPostShare);
  std::vector<std::string> requests;
  for (std::size_t i = 0; i < 5 * tenants; ++i) {
    const bool post = is_post(random);
    requests.push_back(std::string(post ? "POST" : "GET") +
                       " / HTTP/1.1\r\nhost: bench\r\nx-tenant: tenant-" +
                       std::to_string(i % tenants) + "\r\n" +
                       (post ? "content-length: 16\r\n\r\n0123456789abcdef" : "\r\n"));
  }
  return requests;
}

int run(int argc, char** argv) {
  if (argc < 8) {
    std::fprintf(stderr, "usage: %s PID RATE TURN_SECONDS ROUNDS SEED TENANTS PORT...\n", argv[0]);
    return 2;
  }
  Options options{argv[1],
                  std::atof(argv[2]),
                  std::atof(argv[3]),
                  std::atol(argv[4]),
                  static_cast<std::uint64_t>(std::atoll(argv[5])),
                  {}};
  std::mt19937_64 random(options.seed);
  options.requests = make_requests(static_cast<std::size_t>(std::atoll(argv[6])), random);
  std::vector<Listener> listeners;
  for (int i = 7; i < argc; ++i)
    listeners.emplace_back(static_cast<std::uint16_t>(std::atoi(argv[i])));
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < listeners.size(); ++i) order.push_back(i);
  for (Listener& listener : listeners) turn(options, listener, random);  // connections, caches
  for (long round = 0; round < options.rounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    std::vector<double> costs(listeners.size());
    for (const std::size_t i : order) costs[i] = turn(options, listeners[i], random);
    std::printf("%s\n", nlohmann::json(costs).dump().c_str());
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace croupier::bench

int main(int argc, char** argv) {
  try {
    return croupier::bench::run(argc, argv);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "envoy_load: %s\n", failure.what());
    return 1;
  }
}
