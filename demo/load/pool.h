// The connections to one target, and the requests under way on them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "demo/load/connection.h"

namespace croupier::demo {

struct Pending {
  std::uint32_t stream = 0;
  bool post = false;
  std::chrono::nanoseconds started{0};
  std::uint64_t serial = 0;  // tells this request from later ones on the same connection
};

// A slot is a connection with the request it carries. Connections are opened when no idle one is
// left, up to `most`, and reused last-used-first.
class Pool {
 public:
  struct Slot {
    Connection connection;
    Pending pending;
  };

  Pool(std::uint16_t port, std::size_t most) : port_(port), slots_(most) {
    for (std::size_t i = most; i > 0; --i) closed_.push_back(static_cast<std::uint32_t>(i - 1));
  }

  Slot& slot(std::uint32_t index) { return slots_[index]; }

  // An idle slot; `opened` says that its socket is new. Nothing: all are busy, or no socket.
  std::optional<std::uint32_t> take(bool& opened) {
    opened = false;
    while (!idle_.empty()) {
      const std::uint32_t index = idle_.back();
      idle_.pop_back();
      // Entries of connections that ended while idle are left in the list; skip them here.
      if (slots_[index].connection.state() == Connection::State::kIdle) return index;
    }
    if (closed_.empty() || !slots_[closed_.back()].connection.open(port_)) return std::nullopt;
    opened = true;
    const std::uint32_t index = closed_.back();
    closed_.pop_back();
    return index;
  }

  // Gives a slot back whose request is over.
  void give(std::uint32_t index) {
    Connection& connection = slots_[index].connection;
    if (connection.state() == Connection::State::kAnswered) connection.rest();
    if (connection.state() == Connection::State::kIdle) {
      idle_.push_back(index);
    } else {
      connection.close();
      closed_.push_back(index);
    }
  }

  void drop(std::uint32_t index) {
    slots_[index].connection.close();
    closed_.push_back(index);
  }

 private:
  std::uint16_t port_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> idle_, closed_;
};

}  // namespace croupier::demo
