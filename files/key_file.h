// Dealing keys on disk.
#pragma once

#include <string>

#include "croupier/key.h"
#include "croupier/result.h"

namespace croupier::files {

inline constexpr std::size_t kMaxKeyBytes = 4096;

// The key is the file's content, every byte of it. kFailedPrecondition when others than its owner
// and group may read or write it, or it is empty; else as read_file, up to kMaxKeyBytes. Messages
// name the path and the mode, never the content.
Result<Key> read_key_file(const std::string& path);

}  // namespace croupier::files
