#include "demo/load/generator.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <deque>
#include <queue>
#include <thread>
#include <utility>

#include "demo/load/arrivals.h"
#include "demo/load/pool.h"

namespace croupier::demo {
namespace {

using Clock = std::chrono::steady_clock;
using Time = std::chrono::nanoseconds;

inline constexpr std::uint64_t kWakeTag = ~std::uint64_t{0};

// What one tenant sends, the same to every target.
struct Script {
  std::string get, post;  // whole requests
  double per_second;
  double post_share;
};

Script script(const std::string& tenant, const std::string& path, double rate, double post_share) {
  const std::string rest = path + " HTTP/1.1\r\nhost: demo\r\nx-tenant: " + tenant + "\r\n";
  return {"GET " + rest + "\r\n", "POST " + rest + "content-length: 16\r\n\r\n0123456789abcdef",
          rate, post_share};
}

struct Due {
  Time at;
  std::uint32_t target, stream;
  bool post;
  bool operator>(const Due& other) const { return at > other.at; }
};

struct Deadline {
  Time at;
  std::uint32_t target, slot;
  std::uint64_t serial;
};

Time thread_cpu() {
  timespec spec{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spec);
  return std::chrono::seconds(spec.tv_sec) + Time(spec.tv_nsec);
}

}  // namespace

// Streams are numbered: the innocents in order, then harmless, then poison.
class LoadGenerator::Engine {
 public:
  explicit Engine(const LoadOptions& options)
      : options_(options), counters_(options.targets.size()) {
    for (const std::string& tenant : options.innocents) {
      scripts_.push_back(script(tenant, "/", options.per_second, options.post_share));
    }
    if (!options.poison_tenant.empty()) {
      scripts_.push_back(
          script(options.poison_tenant, "/", options.per_second, options.post_share));
      scripts_.push_back(script(options.poison_tenant, "/poison", options.poison_per_second, 0));
    }
    for (const Target& target : options.targets) {
      report_.targets.push_back(
          {.name = target.name, .innocents = {}, .harmless = {}, .poison = {}});
      report_.targets.back().innocents.resize(options.innocents.size());
      pools_.emplace_back(target.port, options.max_pending);
    }
    epoll_ = files::Descriptor(epoll_create1(EPOLL_CLOEXEC));
    wake_ = files::Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    epoll_event event{.events = EPOLLIN, .data = {.u64 = kWakeTag}};
    epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_.get(), &event);
    thread_ = std::thread([this] { loop(); });
  }

  ~Engine() { join(); }

  LoadReport stop() {
    join();
    return std::move(report_);
  }

  Progress progress(std::size_t target) const {
    const Counters& counters = counters_[target];
    return {counters.started.load(std::memory_order_relaxed),
            counters.succeeded.load(std::memory_order_relaxed),
            counters.failed.load(std::memory_order_relaxed)};
  }

 private:
  struct Counters {
    std::atomic<std::uint64_t> started{0}, succeeded{0}, failed{0};
  };

  void join() {
    if (!thread_.joinable()) return;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(wake_.get(), &one, sizeof one);
    thread_.join();
  }

  Time now() const { return Clock::now() - begin_; }

  void loop() {
    begin_ = Clock::now();
    plan();
    while (!stopping_ || pending_ > 0) {
      if (!stopping_) start_due();
      expire();
      wait_and_advance();
    }
    report_.cpu = thread_cpu();
  }

  void plan() {
    for (std::uint32_t target = 0; target < pools_.size(); ++target) {
      for (std::uint32_t stream = 0; stream < scripts_.size(); ++stream) {
        const Script& s = scripts_[stream];
        arrivals_.emplace_back(options_.seed, stream, s.per_second, s.post_share);
        plan_next(target, stream);
      }
    }
  }

  void plan_next(std::uint32_t target, std::uint32_t stream) {
    const Arrival arrival = arrivals_[target * scripts_.size() + stream].next();
    due_.push({arrival.at, target, stream, arrival.post});
  }

  void start_due() {
    while (!due_.empty() && due_.top().at <= now()) {
      const Due due = due_.top();
      due_.pop();
      report_.largest_lag = std::max(report_.largest_lag, now() - due.at);
      start(due);
      plan_next(due.target, due.stream);
    }
  }

