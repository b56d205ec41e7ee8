#include "croupier/token_ring.h"

#include <algorithm>

#include "croupier/assert.h"

namespace croupier::copies {

void TokenRing::reserve(std::size_t tokens) {
  tokens_.reserve(tokens);
  owners_.reserve(tokens);
}

void TokenRing::append(std::uint32_t token, std::uint32_t owner) {
  CROUPIER_ASSERT(tokens_.empty() || tokens_.back() < token);
  tokens_.push_back(token);
  owners_.push_back(owner);
}

std::size_t TokenRing::above(std::uint32_t key) const {
  const auto found = std::upper_bound(tokens_.begin(), tokens_.end(), key);
  return found == tokens_.end() ? 0 : static_cast<std::size_t>(found - tokens_.begin());
}

void RingScratch::start(std::size_t members) {
  hand_.clear();
  if (members > marks_.size()) {
    marks_.resize(members, 0);
    hand_.reserve(members);
  }
  ++mark_;
}

}  // namespace croupier::copies
