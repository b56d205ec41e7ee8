#include <array>
#include <unordered_set>

#include "core/placement/recipe_dealers.h"
#include "core/placement/rendezvous.h"
#include "croupier/deal.h"
#include "croupier/ids.h"

namespace croupier {
namespace {

struct PolicyName {
  Policy policy;
  std::string_view name;
};

constexpr std::array kPolicyNames = {
    PolicyName{Policy::kHmac, "hmac"},
    PolicyName{Policy::kRendezvous, "rendezvous"},
    PolicyName{Policy::kJavaDemo, "java-demo"},
    PolicyName{Policy::kPythonSample, "python-sample"},
};

Result<void> check_workers(const std::vector<DeckWorker>& workers) {
  if (workers.empty()) return error(Code::kInvalidArgument, "the deck has no workers");
  if (workers.size() > kMaxWorkers) {
    return error(Code::kInvalidArgument, "the deck has " + std::to_string(workers.size()) +
                                             " workers, above the limit of " +
                                             std::to_string(kMaxWorkers));
  }
  std::unordered_set<std::string_view> ids;
  for (const DeckWorker& worker : workers) {
    if (auto checked = check_id(worker.id); !checked) {  // may not be fit to print: say where it is
      checked.error().message.insert(
          0, "worker at position " + std::to_string(&worker - workers.data()) + ": ");
      return checked;
    }
    if (worker.weight < 1 || worker.weight > kMaxWeight) {
      return error(Code::kInvalidArgument,
                   "weight " + std::to_string(worker.weight) + " of worker '" + worker.id +
                       "' is not between 1 and " + std::to_string(kMaxWeight));
    }
    if (!ids.insert(worker.id).second) {
      return error(Code::kInvalidArgument, "worker '" + worker.id + "' stands twice in the deck");
    }
  }
  return {};
}

}  // namespace

std::string_view policy_name(Policy policy) {
  for (const auto& entry : kPolicyNames) {
    if (entry.policy == policy) return entry.name;
  }
  return "unknown";
}

std::optional<Policy> find_policy(std::string_view name) {
  for (const auto& entry : kPolicyNames) {
    if (entry.name == name) return entry.policy;
  }
  return std::nullopt;
}

Result<std::unique_ptr<const Dealer>> make_dealer(const DeckSpec& spec, const Key& key) {
  if (auto checked = check_workers(spec.workers); !checked) {
    return tl::make_unexpected(std::move(checked.error()));
  }
  if (spec.spread != Spread::kNone && spec.policy != Policy::kRendezvous) {
    return error(Code::kInvalidArgument, "policy '" + std::string(policy_name(spec.policy)) +
                                             "' cannot spread hands; only 'rendezvous' can");
  }
  const auto workers = static_cast<std::uint32_t>(spec.workers.size());
  switch (spec.policy) {
    case Policy::kHmac:
      return std::make_unique<placement::HmacDealer>(workers, key);
    case Policy::kRendezvous:
      return std::make_unique<placement::RendezvousDealer>(spec, key);
    case Policy::kJavaDemo:
      return std::make_unique<placement::JavaDemoDealer>(workers);
    case Policy::kPythonSample:
      return std::make_unique<placement::PythonSampleDealer>(workers);
  }
  return error(Code::kInvalidArgument, "unknown policy");
}

}  // namespace croupier
