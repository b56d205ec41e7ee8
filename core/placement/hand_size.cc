#include "core/placement/hand_size.h"

#include <string>

namespace croupier::placement {

Result<void> check_hand_size(std::uint64_t size, std::uint64_t largest,
                             std::string_view largest_is) {
  if (size >= 1 && size <= largest) return {};
  std::string message = "hand size " + std::to_string(size);
  message += size == 0 ? " is below 1" : " is above ";
  if (size != 0) message.append(std::to_string(largest)).append(", ").append(largest_is);
  return error(Code::kInvalidArgument, std::move(message));
}

}  // namespace croupier::placement
