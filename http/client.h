// One blocking HTTP request.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "croupier/result.h"
#include "http/message.h"

namespace croupier::http {

struct Call {
  std::string url{};  // http:// or https://
  std::string method = "GET";
  Headers headers{};
  std::string body{};
  std::chrono::milliseconds connect_timeout{1000};
  std::chrono::milliseconds timeout{5000};  // of the whole call
  std::size_t max_body_bytes = 64u << 20;   // of the answer
};

// Sends the call and waits for the answer, whatever its status; follows no redirects. Header names
// of the answer are lower case. Safe on any thread. Errors: kUnavailable (no connection, cut off,
// timed out), kResourceExhausted (the answer is larger than allowed), kInvalidArgument (bad URL).
Result<Response> send(const Call& call);

}  // namespace croupier::http
