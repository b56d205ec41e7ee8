#include "demo/supervisor/supervisor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "demo/supervisor/port.h"
#include "demo/supervisor/process.h"
#include "files/descriptor.h"

namespace croupier::demo {
namespace {

using Clock = std::chrono::steady_clock;

inline constexpr std::chrono::seconds kStartTimeout{10};

// One worker's place in the fleet; its process comes and goes. Touched by one thread only.
struct Place {
  explicit Place(ReservedPort reserved) : port(std::move(reserved)) {}
  ReservedPort port;
  std::optional<Process> process;
  files::Descriptor ready;       // readable once the process listens; closed after that
  Clock::time_point start_at{};  // while there is no process
};

}  // namespace

class Supervisor::Impl {
 public:
  explicit Impl(SupervisorOptions options) : options_(std::move(options)) {}
  ~Impl() { stop(); }

  Result<void> start() {
    wake_ = files::Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const std::size_t count = options_.worker_ids.size();
    if (count < 1 || count > 1000) {
      return error(Code::kInvalidArgument, std::to_string(count) + " workers is not in 1 to 1000");
    }
    for (std::size_t i = 0; i < count; ++i) {
      auto port = ReservedPort::reserve();
      if (!port) return tl::unexpected(port.error());
      ports_.push_back(port->port());
      places_.emplace_back(std::move(*port));
    }
    deaths_.resize(count);
    alive_.resize(count);
    thread_ = std::thread([this] { loop(); });
    std::unique_lock lock(mutex_);
    const bool up = changed_.wait_for(lock, kStartTimeout, [&] {
      return !failure_.empty() || std::find(alive_.begin(), alive_.end(), false) == alive_.end();
    });
    if (!failure_.empty()) return error(Code::kUnavailable, failure_);
    if (!up) return error(Code::kUnavailable, "a worker does not listen within 10 s");
    return {};
  }

  void stop() {
    if (!thread_.joinable()) return;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(wake_.get(), &one, sizeof one);
    thread_.join();
  }

  const std::vector<std::uint16_t>& ports() const { return ports_; }
  std::vector<std::uint64_t> deaths() const {
    const std::lock_guard lock(mutex_);
    return deaths_;
  }
  std::vector<bool> alive() const {
    const std::lock_guard lock(mutex_);
    return alive_;
  }

 private:
  // The thread that spawns all workers, so that they live exactly as long as it does.
  void loop() {
    while (!stop_asked()) {
      const Clock::time_point now = Clock::now();
      for (std::size_t i = 0; i < places_.size(); ++i) {
        if (!places_[i].process && places_[i].start_at <= now) spawn(i);
      }
      wait_for_events();
    }
    places_.clear();  // kills and reaps
  }

  bool stop_asked() const {
    std::uint64_t count = 0;
    return read(wake_.get(), &count, sizeof count) == sizeof count;
  }

  void spawn(std::size_t i) {
    Place& place = places_[i];
    place.start_at = Clock::now() + options_.restart_delay;  // of the next try, if this one fails
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return fail("no file descriptors for a worker");
    place.ready = files::Descriptor(ends[0]);
    const files::Descriptor writes(ends[1]);
    auto process = Process::spawn(
        {.arguments = {options_.worker_program, "--listen",
                       "127.0.0.1:" + std::to_string(ports_[i]), "--id", options_.worker_ids[i]},
         .output = writes.get(),
         .errors = STDERR_FILENO});
    if (!process) return fail(process.error().message);
    place.process = std::move(*process);
  }

  void fail(const std::string& message) {
    const std::lock_guard lock(mutex_);
    failure_ = message;
    changed_.notify_all();
  }

  // Sleeps until a worker ends, a worker listens, a start is due, or stop() is called.
  void wait_for_events() {
    std::vector<pollfd> polled{{wake_.get(), POLLIN, 0}};
    Clock::time_point next = Clock::time_point::max();
    for (const Place& place : places_) {
      polled.push_back({place.process ? place.process->handle() : -1, POLLIN, 0});
      polled.push_back({place.ready.get(), POLLIN, 0});
      if (!place.process) next = std::min(next, place.start_at);
    }
    int timeout = -1;
    if (next != Clock::time_point::max()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now()).count();
      timeout = static_cast<int>(std::max<std::int64_t>(left, 0));
    }
    if (poll(polled.data(), polled.size(), timeout) <= 0) return;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (polled[1 + 2 * i].revents != 0) {
        on_death(i);
      } else if ((polled[2 + 2 * i].revents & POLLIN) != 0) {
        places_[i].ready.reset();
        change(i, true);
      }
    }
  }

  void on_death(std::size_t i) {
    Place& place = places_[i];
    place.process.reset();
    place.ready.reset();
    place.start_at = Clock::now() + options_.restart_delay;
    change(i, false);
  }

  void change(std::size_t i, bool alive) {
    {
      const std::lock_guard lock(mutex_);
      alive_[i] = alive;
      if (!alive) ++deaths_[i];
      changed_.notify_all();
    }
    if (options_.on_change) options_.on_change(i, alive);
  }

  const SupervisorOptions options_;
  files::Descriptor wake_;
  std::vector<Place> places_;
  std::vector<std::uint16_t> ports_;
  std::thread thread_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::uint64_t> deaths_;  // guarded by mutex_, as are the next two
  std::vector<bool> alive_;
  std::string failure_;
};

Supervisor::Supervisor(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Supervisor::~Supervisor() = default;

Result<std::unique_ptr<Supervisor>> Supervisor::start(const SupervisorOptions& options) {
  auto impl = std::make_unique<Impl>(options);
  if (auto started = impl->start(); !started) return tl::unexpected(started.error());
  return std::unique_ptr<Supervisor>(new Supervisor(std::move(impl)));
}

const std::vector<std::uint16_t>& Supervisor::ports() const {
  return impl_->ports();
}
std::vector<std::uint64_t> Supervisor::deaths() const {
  return impl_->deaths();
}
std::vector<bool> Supervisor::alive() const {
  return impl_->alive();
}
void Supervisor::stop() {
  impl_->stop();
}

}  // namespace croupier::demo
