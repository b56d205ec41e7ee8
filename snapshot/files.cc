#include "snapshot/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace croupier::snapshot {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  bool close_now() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

tl::unexpected<Error> failed(const char* what, const std::string& path) {
  const Code code = errno == ENOENT ? Code::kNotFound : Code::kUnavailable;
  return error(code, std::string(what) + " " + path + ": " + std::strerror(errno));
}

Result<void> write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return failed("cannot write", path);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return {};
}

Result<void> sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const Descriptor dir(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (dir.get() < 0 || ::fsync(dir.get()) != 0) return failed("cannot sync", folder);
  return {};
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::uint64_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return failed("cannot open", path);
  struct stat info{};
  if (::fstat(file.get(), &info) != 0) return failed("cannot stat", path);
  if (!S_ISREG(info.st_mode)) return error(Code::kUnavailable, path + " is not a file");
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size > most) {
    return error(Code::kDataLoss, path + ": " + std::to_string(size) +
                                      " bytes, above the limit of " + std::to_string(most));
  }
  // A file that is cut while it is read gives fewer bytes; what checks it then refuses it.
  std::string bytes(size, '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = ::read(file.get(), bytes.data() + have, bytes.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed("cannot read", path);
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

Result<std::shared_ptr<void>> lock_file(const std::string& path) {
  auto file =
      std::make_shared<Descriptor>(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file->get() < 0) return failed("cannot open", path);
  while (::flock(file->get(), LOCK_EX) != 0) {
    if (errno != EINTR) return failed("cannot lock", path);
  }
  return file;
}

Result<void> replace_file(const std::string& path, std::string_view bytes) {
  std::string temporary = path + ".XXXXXX";
  Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) return failed("cannot create", temporary);
  auto done = write_all(file.get(), bytes, temporary);
  if (done && (::fchmod(file.get(), 0644) != 0 || ::fsync(file.get()) != 0)) {
    done = failed("cannot sync", temporary);
  }
  if (done && !file.close_now()) done = failed("cannot close", temporary);
  if (done && ::rename(temporary.c_str(), path.c_str()) != 0) done = failed("cannot rename", path);
  if (!done) {
    ::unlink(temporary.c_str());
    return done;
  }
  return sync_folder_of(path);
}

}  // namespace croupier::snapshot
