#include "demo/supervisor/port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace croupier::demo {

Result<ReservedPort> ReservedPort::reserve() {
  files::Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int on = 1;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  // SO_REUSEADDR only after the bind: two reservations must not be given the same port.
  if (!socket || bind(socket.get(), generic, size) != 0 ||
      setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
      getsockname(socket.get(), generic, &size) != 0) {
    return error(Code::kUnavailable, std::string("no free port: ") + std::strerror(errno));
  }
  return ReservedPort(std::move(socket), ntohs(address.sin_port));
}

}  // namespace croupier::demo
