#include "snapshot/key_file.h"

#include <sys/stat.h>

#include <cstdio>

#include "snapshot/files.h"

namespace croupier::snapshot {

Result<Key> read_key_file(const std::string& path) {
  auto bytes = read_file(path, kMaxKeyBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) return error(Code::kUnavailable, "cannot stat " + path);
  if ((info.st_mode & S_IRWXO) != 0) {
    char mode[8];
    std::snprintf(mode, sizeof mode, "%04o", info.st_mode & 07777U);
    return error(
        Code::kFailedPrecondition,
        path + " has mode " + mode + "; a key is for its owner and group only (0640 at most)");
  }
  if (bytes->empty()) return error(Code::kFailedPrecondition, path + " is empty");
  return Key(*bytes);
}

}  // namespace croupier::snapshot
