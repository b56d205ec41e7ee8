#include "croupier/querier_connections.h"

#include "croupier/ids.h"
#include "croupier/mimir_queriers.h"
#include "croupier/quote.h"

namespace croupier::copies {

Result<QuerierConnections> QuerierConnections::make(std::chrono::nanoseconds forget_delay) {
  constexpr std::chrono::nanoseconds kLargest = kMaxForgetDelay;
  if (forget_delay < std::chrono::nanoseconds{0} || forget_delay > kLargest) {
    return error(Code::kInvalidArgument, "forget delay of " + std::to_string(forget_delay.count()) +
                                             " ns is not between 0 and " +
                                             std::to_string(kLargest.count()) + " ns");
  }
  return QuerierConnections(forget_delay);
}

Result<bool> QuerierConnections::connect(std::string_view querier) {
  if (const auto known = queriers_.find(querier); known != queriers_.end()) {
    ++known->second.connections;
    known->second.shutting_down = false;
    return false;
  }
  if (auto checked = check_id(querier); !checked) {
    checked.error().message.insert(0, "querier: ");
    return tl::make_unexpected(std::move(checked.error()));
  }
  if (queriers_.size() >= kMaxQueriers) {
    return error(Code::kResourceExhausted, "querier " + quote(querier) + " is one above the " +
                                               std::to_string(kMaxQueriers) +
                                               " that a scheduler may have");
  }
  queriers_[std::string(querier)].connections = 1;
  return true;
}

Result<bool> QuerierConnections::disconnect(std::string_view querier, Moment now) {
  const auto known = queriers_.find(querier);
  if (known == queriers_.end() || known->second.connections == 0) {
    return error(Code::kFailedPrecondition, "querier " + quote(querier) + " has no connection");
  }
  Querier& state = known->second;
  if (--state.connections > 0) return false;
  if (state.shutting_down || forget_delay_ == forget_delay_.zero()) {
    queriers_.erase(known);
    return true;
  }
  state.disconnected_at = now;
  return false;
}

bool QuerierConnections::notify_shutdown(std::string_view querier) {
  const auto known = queriers_.find(querier);
  if (known == queriers_.end()) return false;
  if (known->second.connections == 0) {
    queriers_.erase(known);
    return true;
  }
  known->second.shutting_down = true;
  return false;
}

bool QuerierConnections::forget(Moment now) {
  const auto away_too_long = [&](const auto& entry) {
    const Querier& querier = entry.second;
    return querier.connections == 0 && now - querier.disconnected_at > forget_delay_;
  };
  return std::erase_if(queriers_, away_too_long) > 0;
}

std::vector<std::string> QuerierConnections::queriers() const {
  std::vector<std::string> ids;
  ids.reserve(queriers_.size());
  for (const auto& [id, querier] : queriers_) ids.push_back(id);
  return ids;
}

}  // namespace croupier::copies
