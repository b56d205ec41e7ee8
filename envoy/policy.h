// The second door: a load-balancing policy for endpoints that come from EDS or static config. Its
// smaller promises are in docs/envoy.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "croupier/router.h"
#include "envoy/abi.h"
#include "envoy/request.h"

namespace croupier::envoy {

// Leaves the request's token where a route's hash policy finds it, so that the policy can find the
// request on every attempt though it sees neither filter state nor anything a worker could see.
void mark_for_policy(AbiFilter filter, const RequestTable::Token& token);

struct PolicyConfig {
  std::string deck;
};

// One thread's side.
class PolicyLb {
 public:
  PolicyLb(const PolicyConfig& config, AbiLb lb) : config_(config), lb_(lb) {}

  // Call from the membership hook, which also comes for changes of health.
  void membership_changed() { indexed_ = 0; }

  // The index, among the healthy hosts of priority 0, of the next attempt's host.
  bool choose(AbiLbContext context, std::uint32_t* index);

 private:
  friend struct PolicyWorkers;
  void index_hosts(const View& view);
  Request* find_request(AbiLbContext context) const;

  const PolicyConfig& config_;
  const AbiLb lb_;
  std::uint64_t indexed_ = 0;         // number of the view that index_ belongs to; 0: none
  std::vector<std::uint32_t> index_;  // by worker: index among the healthy hosts, or none
};

}  // namespace croupier::envoy
