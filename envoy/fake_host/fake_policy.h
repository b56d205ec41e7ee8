// The load-balancing policy's door of the fake host: one thread's instance over static endpoints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "envoy/abi.h"
#include "envoy/fake_host/fake_stream.h"

namespace croupier::envoy::fake {

class FakePolicy {
 public:
  explicit FakePolicy(std::string_view config);
  ~FakePolicy();
  FakePolicy(const FakePolicy&) = delete;
  FakePolicy& operator=(const FakePolicy&) = delete;

  bool accepted() const { return config_self_ != nullptr; }

  // The healthy hosts from now on. Tells the module unless it is to be taken by surprise.
  void set_healthy(std::vector<std::string> addresses, bool tell = true);

  // The address the stream's next attempt goes to, empty for none. Null: a request-less choice.
  std::string choose(FakeStream* stream);

  const std::vector<std::string>& healthy() const { return healthy_; }

 private:
  std::vector<std::string> healthy_;
  AbiLbConfigSelf config_self_ = nullptr;
  AbiLbSelf self_ = nullptr;
};

}  // namespace croupier::envoy::fake
