// A small HTTP/1.1 server: a function from Request to Response, put on a socket.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "croupier/result.h"
#include "http/message.h"

namespace croupier::http {

// Called on a server thread, by several at once when there are several. It should not block: while
// it runs, its thread serves nobody else. An exception becomes a 500.
using Handler = std::function<Response(const Request&)>;

struct ServerOptions {
  std::string address = "127.0.0.1";         // IPv4 or IPv6
  std::uint16_t port = 0;                    // 0: the system chooses; see Server::port()
  int threads = 1;                           // 1 to 64
  std::size_t max_header_bytes = 16u << 10;  // more is answered 431
  std::size_t max_body_bytes = 1u << 20;     // more is answered 413
  std::size_t max_connections = 1024;        // those above are closed at once
  std::chrono::seconds idle_timeout{60};     // without a whole request, or to write an answer
};

// Serves from start() until stop() or destruction. Keep-alive; one request at a time on each
// connection. The port is bound with SO_REUSEADDR, so a restart gets it back at once.
class Server {
 public:
  // kInvalidArgument: bad address or number of threads. kUnavailable: cannot bind or listen.
  static Result<std::unique_ptr<Server>> start(const ServerOptions& options, Handler handler);

  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;  // the bound one

  // Closes everything, answers under way included, and waits for the threads. Idempotent; not to
  // be called from a handler.
  void stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace croupier::http
