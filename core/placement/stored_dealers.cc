#include "core/placement/stored_dealers.h"

namespace croupier::placement {

Result<void> BoundedDealer::deal(const Subject& subject, std::uint32_t size,
                                 std::vector<std::uint32_t>& hand, DealScratch&) const {
  if (auto checked = check_size(size); !checked) return checked;
  hand.resize(size);
  return deck_.deal(subject.ordinal, hand);
}

Result<void> SearchDealer::deal(const Subject&, std::uint32_t, std::vector<std::uint32_t>&,
                                DealScratch&) const {
  return error(Code::kNotFound, "policy 'search' has the hands of its records only");
}

Result<void> SearchDealer::check_size(std::uint32_t size) const {
  if (size == hand_) return {};
  return error(Code::kInvalidArgument, "hand size " + std::to_string(size) +
                                           " is not the deck's, " + std::to_string(hand_));
}

}  // namespace croupier::placement
