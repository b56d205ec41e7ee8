#include "cli/line_reader.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

namespace croupier::cli {

Result<bool> LineReader::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  while (true) {
    const ssize_t got = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return error(Code::kUnavailable,
                   "cannot read the input: " + std::generic_category().message(errno));
    }
    end_ += static_cast<std::size_t>(got);
    return got > 0;
  }
}

Result<std::optional<std::string_view>> LineReader::next() {
  bool too_long = false;
  std::size_t searched = 0;
  while (true) {
    const char* start = buffer_.data() + begin_;
    const void* newline = std::memchr(start + searched, '\n', end_ - begin_ - searched);
    if (newline == nullptr && !ended_) {
      searched = end_ - begin_;
      if (searched == buffer_.size()) {  // drop it, and look for its end
        too_long = true;
        begin_ = end_;
        searched = 0;
      }
      const auto more = fill();
      if (!more) return tl::unexpected(more.error());
      ended_ = !*more;
      continue;
    }
    if (newline == nullptr && begin_ == end_ && !too_long) return std::nullopt;
    const std::size_t size_bytes =
        newline == nullptr ? end_ - begin_
                           : static_cast<std::size_t>(static_cast<const char*>(newline) - start);
    begin_ += size_bytes + (newline == nullptr ? 0 : 1);
    ++line_;
    if (too_long) {
      return error(Code::kInvalidArgument,
                   "the line is longer than " + std::to_string(kMaxLineBytes) + " bytes");
    }
    return std::string_view(start, size_bytes);
  }
}

}  // namespace croupier::cli
