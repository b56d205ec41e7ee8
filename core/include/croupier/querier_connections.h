// Which queriers a scheduler deals from, as their connections come and go. Specified in
// docs/policies/mimir-queriers.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"

namespace croupier::copies {

// A querier is in the list from its first connection on. It leaves at once when its last connection
// ends after it gave notice of its shutdown, or if there is no forget delay; otherwise not before
// it has been away for longer than the delay, so that a crash and a restart move no tenant.
//
// A state machine without a clock: moments are given, as time since any fixed origin. Time may
// stand still. One thread at a time.
class QuerierConnections {
 public:
  using Moment = std::chrono::nanoseconds;

  // `forget_delay` 0: none. kInvalidArgument if it is below 0 or above kMaxForgetDelay.
  static constexpr std::chrono::hours kMaxForgetDelay{24 * 365};
  static Result<QuerierConnections> make(std::chrono::nanoseconds forget_delay);

  // Each gives true where the list changed, so that hands must be dealt anew. O(log queriers).

  // One more connection; withdraws a notice of shutdown. kInvalidArgument if the id breaks
  // check_id, kResourceExhausted if it is new and kMaxQueriers are listed.
  Result<bool> connect(std::string_view querier);
  // One connection less. kFailedPrecondition if the querier has none.
  Result<bool> disconnect(std::string_view querier, Moment now);
  // The querier says that it will not come back. Of one that is not listed it is ignored, for it
  // may have left already.
  bool notify_shutdown(std::string_view querier);
  // Drops who has been away for longer than the delay: by a full delay is not yet long enough.
  // O(queriers).
  bool forget(Moment now);

  // Sorted as bytes, as MimirQueriers takes them; may be empty. O(queriers).
  std::vector<std::string> queriers() const;

 private:
  struct Querier {
    std::uint64_t connections = 0;
    bool shutting_down = false;
    Moment disconnected_at{};  // of the last connection; meaningless while there is one
  };

  explicit QuerierConnections(std::chrono::nanoseconds forget_delay)
      : forget_delay_(forget_delay) {}

  std::chrono::nanoseconds forget_delay_;
  std::map<std::string, Querier, std::less<>> queriers_;
};

}  // namespace croupier::copies
