// filepath.Match of Go on Unix.
#pragma once

#include <string_view>

namespace croupier::copies {

// Whether the pattern matches the whole name. `*` stands for any bytes but `/`, `?` for one
// character but `/`, `[a-z]` and `[^a-z]` for one character, `\` takes the next byte literally.
// Where Go reports a malformed pattern, or would not find a match that a search of all
// possibilities finds, this is false as well. Cost: O(pattern * name) a star; no allocation.
bool go_match(std::string_view pattern, std::string_view name);

}  // namespace croupier::copies
