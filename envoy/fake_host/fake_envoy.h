// A small Envoy to drive the module with: the process, its main thread and its worker threads. The
// callbacks are defined in this folder; a callback that the module uses and the fake lacks is a
// link error.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "envoy/abi.h"

namespace croupier::envoy::fake {

inline AbiBuffer bytes_of(std::string_view text) {
  return {text.data(), text.size()};
}

inline std::string_view text_of(AbiBuffer buffer) {
  return buffer.ptr == nullptr ? std::string_view() : std::string_view(buffer.ptr, buffer.length);
}

// One thread's event loop, without the thread: whoever calls run() plays it.
class EventLoop {
 public:
  // Any thread.
  void post(std::function<void()> task);
  // Runs what is posted, and what that posts, until nothing is left; says whether there was any.
  bool run();
  // Waits until something is posted, then runs it.
  void wait_and_run();

 private:
  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> tasks_;
};

// One at a time. Made and destroyed on the thread that plays the main thread. The objects that the
// tests make of it (clusters, filters, the bootstrap extension) must go before it.
class FakeEnvoy {
 public:
  explicit FakeEnvoy(std::size_t workers = 1, bool validation = false);
  ~FakeEnvoy();
  FakeEnvoy(const FakeEnvoy&) = delete;
  FakeEnvoy& operator=(const FakeEnvoy&) = delete;

  static FakeEnvoy& current();

  EventLoop& main() { return main_; }
  std::size_t workers() const { return workers_.size(); }
  EventLoop& worker(std::size_t index) { return *workers_[index]; }
  // Plays all threads in turn until no event is left.
  void settle();

  bool validation() const { return validation_; }
  // Aborts where Envoy would: a callback of the main thread was made on another.
  void expect_main_thread() const;

  void log(std::string_view line);
  // All lines so far, each with its line end. Any thread.
  std::string log_text() const;

 private:
  const bool validation_;
  const std::thread::id main_thread_ = std::this_thread::get_id();
  EventLoop main_;
  std::vector<std::unique_ptr<EventLoop>> workers_;
  mutable std::mutex mutex_;  // guards log_
  std::string log_;
};

}  // namespace croupier::envoy::fake
