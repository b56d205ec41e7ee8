#include "demo/worker/app.h"

#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace croupier::demo {
namespace {

std::optional<int> parse_number(std::string_view text, int least, int most) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || stop != end || value < least || value > most) return std::nullopt;
  return value;
}

http::Response bad_request(const char* reason) {
  return {.status = 400, .body = reason};
}

http::Response headers_as_json(const http::Headers& headers) {
  nlohmann::json object = nlohmann::json::object();
  for (const http::Header& header : headers) {
    const auto [at, added] = object.emplace(header.name, header.value);
    if (!added) *at = at->get<std::string>() + ", " + header.value;
  }
  // Header values may be any bytes; JSON may not.
  return {.headers = {{"content-type", "application/json"}},
          .body = object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"};
}

}  // namespace

WorkerApp::WorkerApp(std::string id, std::function<void()> die)
    : id_(std::move(id)), die_(std::move(die)) {}

http::Response WorkerApp::handle(const http::Request& request) {
  http::Response response = answer(request);
  response.headers.push_back({"x-worker", id_});
  return response;
}

http::Response WorkerApp::answer(const http::Request& request) {
  const std::string_view target = request.target;
  const std::string_view path = target.substr(0, target.find('?'));
  const std::string_view query = target.substr(std::min(path.size() + 1, target.size()));
  if (path == "/poison") {
    die_();
    return {.status = 500, .body = "still alive\n"};
  }
  if (path == "/healthz") return {.body = "healthy\n"};
  if (path == "/count") return {.body = std::to_string(count_) + "\n"};
  ++count_;
  if (path == "/headers") return headers_as_json(request.headers);
  if (path.starts_with("/status/")) {
    const auto status = parse_number(path.substr(8), 200, 599);
    if (!status) return bad_request("status is not in 200 to 599\n");
    return {.status = *status, .body = id_ + "\n"};
  }
  if (path == "/slow") {
    const bool named = query.starts_with("ms=");
    const auto delay = named ? parse_number(query.substr(3), 0, 60'000) : std::nullopt;
    if (!delay) return bad_request("ms is not in 0 to 60000\n");
    return {.body = id_ + "\n", .delay = std::chrono::milliseconds(*delay)};
  }
  return {.body = id_ + "\n"};
}

}  // namespace croupier::demo
