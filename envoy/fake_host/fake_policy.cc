#include "envoy/fake_host/fake_policy.h"

#include <utility>

#include "croupier/xxh64.h"
#include "envoy/fake_host/calls.h"

namespace croupier::envoy::fake {

FakePolicy::FakePolicy(std::string_view config)
    : config_self_(
          envoy_dynamic_module_on_lb_config_new(this, bytes_of("croupier"), bytes_of(config))) {
  if (accepted()) self_ = envoy_dynamic_module_on_lb_new(config_self_, this);
}

FakePolicy::~FakePolicy() {
  if (!accepted()) return;
  envoy_dynamic_module_on_lb_destroy(self_);
  envoy_dynamic_module_on_lb_config_destroy(config_self_);
}

void FakePolicy::set_healthy(std::vector<std::string> addresses, bool tell) {
  healthy_ = std::move(addresses);
  if (tell) envoy_dynamic_module_on_lb_on_host_membership_update(this, self_, 0, 0);
}

std::string FakePolicy::choose(FakeStream* stream) {
  std::uint32_t priority = 9;
  std::uint32_t index = 0;
  if (!envoy_dynamic_module_on_lb_choose_host(this, self_, stream, &priority, &index)) return {};
  return priority == 0 && index < healthy_.size() ? healthy_[index] : "out of range";
}

}  // namespace croupier::envoy::fake

using namespace croupier::envoy::fake;

size_t envoy_dynamic_module_callback_lb_get_healthy_hosts_count(AbiLb lb, uint32_t) {
  enter("lb_get_healthy_hosts_count");
  return static_cast<FakePolicy*>(lb)->healthy().size();
}

bool envoy_dynamic_module_callback_lb_get_healthy_host_address(AbiLb lb, uint32_t, size_t index,
                                                               AbiBuffer* address) {
  enter("lb_get_healthy_host_address");
  const auto& healthy = static_cast<FakePolicy*>(lb)->healthy();
  if (index >= healthy.size()) return false;
  *address = bytes_of(healthy[index]);
  return true;
}

// As a route's hash policy over the filter state `envoy.hashable_string`.
bool envoy_dynamic_module_callback_lb_context_compute_hash_key(AbiLbContext context,
                                                               uint64_t* hash) {
  enter("lb_context_compute_hash_key");
  const auto& state = static_cast<FakeStream*>(context)->filter_state();
  const auto at = state.find("envoy.hashable_string");
  if (at == state.end()) return false;
  *hash = croupier::xxh64(at->second);
  return true;
}
