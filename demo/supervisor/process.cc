#include "demo/supervisor/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" {  // glibc 2.36 forgets it
#include <sys/pidfd.h>
}

#include <cerrno>
#include <cstring>

#include "files/descriptor.h"

namespace croupier::demo {
namespace {

// Everything the child needs, made before the fork: after it nothing may allocate.
struct Image {
  explicit Image(const Command& command) {
    for (const auto& [name, value] : command.environment)
      added.push_back(std::string(name).append("=").append(value));
    for (char** at = environ; *at != nullptr; ++at) {
      bool replaced = false;
      for (const auto& [name, value] : command.environment) {
        const std::size_t length = name.size();
        replaced |= std::strncmp(*at, name.c_str(), length) == 0 && (*at)[length] == '=';
      }
      if (!replaced) environment.push_back(*at);
    }
    for (std::string& text : added) environment.push_back(text.data());
    environment.push_back(nullptr);
    for (const std::string& text : command.arguments) {
      arguments.push_back(const_cast<char*>(text.c_str()));
    }
    arguments.push_back(nullptr);
  }
  std::vector<std::string> added;
  std::vector<char*> environment, arguments;
};

// Runs in the child between fork and exec: system calls only. Returns the errno of what failed.
int become(const Image& image, const int streams[3], int null, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (int i = 0; i < 3; ++i) {
    if (dup2(streams[i] >= 0 ? streams[i] : null, i) < 0) return errno;
  }
  execve(image.arguments[0], image.arguments.data(), image.environment.data());
  return errno;
}

int to_status(const siginfo_t& info) {
  return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
}

}  // namespace

Result<Process> Process::spawn(const Command& command) {
  const Image image(command);
  const files::Descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
  int ends[2];
  if (!null || pipe2(ends, O_CLOEXEC) != 0) {
    return error(Code::kUnavailable, std::string("no file descriptors: ") + std::strerror(errno));
  }
  const files::Descriptor reads(ends[0]);
  files::Descriptor writes(ends[1]);
  const int streams[3] = {command.input, command.output, command.errors};
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    const int failure = become(image, streams, null.get(), parent);
    if (write(writes.get(), &failure, sizeof failure) < 0) _exit(126);
    _exit(127);
  }
  if (pid < 0) {
    return error(Code::kUnavailable, std::string("cannot fork: ") + std::strerror(errno));
  }
  writes.reset();
  Process process(pid, pidfd_open(pid, 0));
  int failure = 0;
  // The pipe closes on a successful exec.
  if (read(reads.get(), &failure, sizeof failure) == sizeof failure) {
    return error(Code::kUnavailable,
                 "cannot start " + command.arguments[0] + ": " + std::strerror(failure));
  }
  return process;
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      handle_(std::exchange(other.handle_, -1)),
      status_(std::exchange(other.status_, std::nullopt)) {}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(handle_, other.handle_);
  std::swap(status_, other.status_);
  return *this;
}

Process::~Process() {
  if (pid_ < 0) return;
  signal(SIGKILL);
  siginfo_t info{};
  if (!status_) waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED);
  if (handle_ >= 0) close(handle_);
}

void Process::signal(int number) const {
  if (pid_ > 0 && !status_) kill(-pid_, number);
}

std::optional<int> Process::wait(std::chrono::milliseconds most) {
  if (status_) return status_;
  pollfd ended{handle_, POLLIN, 0};
  if (poll(&ended, 1, static_cast<int>(most.count())) <= 0) return std::nullopt;
  // Left unreaped, the child keeps its process group's number from being used again.
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0) return std::nullopt;
  kill(-pid_, SIGKILL);  // what it may have started
  waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED);
  status_ = to_status(info);
  return status_;
}

}  // namespace croupier::demo
