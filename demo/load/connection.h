// One non-blocking HTTP/1.1 connection that carries one request at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "demo/load/response_parser.h"
#include "files/descriptor.h"

namespace croupier::demo {

// Driven by events: after each start() and whenever its socket has become ready, call advance().
class Connection {
 public:
  enum class State {
    kClosed,     // no socket
    kIdle,       // connected, waiting for a request
    kBusy,       // connecting, sending or waiting for the answer
    kAnswered,   // a whole answer is there: see status(); then call rest()
    kBroken,     // refused, reset or ended before the answer was whole; then call close()
    kMalformed,  // the answer is not one we can read; then call close()
  };

  State state() const { return state_; }
  int socket() const { return socket_.get(); }
  int status() const { return parser_.status(); }
  bool connected() const { return connected_; }

  // Begins to connect to 127.0.0.1 and takes a request at once: kIdle, or kBroken when it was
  // refused already. False when the system has no socket left.
  bool open(std::uint16_t port);

  // Only after open() or rest(). `request` must live until the answer is there.
  State start(std::string_view request);

  State advance();

  void rest();  // after kAnswered: kIdle, or kClosed when the server wants no more
  void close();

 private:
  bool flush();  // false: the connection is broken
  State receive();

  files::Descriptor socket_;
  State state_ = State::kClosed;
  bool connected_ = false;  // something was sent or received: the peer had accepted
  std::string_view unsent_;
  ResponseParser parser_;
};

}  // namespace croupier::demo
