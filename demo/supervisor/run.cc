#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "demo/supervisor/process.h"
#include "files/descriptor.h"

namespace croupier::demo {
namespace {

using Clock = std::chrono::steady_clock;

inline constexpr std::size_t kMaxOutputBytes = 256u << 20;

struct Channel {
  files::Descriptor reads, writes;
  bool open() {
    int ends[2];
    // Sockets, not pipes: one can write to a child that has ended without SIGPIPE.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    reads = files::Descriptor(ends[0]);
    writes = files::Descriptor(ends[1]);
    return true;
  }
};

// One step each; closes its end when there is no more.
void feed(files::Descriptor& end, const std::string& input, std::size_t& sent) {
  const ssize_t bytes =
      send(end.get(), input.data() + sent, input.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (bytes > 0) sent += static_cast<std::size_t>(bytes);
  if (sent == input.size() || (bytes < 0 && errno != EAGAIN && errno != EINTR)) end.reset();
}

void drain(files::Descriptor& end, std::string& text) {
  char buffer[65536];
  const ssize_t bytes = read(end.get(), buffer, sizeof buffer);
  if (bytes > 0 && text.size() < kMaxOutputBytes) text.append(buffer, static_cast<size_t>(bytes));
  if (bytes == 0 || (bytes < 0 && errno != EAGAIN && errno != EINTR)) end.reset();
}

}  // namespace

Result<Output> run(Command command, const std::string& input, std::chrono::milliseconds most) {
  Channel in, out, err;
  if (!in.open() || !out.open() || !err.open()) {
    return error(Code::kUnavailable, "no file descriptors left for " + command.arguments[0]);
  }
  command.input = in.reads.get();
  command.output = out.writes.get();
  command.errors = err.writes.get();
  auto process = Process::spawn(command);
  if (!process) return tl::unexpected(process.error());
  in.reads.reset();
  out.writes.reset();
  err.writes.reset();
  if (input.empty()) in.writes.reset();

  Output output;
  std::size_t sent = 0;
  const Clock::time_point end = Clock::now() + most;
  const auto left = [&] {
    return std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
  };
  while ((out.reads || err.reads) && left() > 0) {
    pollfd ready[3] = {{in.writes.get(), POLLOUT, 0},
                       {out.reads.get(), POLLIN, 0},
                       {err.reads.get(), POLLIN, 0}};  // poll skips closed ones: -1
    if (poll(ready, 3, static_cast<int>(left())) <= 0) continue;
    if (ready[0].revents != 0) feed(in.writes, input, sent);
    if (ready[1].revents != 0) drain(out.reads, output.text);
    if (ready[2].revents != 0) drain(err.reads, output.errors);
  }
  const auto status = process->wait(std::chrono::milliseconds(std::max<long>(left(), 0)));
  if (!status) {
    return error(Code::kUnavailable, command.arguments[0] + " did not end within " +
                                         std::to_string(most.count()) + " ms");
  }
  output.status = *status;
  return output;
}

}  // namespace croupier::demo
