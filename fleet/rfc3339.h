// Times as RFC 3339 writes them.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace croupier::fleet {

// "2026-11-30T14:57:26.293733854Z" or with an offset such as "+01:00", cut to whole seconds towards
// the past; nothing for any other text and for leap seconds. Years 0000 to 9999.
std::optional<std::chrono::sys_seconds> parse_rfc3339(std::string_view text);

}  // namespace croupier::fleet
