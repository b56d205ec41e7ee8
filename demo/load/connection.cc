#include "demo/load/connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>

namespace croupier::demo {

bool Connection::open(std::uint16_t port) {
  socket_ = files::Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket_) return false;
  const int on = 1;
  setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  const int result = connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address);
  // Over loopback a refusal may come at once; the request to come is told.
  state_ = result == 0 || errno == EINPROGRESS ? State::kIdle : State::kBroken;
  connected_ = false;
  return true;
}

Connection::State Connection::start(std::string_view request) {
  if (state_ == State::kBroken) return state_;
  parser_.reset();
  unsent_ = request;
  state_ = State::kBusy;
  return advance();
}

Connection::State Connection::advance() {
  if (state_ != State::kBusy && state_ != State::kIdle) return state_;
  if (!unsent_.empty() && !flush()) return state_ = State::kBroken;
  return state_ = receive();
}

bool Connection::flush() {
  const ssize_t sent = ::send(socket_.get(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
  if (sent < 0) return errno == EAGAIN || errno == ENOTCONN || errno == EINTR;
  connected_ = true;
  unsent_.remove_prefix(static_cast<std::size_t>(sent));
  return true;
}

Connection::State Connection::receive() {
  char buffer[16384];
  while (true) {
    const ssize_t size = ::recv(socket_.get(), buffer, sizeof buffer, 0);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && (errno == EAGAIN || errno == ENOTCONN)) return state_;
    // An idle connection that ends, or speaks unasked, is of no more use.
    if (size <= 0 || state_ == State::kIdle) return State::kBroken;
    switch (parser_.feed({buffer, static_cast<std::size_t>(size)})) {
      case ResponseParser::State::kDone:
        return State::kAnswered;
      case ResponseParser::State::kBad:
        return State::kMalformed;
      case ResponseParser::State::kMore:
        break;
    }
  }
}

void Connection::rest() {
  // An answer to a request that was not sent whole leaves the connection out of step.
  if (!parser_.keep_alive() || !unsent_.empty()) return close();
  state_ = State::kIdle;
}

void Connection::close() {
  socket_.reset();
  unsent_ = {};
  state_ = State::kClosed;
}

}  // namespace croupier::demo
