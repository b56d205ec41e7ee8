#include "envoy/policy.h"

#include <string_view>
#include <unordered_map>

#include "croupier/xxh64.h"
#include "envoy/choice.h"
#include "envoy/hook.h"
#include "envoy/metrics.h"

namespace croupier::envoy {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::uint32_t kPriority = 0;
constexpr char kHashableString[] = "envoy.hashable_string";

}  // namespace

void mark_for_policy(AbiFilter filter, const RequestTable::Token& token) {
  envoy_dynamic_module_callback_http_set_filter_state_typed(filter, buffer(kHashableString),
                                                            buffer(token.view()));
  this_thread().requests.remember_hash(token, xxh64(token.view()));
}

// How choose() sees workers through the policy: only healthy hosts can be given to Envoy.
struct PolicyWorkers {
  const View& view;
  const std::vector<std::uint32_t>& index;

  WorkerHealth health(std::uint32_t worker) const {
    return index[worker] == kNone ? WorkerHealth::kAbsent : WorkerHealth::kHealthy;
  }
  const WorkerLoad& load(std::uint32_t worker) const { return view.load(worker); }
};

void PolicyLb::index_hosts(const View& view) {
  std::unordered_map<std::string_view, std::uint32_t> healthy;
  const std::size_t count =
      envoy_dynamic_module_callback_lb_get_healthy_hosts_count(lb_, kPriority);
  for (std::size_t i = 0; i < count; ++i) {
    AbiBuffer address{nullptr, 0};
    if (envoy_dynamic_module_callback_lb_get_healthy_host_address(lb_, kPriority, i, &address)) {
      healthy.emplace(text(address), static_cast<std::uint32_t>(i));
    }
  }
  const auto workers = view.snapshot->workers();
  index_.assign(workers.size(), kNone);
  for (std::size_t i = 0; i < workers.size(); ++i) {
    const auto at = healthy.find(workers[i].address);
    if (at != healthy.end()) index_[i] = at->second;
  }
  indexed_ = view.number;
}

Request* PolicyLb::find_request(AbiLbContext context) const {
  std::uint64_t hash = 0;
  if (context == nullptr ||
      !envoy_dynamic_module_callback_lb_context_compute_hash_key(context, &hash)) {
    return nullptr;
  }
  return this_thread().requests.find_hash(hash);
}

bool PolicyLb::choose(AbiLbContext context, std::uint32_t* index) {
  Request* request = find_request(context);
  if (request == nullptr || request->view == nullptr) {
    metrics().add(Counter::kRefusedNoFilter);
    return false;
  }
  const View& view = *request->view;
  if (view.snapshot->decks()[request->deck].name != config_.deck) {
    metrics().add(Counter::kRefusedWrongDeck);
    return false;
  }
  if (indexed_ != view.number) index_hosts(view);
  const PolicyWorkers workers{view, index_};
  if (!choose_attempt(*request, workers, this_thread().rotation++)) return false;
  const std::uint32_t worker = request->choice.worker;
  const std::string& wanted = view.snapshot->workers()[worker].address;
  const auto still_there = [&] {
    AbiBuffer address{nullptr, 0};
    return index_[worker] != kNone &&
           envoy_dynamic_module_callback_lb_get_healthy_host_address(lb_, kPriority, index_[worker],
                                                                     &address) &&
           text(address) == wanted;
  };
  if (!still_there()) {  // the list moved since it was read: once more
    metrics().add(Counter::kStaleHosts);
    index_hosts(view);
    if (!still_there()) return false;
  }
  *index = index_[worker];
  return true;
}

}  // namespace croupier::envoy
