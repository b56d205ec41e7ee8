// What a demo worker answers. A function from Request to Response, so it is tested without sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "http/message.h"

namespace croupier::demo {

// Answers, each with the worker's id in the header `x-worker`:
//   /healthz      200
//   /poison       none: calls `die` before anything else
//   /status/NNN   NNN (200 to 599)
//   /slow?ms=N    200 after N ms (0 to 60,000); nobody else waits
//   /headers      200, the request's headers as a JSON object (repeated ones joined by ", ")
//   /count        200, how many requests came before, health checks and counts left out
//   other paths   200, the id
// Any method will do. Not thread-safe: for a server with one thread.
class WorkerApp {
 public:
  WorkerApp(std::string id, std::function<void()> die);

  http::Response handle(const http::Request& request);

 private:
  http::Response answer(const http::Request& request);

  std::string id_;
  std::function<void()> die_;
  std::uint64_t count_ = 0;
};

}  // namespace croupier::demo
