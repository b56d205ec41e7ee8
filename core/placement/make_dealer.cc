#include <algorithm>
#include <array>
#include <unordered_set>

#include "core/copies/copy_dealers.h"
#include "core/placement/recipe_dealers.h"
#include "core/placement/rendezvous.h"
#include "core/placement/stored_dealers.h"
#include "croupier/deal.h"
#include "croupier/ids.h"
#include "croupier/quote.h"

namespace croupier {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 11> kPolicyNames = {
    "hmac", "rendezvous", "java-demo",  "python-sample",  "bounded", "search",
    "apf",  "infima",     "mimir-ring", "mimir-queriers", "thanos"};

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
                   "weight " + std::to_string(worker.weight) + " of worker " + quote(worker.id) +
                       " is not between 1 and " + std::to_string(kMaxWeight));
    }
    if (!ids.insert(worker.id).second) {
      return error(Code::kInvalidArgument,
                   "worker " + quote(worker.id) + " stands twice in the deck");
    }
  }
  return {};
}

// Every worker has a value of each attribute to spread over.
Result<void> check_spread(const std::vector<DeckWorker>& workers) {
  const std::size_t attributes = workers.front().values.size();
  if (attributes < 1 || attributes > kMaxDealtAttributes) {
    return error(Code::kInvalidArgument, "hands cannot spread over " + std::to_string(attributes) +
                                             " attributes; over 1 to " +
                                             std::to_string(kMaxDealtAttributes) + " they can");
  }
  for (const DeckWorker& worker : workers) {
    if (worker.values.size() == attributes) continue;
    return error(Code::kInvalidArgument,
                 "worker " + quote(worker.id) + " has " + std::to_string(worker.values.size()) +
                     " values to spread over, and the first worker " + std::to_string(attributes));
  }
  return {};
}

// The options of the policy, which must be there.
template <typename Options>
Result<const Options*> options_of(const DeckSpec& spec) {
  if (const auto* options = std::get_if<Options>(&spec.options)) return options;
  return error(Code::kInvalidArgument,
               "policy '" + std::string(policy_name(spec.policy)) + "' is without its options");
}

using MadeDealer = Result<std::unique_ptr<const Dealer>>;

MadeDealer make_bounded(const BoundedSpec& spec, std::uint32_t workers, const Key& key) {
  BoundedSpec whole = spec;
  whole.workers = workers;
  auto deck = BoundedDeck::make(whole, key);
  if (!deck) return tl::unexpected(std::move(deck.error()));
  return std::make_unique<placement::BoundedDealer>(std::move(*deck));
}

}  // namespace

std::string_view policy_name(Policy policy) {
  return kPolicyNames[static_cast<std::size_t>(policy)];
}

std::optional<Policy> find_policy(std::string_view name) {
  const auto at = std::find(kPolicyNames.begin(), kPolicyNames.end(), name);
  if (at == kPolicyNames.end()) return std::nullopt;
  return static_cast<Policy>(at - kPolicyNames.begin());
}

std::string policy_names() {
  std::string names;
  for (const std::string_view name : kPolicyNames) {
    names.append(names.empty() ? "" : ", ").append(name);
  }
  return names;
}

MadeDealer make_dealer(const DeckSpec& spec, const Key& key) {
  if (auto checked = check_workers(spec.workers); !checked) {
    return tl::make_unexpected(std::move(checked.error()));
  }
  if (spec.spread != Spread::kNone && spec.policy != Policy::kRendezvous) {
    return error(Code::kInvalidArgument, "policy '" + std::string(policy_name(spec.policy)) +
                                             "' cannot spread hands; only 'rendezvous' can");
  }
  if (spec.spread != Spread::kNone) {
    if (auto checked = check_spread(spec.workers); !checked) {
      return tl::make_unexpected(std::move(checked.error()));
    }
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
    case Policy::kBounded:
      return options_of<BoundedSpec>(spec).and_then(
          [&](const BoundedSpec* options) { return make_bounded(*options, workers, key); });
    case Policy::kSearch:
      return options_of<SearchSpec>(spec).map([](const SearchSpec* options) {
        return std::unique_ptr<const Dealer>(
            std::make_unique<placement::SearchDealer>(options->hand));
      });
    case Policy::kApf:
      return options_of<ApfOptions>(spec).map([&](const ApfOptions* options) {
        return std::unique_ptr<const Dealer>(
            std::make_unique<copies::FlowDealer>(workers, options->flow_schema));
      });
    case Policy::kInfima:
      return options_of<InfimaOptions>(spec).and_then([&](const InfimaOptions* options) {
        return copies::LatticeDealer::make(spec.workers, *options);
      });
    case Policy::kMimirRing:
      return options_of<MimirRingOptions>(spec).and_then([&](const MimirRingOptions* options) {
        return copies::RingDealer::make(spec.workers, *options);
      });
    case Policy::kMimirQueriers:
      return copies::QuerierDealer::make(spec.workers);
    case Policy::kThanos:
      return options_of<ThanosOptions>(spec).and_then([&](const ThanosOptions* options) {
        return copies::HashringDealer::make(spec.workers, *options);
      });
  }
  return error(Code::kInvalidArgument, "unknown policy");
}

}  // namespace croupier
