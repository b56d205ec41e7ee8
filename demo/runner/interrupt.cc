#include "demo/runner/interrupt.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>

namespace croupier::demo {

Interrupt::Interrupt() {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, nullptr);
  signals_ = files::Descriptor(signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK));
}

bool Interrupt::wait(std::chrono::milliseconds most) {
  if (arrived_) return true;
  pollfd polled{signals_.get(), POLLIN, 0};
  arrived_ = poll(&polled, 1, static_cast<int>(most.count())) > 0;
  return arrived_;
}

}  // namespace croupier::demo
