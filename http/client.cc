#include "http/client.h"

#include <curl/curl.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>

namespace croupier::http {
namespace {

struct Answer {
  Response response;
  std::size_t max_body_bytes = 0;
  bool too_large = false;
};

std::size_t on_body(char* data, std::size_t, std::size_t size, void* target) {
  auto& answer = *static_cast<Answer*>(target);
  if (size > answer.max_body_bytes - answer.response.body.size()) {
    answer.too_large = true;
    return 0;  // curl gives up
  }
  answer.response.body.append(data, size);
  return size;
}

std::size_t on_header(char* data, std::size_t, std::size_t size, void* target) {
  Headers& headers = static_cast<Answer*>(target)->response.headers;
  std::string_view line(data, size);
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
  if (line.starts_with("HTTP/")) headers.clear();  // what came before was an interim answer
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return size;
  std::string name(line.substr(0, colon));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  line.remove_prefix(colon + 1);
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  headers.push_back({std::move(name), std::string(line)});
  return size;
}

void set_options(CURL* handle, const Call& call, curl_slist* headers, Answer& answer) {
  curl_easy_setopt(handle, CURLOPT_URL, call.url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_PROXY, "");  // calls go where they say
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                   static_cast<long>(call.connect_timeout.count()));
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(call.timeout.count()));
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &answer);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, &answer);
  if (call.method == "HEAD") {
    curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
  } else if (call.method != "GET" || !call.body.empty()) {
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, call.body.data());
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(call.body.size()));
    curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, call.method.c_str());
  }
}

}  // namespace

Result<Response> send(const Call& call) {
  static const CURLcode global = curl_global_init(CURL_GLOBAL_DEFAULT);
  const std::unique_ptr<CURL, void (*)(CURL*)> handle(curl_easy_init(), curl_easy_cleanup);
  if (global != CURLE_OK || !handle) return error(Code::kInternal, "libcurl does not start");

  curl_slist* list = nullptr;
  for (const Header& header : call.headers) {
    list = curl_slist_append(list, (header.name + ": " + header.value).c_str());
  }
  const std::unique_ptr<curl_slist, void (*)(curl_slist*)> headers(list, curl_slist_free_all);
  Answer answer;
  answer.max_body_bytes = call.max_body_bytes;
  set_options(handle.get(), call, headers.get(), answer);

  const CURLcode result = curl_easy_perform(handle.get());
  if (answer.too_large) {
    return error(Code::kResourceExhausted, call.url + ": the answer is larger than " +
                                               std::to_string(call.max_body_bytes) + " bytes");
  }
  if (result != CURLE_OK) {
    const bool bad_url = result == CURLE_URL_MALFORMAT || result == CURLE_UNSUPPORTED_PROTOCOL;
    return error(bad_url ? Code::kInvalidArgument : Code::kUnavailable,
                 call.url + ": " + curl_easy_strerror(result));
  }
  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  answer.response.status = static_cast<int>(status);
  return std::move(answer.response);
}

}  // namespace croupier::http
