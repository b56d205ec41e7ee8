// Reading whole files with a stated limit.
#pragma once

#include <cstddef>
#include <string>

#include "croupier/result.h"

namespace croupier::fleet {

// The bytes of a regular file. kUnavailable: it cannot be read, with the system's reason;
// kInvalidArgument: it is no regular file or holds more than `max_bytes`, of which none are read.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

// `path` as seen from `folder`; an absolute path stays as it is.
std::string path_from(const std::string& folder, const std::string& path);

}  // namespace croupier::fleet
