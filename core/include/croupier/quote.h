// Text of others inside messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace croupier {

// The text for a message, whatever its bytes are: in double quotes, control characters and bytes
// that are no UTF-8 escaped as \xNN, cut after `shown` bytes.
std::string quote(std::string_view text, std::size_t shown = 60);

}  // namespace croupier
