#include "fleet/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "fleet/text_checks.h"

namespace croupier::fleet {
namespace {

// An open file, closed at the end of its scope.
class File {
 public:
  // Non-blocking, so that a pipe without a writer is seen for what it is and not waited for.
  explicit File(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

tl::unexpected<Error> system_error(const std::string& path, int reason) {
  return error(Code::kUnavailable, fmt::format("cannot read {}: {}", quote(path),
                                               std::generic_category().message(reason)));
}

tl::unexpected<Error> too_large(const std::string& path, std::size_t size_bytes,
                                std::size_t max_bytes) {
  return error(Code::kInvalidArgument,
               fmt::format("{} holds {} bytes, more than {}", quote(path), size_bytes, max_bytes));
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const File file(path);
  struct stat status{};
  if (file.descriptor() < 0 || ::fstat(file.descriptor(), &status) != 0) {
    return system_error(path, errno);
  }
  if (!S_ISREG(status.st_mode)) {
    return error(Code::kInvalidArgument, fmt::format("{} is not a regular file", quote(path)));
  }
  const auto size_bytes = static_cast<std::size_t>(status.st_size);
  if (size_bytes > max_bytes) return too_large(path, size_bytes, max_bytes);
  // One byte more than expected, so that a file that grows meanwhile is noticed.
  std::string bytes(size_bytes + 1, '\0');
  std::size_t filled = 0;
  while (true) {
    const ssize_t got = ::read(file.descriptor(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(path, errno);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
    if (filled > max_bytes) return too_large(path, filled, max_bytes);
    if (filled == bytes.size()) bytes.resize(2 * bytes.size());
  }
  bytes.resize(filled);
  return bytes;
}

std::string path_from(const std::string& folder, const std::string& path) {
  return (std::filesystem::path(folder) / path).string();
}

}  // namespace croupier::fleet
