// Whole files in and out, safely.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "croupier/result.h"

namespace croupier::snapshot {

// The file's bytes in private memory. kNotFound, kUnavailable, or kDataLoss above `most` bytes.
Result<std::string> read_file(const std::string& path, std::uint64_t most);

// Writes a temporary file beside `path`, syncs it and renames it into place; syncs the folder.
// Readable by everybody whom the folder lets in. kUnavailable with the reason.
Result<void> replace_file(const std::string& path, std::string_view bytes);

// Waits for and takes the file's advisory lock, making the file; the lock goes with the result.
Result<std::shared_ptr<void>> lock_file(const std::string& path);

}  // namespace croupier::snapshot
