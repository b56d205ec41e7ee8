// An open-loop load of many tenants on several targets at once.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "croupier/result.h"
#include "demo/load/tally.h"

namespace croupier::demo {

struct Target {
  std::string name;
  std::uint16_t port = 0;  // on 127.0.0.1
};

// Every target gets the same requests at the same times.
struct LoadOptions {
  std::vector<Target> targets{};
  std::vector<std::string> innocents{};  // tenants, sent in the header x-tenant
  std::string poison_tenant{};           // empty: none
  double per_second = 5;         // of each innocent, and of the poison tenant's harmless ones
  double post_share = 0.2;       // the rest are GETs
  double poison_per_second = 5;  // GET /poison
  std::uint64_t seed = 1;
  std::chrono::milliseconds deadline{5000};  // then a request has failed
  // Requests under way at one target; more fail unsent, lest a slow machine chokes on its backlog.
  std::size_t max_pending = 2048;
};

enum class Failure { kStatus, kConnect, kBroken, kMalformed, kDeadline, kNoRoom };
inline constexpr std::array<const char*, 6> kFailureNames = {"status",    "connect",  "broken",
                                                             "malformed", "deadline", "no_room"};

struct TargetReport {
  std::string name;
  std::vector<StreamTally> innocents;  // in the order of LoadOptions::innocents
  StreamTally harmless;                // the poison tenant's own
  StreamTally poison;
  std::array<std::uint64_t, 6> failures{};  // of innocents, by Failure
};

struct LoadReport {
  std::vector<TargetReport> targets;        // in the order of LoadOptions::targets
  std::chrono::nanoseconds duration{0};     // from the start to the last time a request was due
  std::chrono::nanoseconds cpu{0};          // of the generator's thread
  std::chrono::nanoseconds largest_lag{0};  // from when a request was due to its start
};

// Of one target's innocents, while the load runs.
struct Progress {
  std::uint64_t started = 0, succeeded = 0, failed = 0;
};

// Sends from start() to stop() on a thread of its own: epoll, keep-alive connections pooled per
// target, about 10 us of CPU time per request.
class LoadGenerator {
 public:
  // kInvalidArgument: no targets, a rate that is not above 0, a share outside 0 to 1.
  static Result<std::unique_ptr<LoadGenerator>> start(const LoadOptions& options);

  ~LoadGenerator();
  LoadGenerator(const LoadGenerator&) = delete;
  LoadGenerator& operator=(const LoadGenerator&) = delete;

  Progress progress(std::size_t target) const;  // safe on any thread

  // Starts no more requests, waits for those under way (at most the deadline), and gives the
  // report. To be called once.
  LoadReport stop();

 private:
  class Engine;
  explicit LoadGenerator(std::unique_ptr<Engine> engine);
  std::unique_ptr<Engine> engine_;
};

}  // namespace croupier::demo
