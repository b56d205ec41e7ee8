// Reads one HTTP/1.1 response after another from one connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace croupier::demo {

// For answers whose length is stated (content-length) or that have no body (204, 304). Counts body
// bytes and drops them. Interim answers (1xx) are skipped.
class ResponseParser {
 public:
  enum class State { kMore, kDone, kBad };

  static constexpr std::size_t kMaxHeadBytes = 16u << 10;
  static constexpr std::uint64_t kMaxBodyBytes = 64u << 20;

  // Takes the next bytes. kBad: no HTTP/1.x response, no or contradictory lengths, a transfer
  // coding, a switch of protocols, a head or body above its limit, or bytes after the end; it stays
  // bad until reset().
  State feed(std::string_view bytes);

  void reset();  // before the next response

  // Valid after kDone.
  int status() const { return status_; }
  bool keep_alive() const { return keep_alive_; }

 private:
  State take_body(std::uint64_t bytes);
  bool parse_head(std::string_view head);
  bool parse_status_line(std::string_view line);
  bool parse_header(std::string_view line);

  std::string head_;
  bool in_body_ = false;
  bool bad_ = false;
  int status_ = 0;
  bool keep_alive_ = true;
  bool has_length_ = false;
  std::uint64_t length_ = 0;
  std::uint64_t left_ = 0;
};

}  // namespace croupier::demo
