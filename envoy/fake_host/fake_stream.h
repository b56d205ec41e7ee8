// The HTTP filter's door of the fake host: filter configurations, routes, streams.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "envoy/abi.h"
#include "envoy/fake_host/fake_cluster.h"

namespace croupier::envoy::fake {

using HeaderList = std::vector<std::pair<std::string, std::string>>;
using ByName = std::map<std::string, std::string, std::less<>>;

// One filter of the listener's configuration.
class FakeFilter {
 public:
  explicit FakeFilter(std::string_view config, std::string_view name = "downstream");
  ~FakeFilter();
  FakeFilter(const FakeFilter&) = delete;
  FakeFilter& operator=(const FakeFilter&) = delete;

  bool accepted() const { return self_ != nullptr; }
  AbiFilterConfigSelf self() const { return self_; }

 private:
  const AbiFilterConfigSelf self_;
};

// What a route says to the filter.
class FakeRoute {
 public:
  explicit FakeRoute(std::string_view config);
  ~FakeRoute();
  FakeRoute(const FakeRoute&) = delete;
  FakeRoute& operator=(const FakeRoute&) = delete;

  bool accepted() const { return self_ != nullptr; }
  AbiFilterRouteSelf self() const { return self_; }

 private:
  const AbiFilterRouteSelf self_;
};

// One stream with one filter. All on the thread that serves it.
class FakeStream {
 public:
  explicit FakeStream(const FakeFilter& filter);
  // As the attempt of `downstream` in the upstream chain: shares its filter state.
  FakeStream(const FakeFilter& filter, FakeStream& downstream);
  ~FakeStream();
  FakeStream(const FakeStream&) = delete;
  FakeStream& operator=(const FakeStream&) = delete;

  // ---- what the client and the connection are like; set before request() ----
  std::string peer = "127.0.0.1:40000";
  std::string sni;
  std::string uri_san;
  bool mtls = false;
  const FakeRoute* route = nullptr;
  HeaderList headers;

  // ---- what Envoy does ----
  AbiHeadersStatus request(HeaderList request_headers);
  // One attempt: the address of the host that would be asked, empty for none.
  std::string choose(FakeCluster& cluster, std::size_t worker = 0);
  void response_headers();
  void local_reply(std::uint32_t code, std::string_view details);  // the hook alone
  // Envoy answers itself: the local reply, then its headers.
  void fail(std::uint32_t code, std::string_view details);
  // Ends the stream; the destructor does it, too.
  void destroy();

  // ---- what the module left ----
  struct Answer {
    std::uint32_t status = 0;
    HeaderList headers;
    std::string body;
  };
  const std::optional<Answer>& answer() const { return answer_; }
  // The header's values, comma-separated; empty without it.
  std::string header(std::string_view name) const;
  std::string metadata(std::string_view key) const;  // of the namespace "croupier"

  ByName& filter_state() { return *filter_state_; }

 private:
  friend struct StreamCallbacks;  // the callbacks themselves
  std::shared_ptr<ByName> filter_state_ = std::make_shared<ByName>();
  ByName metadata_;
  std::optional<Answer> answer_;
  AbiFilterSelf self_ = nullptr;
};

}  // namespace croupier::envoy::fake