  void start(const Due& due) {
    StreamTally& tally = tally_of(due.target, due.stream);
    tally.start(due.post);
    if (innocent(due.stream)) count(counters_[due.target].started);
    bool opened = false;
    Pool& pool = pools_[due.target];
    const auto index = pool.take(opened);
    if (!index) return fail(due.target, due.stream, due.post, Failure::kNoRoom);
    Pool::Slot& slot = pool.slot(*index);
    slot.pending = {due.stream, due.post, now(), ++serial_};
    ++pending_;
    if (opened) {
      epoll_event event{.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
                        .data = {.u64 = std::uint64_t{due.target} << 32 | *index}};
      epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, slot.connection.socket(), &event);
    }
    deadlines_.push_back({slot.pending.started + options_.deadline, due.target, *index, serial_});
    const Script& s = scripts_[due.stream];
    slot.connection.start(due.post ? s.post : s.get);
    settle(due.target, *index);
  }

  // All requests have the same time to live, so the queue is in order.
  void expire() {
    while (!deadlines_.empty() && deadlines_.front().at <= now()) {
      const Deadline deadline = deadlines_.front();
      deadlines_.pop_front();
      Pool::Slot& slot = pools_[deadline.target].slot(deadline.slot);
      if (slot.pending.serial != deadline.serial) continue;  // answered in time
      finish(deadline.target, deadline.slot, Failure::kDeadline);
    }
  }

  void wait_and_advance() {
    Time next = Time::max();
    if (!stopping_ && !due_.empty()) next = due_.top().at;
    if (!deadlines_.empty()) next = std::min(next, deadlines_.front().at);
    const Time left = std::clamp<Time>(next - now(), Time(0), std::chrono::seconds(1));
    const timespec timeout{left.count() / 1'000'000'000, left.count() % 1'000'000'000};
    epoll_event events[256];
    const int count = epoll_pwait2(epoll_.get(), events, 256, &timeout, nullptr);
    for (int i = 0; i < count; ++i) {
      if (events[i].data.u64 == kWakeTag) {
        stop_starting();
        continue;
      }
      const auto target = static_cast<std::uint32_t>(events[i].data.u64 >> 32);
      const auto index = static_cast<std::uint32_t>(events[i].data.u64);
      pools_[target].slot(index).connection.advance();
      settle(target, index);
    }
  }

  void stop_starting() {
    if (stopping_) return;
    stopping_ = true;
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = read(wake_.get(), &count, sizeof count);
    report_.duration = now();
    for (TargetReport& target : report_.targets) {
      for (StreamTally& tally : target.innocents) tally.finish(report_.duration);
      target.harmless.finish(report_.duration);
      target.poison.finish(report_.duration);
    }
  }

  // Accounts for what the last step on a connection led to.
  void settle(std::uint32_t target, std::uint32_t index) {
    Pool::Slot& slot = pools_[target].slot(index);
    switch (slot.connection.state()) {
      case Connection::State::kAnswered:
        return finish(target, index, Failure::kStatus);
      case Connection::State::kMalformed:
        return finish(target, index, Failure::kMalformed);
      case Connection::State::kBroken:
        if (slot.pending.serial == 0) return pools_[target].drop(index);  // it was idle
        return finish(target, index,
                      slot.connection.connected() ? Failure::kBroken : Failure::kConnect);
      case Connection::State::kClosed:
      case Connection::State::kIdle:
      case Connection::State::kBusy:
        return;
    }
  }

  void finish(std::uint32_t target, std::uint32_t index, Failure reason) {
    Pool& pool = pools_[target];
    Pool::Slot& slot = pool.slot(index);
    const Pending pending = std::exchange(slot.pending, {});
    const bool answered = slot.connection.state() == Connection::State::kAnswered;
    const int status = slot.connection.status();
    --pending_;
    if (answered && status >= 200 && status <= 299) {
      tally_of(target, pending.stream).succeed(pending.post, pending.started, now());
      if (innocent(pending.stream)) count(counters_[target].succeeded);
    } else {
      fail(target, pending.stream, pending.post, reason);
    }
    pool.give(index);
  }

  void fail(std::uint32_t target, std::uint32_t stream, bool post, Failure reason) {
    tally_of(target, stream).fail(post);
    if (!innocent(stream)) return;
    count(counters_[target].failed);
    ++report_.targets[target].failures[static_cast<std::size_t>(reason)];
  }

  static void count(std::atomic<std::uint64_t>& counter) {
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  bool innocent(std::uint32_t stream) const { return stream < options_.innocents.size(); }

  StreamTally& tally_of(std::uint32_t target, std::uint32_t stream) {
    TargetReport& report = report_.targets[target];
    if (innocent(stream)) return report.innocents[stream];
    return stream == options_.innocents.size() ? report.harmless : report.poison;
  }

  const LoadOptions options_;
  std::vector<Script> scripts_;     // by stream
  std::vector<Arrivals> arrivals_;  // by target, then stream
  std::vector<Pool> pools_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::deque<Deadline> deadlines_;
  files::Descriptor epoll_, wake_;
  Clock::time_point begin_;
  std::uint64_t serial_ = 0;
  std::size_t pending_ = 0;
  bool stopping_ = false;
  LoadReport report_;
  std::vector<Counters> counters_;  // by target; written by the thread, read by progress()
  std::thread thread_;
};

LoadGenerator::LoadGenerator(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
LoadGenerator::~LoadGenerator() = default;

Result<std::unique_ptr<LoadGenerator>> LoadGenerator::start(const LoadOptions& options) {
  if (options.targets.empty()) return error(Code::kInvalidArgument, "no targets to send to");
  for (const double rate : {options.per_second, options.poison_per_second}) {
    if (!(rate > 0 && rate <= 1e6)) {
      return error(Code::kInvalidArgument,
                   "rate " + std::to_string(rate) + " is not above 0 and at most 1e6 per second");
    }
  }
  if (!(options.post_share >= 0 && options.post_share <= 1)) {
    return error(Code::kInvalidArgument,
                 "share of POST " + std::to_string(options.post_share) + " is not in 0 to 1");
  }
  return std::unique_ptr<LoadGenerator>(new LoadGenerator(std::make_unique<Engine>(options)));
}

Progress LoadGenerator::progress(std::size_t target) const {
  return engine_->progress(target);
}
LoadReport LoadGenerator::stop() {
  return engine_->stop();
}

}  // namespace croupier::demo
