// Whole files in and out, safely.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "croupier/result.h"

namespace croupier::files {

// The bytes of a regular file, in private memory. A file that grows or is cut meanwhile gives what
// was read of it. kNotFound or kUnavailable (no regular file, too) with the reason;
// kInvalidArgument: more than `max_bytes`, of which none are given. Messages name the path.
Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes);

// The same, with the permission bits of the very file that was read.
struct OpenedFile {
  std::string bytes;
  unsigned mode = 0;
};
Result<OpenedFile> read_file_and_mode(const std::string& path, std::uint64_t max_bytes);

// A path for a message, all of it; see croupier/quote.h.
std::string quote_path(const std::string& path);

// Writes a temporary file beside `path`, syncs it and renames it into place; syncs the folder.
// Keeps the permission bits of a file that was there; a new one is readable by everybody whom the
// folder lets in. Through a symbolic link it replaces what the link names. kUnavailable with the
// reason.
Result<void> replace_file(const std::string& path, std::string_view bytes);

// Waits for and takes the file's advisory lock, making the file; the lock goes with the result.
Result<std::shared_ptr<void>> lock_file(const std::string& path);

// The same for the folder that a file is in, or is to be in.
Result<std::shared_ptr<void>> lock_folder_of(const std::string& path);

// `path` as seen from `folder`; an absolute path stays as it is.
std::string path_from(const std::string& folder, const std::string& path);

}  // namespace croupier::files
