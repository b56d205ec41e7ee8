// All tokens of a ring, each with its owner, before they become circles.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "croupier/result.h"

namespace croupier::copies {

struct OwnedToken {
  std::uint32_t token;
  std::uint32_t owner;
};

// Sorts by token. `name` says in messages who an owner is, e.g. "instance 'a'". kInvalidArgument if
// there are more than kMaxRingTokens, or one stands twice. Cost: O(tokens log tokens).
Result<void> sort_tokens(std::vector<OwnedToken>& tokens,
                         const std::function<std::string(std::uint32_t)>& name);

}  // namespace croupier::copies
