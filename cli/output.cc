#include "cli/output.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <system_error>

namespace croupier::cli {

Output::Output(int descriptor) : descriptor_(descriptor) {
  // A reader that leaves shall be told by write(), not by a signal that ends the program.
  std::signal(SIGPIPE, SIG_IGN);
  buffer_.reserve(2 * kFlushBytes);
}

void Output::append(std::uint64_t number) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  append(std::string_view(digits.data(), end.ptr));
}

void Output::flush() {
  std::string_view left = buffer_;
  while (!left.empty() && !closed_) {
    const ssize_t written = ::write(descriptor_, left.data(), left.size());
    if (written >= 0) {
      left.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      closed_ = true;
      failure_ = errno == EPIPE ? 0 : errno;
    }
  }
  buffer_.clear();
}

Result<void> Output::finish() {
  flush();
  if (failure_ == 0) return {};
  return error(Code::kUnavailable,
               "cannot write the output: " + std::generic_category().message(failure_));
}

}  // namespace croupier::cli
