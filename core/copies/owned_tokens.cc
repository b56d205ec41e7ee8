#include "core/copies/owned_tokens.h"

#include <algorithm>

#include "croupier/token_ring.h"

namespace croupier::copies {

Result<void> sort_tokens(std::vector<OwnedToken>& tokens,
                         const std::function<std::string(std::uint32_t)>& name) {
  if (tokens.size() > kMaxRingTokens) {
    return error(Code::kInvalidArgument, "the ring has " + std::to_string(tokens.size()) +
                                             " tokens, above the limit of " +
                                             std::to_string(kMaxRingTokens));
  }
  std::sort(tokens.begin(), tokens.end(), [](const OwnedToken& a, const OwnedToken& b) {
    return a.token != b.token ? a.token < b.token : a.owner < b.owner;
  });
  const auto twice = std::adjacent_find(
      tokens.begin(), tokens.end(),
      [](const OwnedToken& a, const OwnedToken& b) { return a.token == b.token; });
  if (twice == tokens.end()) return {};
  const std::uint32_t other = (twice + 1)->owner;
  std::string message = "token " + std::to_string(twice->token) + " of " + name(twice->owner);
  message += other == twice->owner ? " stands twice" : " is also one of " + name(other);
  return error(Code::kInvalidArgument, std::move(message));
}

}  // namespace croupier::copies
