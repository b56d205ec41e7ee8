#include "core/copies/ring_window.h"

#include <string>

namespace croupier::copies {
namespace {

std::string seconds_text(std::chrono::seconds seconds) {
  return std::to_string(seconds.count()) + " s";
}

}  // namespace

Result<RingWindow> ring_window(const Lookback& lookback) {
  using std::chrono::seconds;
  if (lookback.period < seconds{0} || lookback.period > kMaxLookback) {
    return error(Code::kInvalidArgument, "look-back of " + seconds_text(lookback.period) +
                                             " is not between 0 and " + seconds_text(kMaxLookback));
  }
  const seconds now = lookback.now.time_since_epoch();
  if (now < seconds{0} || lookback.now > kMaxRingTime) {
    return error(Code::kInvalidArgument, "now, " + seconds_text(now) +
                                             " after 1970, is not between 0 and " +
                                             seconds_text(kMaxRingTime.time_since_epoch()));
  }
  return RingWindow{lookback.period > seconds{0}, lookback.now - lookback.period};
}

}  // namespace croupier::copies
