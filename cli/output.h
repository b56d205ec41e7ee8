// Fast, checked writing to standard output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "croupier/result.h"

namespace croupier::cli {

// Collects text and writes it to a file descriptor in large pieces. A reader that went away (as in
// `croupier deal ... | head`) is no error: closed() turns true and the rest is dropped. One object
// at a time; not thread-safe.
class Output {
 public:
  explicit Output(int descriptor = 1);

  void append(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() >= kFlushBytes) flush();
  }
  void append(std::uint64_t number);

  // True when there is no use in going on: the reader left or a write failed.
  bool closed() const { return closed_; }

  // Writes what is left. kUnavailable with the system's reason when a write failed.
  Result<void> finish();

 private:
  static constexpr std::size_t kFlushBytes = 1 << 16;

  void flush();

  int descriptor_;
  bool closed_ = false;
  int failure_ = 0;  // errno of the write that failed
  std::string buffer_;
};

// Appends `text`, valid UTF-8, as a JSON string with its quotes.
template <typename Sink>
void append_json_string(Sink& sink, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  sink.append(std::string_view("\""));
  std::size_t plain = 0;  // start of the run that needs no escape
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    sink.append(text.substr(plain, i - plain));
    plain = i + 1;
    if (byte < 0x20) {
      const char escape[] = {'\\', 'u', '0', '0', kHex[byte >> 4], kHex[byte & 15]};
      sink.append(std::string_view(escape, sizeof escape));
    } else {
      const char escape[] = {'\\', static_cast<char>(byte)};
      sink.append(std::string_view(escape, sizeof escape));
    }
  }
  sink.append(text.substr(plain));
  sink.append(std::string_view("\""));
}

}  // namespace croupier::cli
