// What became of one tenant's requests.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "demo/load/histogram.h"

namespace croupier::demo {

struct MethodTally {
  std::uint64_t started = 0;
  std::uint64_t succeeded = 0;  // answered 2xx within the deadline
  std::uint64_t failed = 0;     // any other answer, or none
  Histogram latency;            // of the successes, from start to last byte

  void merge(const MethodTally& other) {
    started += other.started;
    succeeded += other.succeeded;
    failed += other.failed;
    latency.merge(other.latency);
  }
};

// One stream at one target. Times are since the start of the load.
class StreamTally {
 public:
  using Time = std::chrono::nanoseconds;

  void start(bool post) { ++of(post).started; }
  void fail(bool post) { ++of(post).failed; }
  void succeed(bool post, Time started, Time now) {
    MethodTally& tally = of(post);
    ++tally.succeeded;
    tally.latency.add(std::chrono::duration_cast<Histogram::Microseconds>(now - started));
    longest_gap_ = std::max(longest_gap_, now - last_success_);
    last_success_ = std::max(last_success_, now);
  }
  // The load ends: the time since the last success is a gap too.
  void finish(Time now) { longest_gap_ = std::max(longest_gap_, now - last_success_); }

  const MethodTally& get() const { return get_; }
  const MethodTally& post() const { return post_; }
  std::uint64_t failed() const { return get_.failed + post_.failed; }
  Time last_success() const { return last_success_; }  // 0: none
  // The longest time without the end of a successful request (GET or POST), counted from the start
  // of the load to its end.
  Time longest_gap() const { return longest_gap_; }

 private:
  MethodTally& of(bool post) { return post ? post_ : get_; }

  MethodTally get_, post_;
  Time last_success_{0};
  Time longest_gap_{0};
};

}  // namespace croupier::demo
