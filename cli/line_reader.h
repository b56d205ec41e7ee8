// Lines of a file descriptor, in bounded memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "croupier/result.h"

namespace croupier::cli {

inline constexpr std::size_t kMaxLineBytes = 1 << 16;

class LineReader {
 public:
  explicit LineReader(int descriptor) : descriptor_(descriptor), buffer_(kMaxLineBytes) {}

  // The next line without its newline, valid until the next call; nothing at the end. A last line
  // may lack its newline. kInvalidArgument for a line above kMaxLineBytes, which is skipped: the
  // call after it goes on. kUnavailable when reading fails: that is the end.
  Result<std::optional<std::string_view>> next();

  std::uint64_t line() const { return line_; }  // number of the last line given, from 1

 private:
  Result<bool> fill();  // false: the end of the file

  int descriptor_;
  std::uint64_t line_ = 0;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // buffer_[begin_, end_) is read and not yet given
  std::size_t end_ = 0;
  bool ended_ = false;
};

}  // namespace croupier::cli
