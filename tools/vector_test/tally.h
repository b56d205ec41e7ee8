// Counts the checks of one vector file and keeps what the failed ones say.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace croupier::vectors {

class Tally {
 public:
  static constexpr std::size_t kMessagesKept = 10;

  void check(bool holds, const std::string& what) {
    if (holds) {
      ++passed_;
    } else {
      fail(what);
    }
  }

  void fail(std::string message) {
    ++failed_;
    if (messages_.size() < kMessagesKept) messages_.push_back(std::move(message));
  }

  std::uint64_t passed() const { return passed_; }
  std::uint64_t failed() const { return failed_; }
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::uint64_t passed_ = 0;
  std::uint64_t failed_ = 0;
  std::vector<std::string> messages_;
};

}  // namespace croupier::vectors
