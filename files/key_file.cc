#include "files/key_file.h"

#include <cstdio>

#include "files/files.h"

namespace croupier::files {

Result<Key> read_key_file(const std::string& path) {
  constexpr unsigned kOthers = 07;
  auto file = read_file_and_mode(path, kMaxKeyBytes);
  if (!file) return tl::unexpected(std::move(file.error()));
  if ((file->mode & kOthers) != 0) {
    char mode[12];
    std::snprintf(mode, sizeof mode, "%04o", file->mode);
    return error(Code::kFailedPrecondition,
                 "key file " + quote_path(path) + " has mode " + mode +
                     ": others than owner and group may use it; chmod o= it");
  }
  if (file->bytes.empty()) {
    return error(Code::kFailedPrecondition, "key file " + quote_path(path) + " is empty");
  }
  return Key(file->bytes);
}

}  // namespace croupier::files
