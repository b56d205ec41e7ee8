#include "files/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "croupier/quote.h"
#include "files/descriptor.h"

namespace croupier::files {
namespace {

tl::unexpected<Error> failed(const char* what, const std::string& path) {
  const int reason = errno;
  return error(reason == ENOENT ? Code::kNotFound : Code::kUnavailable,
               std::string("cannot ") + what + " " + quote_path(path) + ": " +
                   std::generic_category().message(reason));
}

tl::unexpected<Error> too_large(const std::string& path, std::uint64_t size_bytes,
                                std::uint64_t max_bytes) {
  return error(Code::kInvalidArgument, quote_path(path) + " holds " + std::to_string(size_bytes) +
                                           " bytes, more than " + std::to_string(max_bytes));
}

Result<void> write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return failed("write", path);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return {};
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

Result<std::shared_ptr<void>> lock_opened(const std::string& path, int flags) {
  auto file = std::make_shared<Descriptor>(::open(path.c_str(), flags | O_CLOEXEC, 0600));
  if (!*file) return failed("open", path);
  while (::flock(file->get(), LOCK_EX) != 0) {
    if (errno != EINTR) return failed("lock", path);
  }
  return file;
}

Result<void> sync_folder_of(const std::string& path) {
  const std::string folder = folder_of(path);
  const Descriptor dir(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!dir || ::fsync(dir.get()) != 0) return failed("sync", folder);
  return {};
}

}  // namespace

Result<OpenedFile> read_file_and_mode(const std::string& path, std::uint64_t max_bytes) {
  // Non-blocking, so that a pipe without a writer is seen for what it is and not waited for.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  if (!file || ::fstat(file.get(), &status) != 0) return failed("read", path);
  if (!S_ISREG(status.st_mode)) {
    return error(Code::kUnavailable, quote_path(path) + " is not a regular file");
  }
  const auto size_bytes = static_cast<std::uint64_t>(status.st_size);
  if (size_bytes > max_bytes) return too_large(path, size_bytes, max_bytes);
  // One byte more than expected, so that a file that grows meanwhile is noticed.
  std::string bytes(size_bytes + 1, '\0');
  std::size_t filled = 0;
  while (true) {
    const ssize_t got = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed("read", path);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
    if (filled > max_bytes) return too_large(path, filled, max_bytes);
    if (filled == bytes.size()) bytes.resize(2 * bytes.size());
  }
  bytes.resize(filled);
  return OpenedFile{std::move(bytes), status.st_mode & 07777U};
}

std::string quote_path(const std::string& path) {
  return quote(path, path.size());
}

Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes) {
  auto file = read_file_and_mode(path, max_bytes);
  if (!file) return tl::unexpected(std::move(file.error()));
  return std::move(file->bytes);
}

Result<std::shared_ptr<void>> lock_file(const std::string& path) {
  return lock_opened(path, O_RDWR | O_CREAT);
}

Result<std::shared_ptr<void>> lock_folder_of(const std::string& path) {
  return lock_opened(folder_of(path), O_RDONLY | O_DIRECTORY);
}

Result<void> replace_file(const std::string& link, std::string_view bytes) {
  std::error_code ignored;
  const auto target = std::filesystem::weakly_canonical(link, ignored);
  const std::string path = ignored ? link : target.string();
  struct stat old{};
  const mode_t mode = ::stat(path.c_str(), &old) == 0 ? old.st_mode & 07777 : 0644;
  std::string temporary = path + ".XXXXXX";
  Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file) return failed("create", temporary);
  auto done = write_all(file.get(), bytes, temporary);
  if (done && (::fchmod(file.get(), mode) != 0 || ::fsync(file.get()) != 0)) {
    done = failed("sync", temporary);
  }
  if (done && !file.reset()) done = failed("close", temporary);
  if (done && ::rename(temporary.c_str(), path.c_str()) != 0) done = failed("rename", path);
  if (!done) {
    ::unlink(temporary.c_str());
    return done;
  }
  return sync_folder_of(path);
}

std::string path_from(const std::string& folder, const std::string& path) {
  return (std::filesystem::path(folder) / path).string();
}

}  // namespace croupier::files
