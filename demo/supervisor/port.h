// Ports that stay ours while nobody listens on them.
#pragma once

#include <cstdint>

#include "croupier/result.h"
#include "files/descriptor.h"

namespace croupier::demo {

// A port on 127.0.0.1, bound with SO_REUSEADDR but never listened on. While it is held, the system
// gives the port to nobody else, connections to it are refused, and a process that binds with
// SO_REUSEADDR may listen on it: what a worker needs whose port must survive its deaths.
class ReservedPort {
 public:
  static Result<ReservedPort> reserve();
  std::uint16_t port() const { return port_; }

 private:
  ReservedPort(files::Descriptor socket, std::uint16_t port)
      : socket_(std::move(socket)), port_(port) {}
  files::Descriptor socket_;
  std::uint16_t port_;
};

}  // namespace croupier::demo
