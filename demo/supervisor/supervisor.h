// Keeps a fleet of worker processes running, however often they die.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "croupier/result.h"

namespace croupier::demo {

struct SupervisorOptions {
  std::string worker_program;                     // path of croupier-demo-worker
  std::vector<std::string> worker_ids;            // one process each; 1 to 1000
  std::chrono::milliseconds restart_delay{2000};  // from a death to the start of its successor
  // Told, on the supervisor's thread, of each death (false) and each return (true).
  std::function<void(std::size_t worker, bool alive)> on_change{};
};

// Starts the workers on ports of its own choice, restarts each dead one after the delay on the same
// port, counts deaths, and takes all of them with it when it goes.
class Supervisor {
 public:
  // Returns once every worker listens. kUnavailable: one did not start within 10 s.
  static Result<std::unique_ptr<Supervisor>> start(const SupervisorOptions& options);

  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  // In the order of worker_ids. All three are safe on any thread.
  const std::vector<std::uint16_t>& ports() const;
  std::vector<std::uint64_t> deaths() const;
  std::vector<bool> alive() const;

  // Ends all workers and waits until they are gone. Idempotent; not to be called from on_change.
  void stop();

 private:
  class Impl;
  explicit Supervisor(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace croupier::demo
