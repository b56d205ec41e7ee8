// The few HTTP words that server, client and handlers share.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace croupier::http {

struct Header {
  std::string name;  // lower case where we received it
  std::string value;
};

using Headers = std::vector<Header>;

// The value of the first header called `name` (lower case), or empty. Cost: O(headers).
inline std::string_view find_header(const Headers& headers, std::string_view name) {
  for (const Header& header : headers) {
    if (header.name == name) return header.value;
  }
  return {};
}

struct Request {
  std::string method = "GET";
  std::string target = "/";  // path and query, as sent
  Headers headers{};
  std::string body{};
};

struct Response {
  int status = 200;
  Headers headers{};
  std::string body{};
  // How long the server holds the answer back. No thread waits meanwhile.
  std::chrono::milliseconds delay{0};
};

}  // namespace croupier::http
