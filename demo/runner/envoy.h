// One running Envoy.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "croupier/result.h"
#include "demo/runner/interrupt.h"
#include "demo/supervisor/process.h"

namespace croupier::demo {

class Envoy {
 public:
  struct Setup {
    std::string program;
    std::string module_folder;
    std::string folder;  // for its files; exists
    std::string config;  // bootstrap, JSON
  };

  // Starts it with one worker thread and returns once it serves and every one of `workers` (ports)
  // has passed a health check. kUnavailable: it ended (the message has its last words), or took
  // longer than 20 s, or the interrupt arrived.
  static Result<std::unique_ptr<Envoy>> start(const Setup& setup,
                                              const std::vector<std::uint16_t>& workers,
                                              Interrupt& interrupt);

  // The listeners' names and ports.
  const std::map<std::string, std::uint16_t>& listeners() const { return listeners_; }

  Result<void> check_alive();  // kUnavailable: it has ended

 private:
  Envoy(Process process, std::string log) : process_(std::move(process)), log_(std::move(log)) {}

  Result<void> find_admin(const std::string& file, Interrupt& interrupt);
  Result<void> find_listeners();
  Result<void> wait_for_workers(const std::vector<std::uint16_t>& workers, Interrupt& interrupt);
  Result<void> pause(Interrupt& interrupt);  // a moment; an error when waiting has no more sense
  Result<std::string> admin(const std::string& path) const;

  Process process_;
  std::string log_;
  std::string admin_;  // "127.0.0.1:port"
  std::map<std::string, std::uint16_t> listeners_;
  int pauses_ = 0;
};

}  // namespace croupier::demo
