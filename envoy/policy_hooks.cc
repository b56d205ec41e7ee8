// Hooks of the load-balancing policy.
#include "envoy/deck_config.h"
#include "envoy/hook.h"
#include "envoy/policy.h"

namespace croupier::envoy {
namespace {

PolicyLb* as_lb(AbiLbSelf self) {
  return static_cast<PolicyLb*>(const_cast<void*>(self));
}

}  // namespace
}  // namespace croupier::envoy

using namespace croupier::envoy;

AbiLbConfigSelf envoy_dynamic_module_on_lb_config_new(AbiLbConfig, AbiBuffer, AbiBuffer bytes) {
  return guarded("lb_config_new", AbiLbConfigSelf{}, [&]() -> AbiLbConfigSelf {
    auto deck = parse_deck_config(text(bytes));
    if (deck) return new PolicyConfig{std::move(*deck)};
    log(AbiLogLevel::kError, "croupier: " + deck.error().message);
    return nullptr;
  });
}

void envoy_dynamic_module_on_lb_config_destroy(AbiLbConfigSelf self) {
  delete static_cast<const PolicyConfig*>(self);
}

AbiLbSelf envoy_dynamic_module_on_lb_new(AbiLbConfigSelf config, AbiLb lb) {
  return guarded("lb_new", AbiLbSelf{}, [&]() -> AbiLbSelf {
    return new PolicyLb(*static_cast<const PolicyConfig*>(config), lb);
  });
}

void envoy_dynamic_module_on_lb_destroy(AbiLbSelf self) {
  delete as_lb(self);
}

bool envoy_dynamic_module_on_lb_choose_host(AbiLb, AbiLbSelf self, AbiLbContext context,
                                            uint32_t* priority, uint32_t* index) {
  *priority = 0;
  return guarded("lb_choose_host", false, [&] { return as_lb(self)->choose(context, index); });
}

void envoy_dynamic_module_on_lb_on_host_membership_update(AbiLb, AbiLbSelf self, size_t, size_t) {
  guarded("lb_on_host_membership_update", [&] { as_lb(self)->membership_changed(); });
}
