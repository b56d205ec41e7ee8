#include "croupier/router.h"

#include <algorithm>
#include <string_view>

#include "croupier/assert.h"

namespace croupier {

bool AttemptLog::has_tried(std::uint32_t worker) const {
  return std::find(tried.begin(), tried.begin() + count, worker) != tried.begin() + count;
}

void AttemptLog::add(std::uint32_t worker) {
  CROUPIER_ASSERT(count < kMaxAttempts);
  tried[count++] = worker;
}

std::uint32_t attempt_limit(const AttemptRules& rules, std::size_t hand_size, bool has_spill) {
  const std::size_t members = hand_size + (has_spill ? 1 : 0);
  const std::size_t wanted = rules.max == 0 ? members : rules.max;
  return static_cast<std::uint32_t>(
      std::clamp<std::size_t>(std::min(wanted, members), 1, kMaxAttempts));
}

bool may_repeat(Repeat rule, std::string_view method) {
  switch (rule) {
    case Repeat::kAlways:
      return true;
    case Repeat::kNeverSent:
      return false;
    case Repeat::kIdempotent:
      return method == "GET" || method == "HEAD" || method == "OPTIONS" || method == "PUT" ||
             method == "DELETE";
  }
  return false;
}

}  // namespace croupier
