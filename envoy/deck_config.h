// The configuration of both doors: which deck they serve.
#pragma once

#include <string>
#include <string_view>

#include "croupier/result.h"

namespace croupier::envoy {

// The name in {"deck": "name"}; kInvalidArgument for anything else.
Result<std::string> parse_deck_config(std::string_view bytes);

}  // namespace croupier::envoy
