// SIGINT and SIGTERM as something to wait for.
#pragma once

#include <chrono>

#include "files/descriptor.h"

namespace croupier::demo {

// Make it first in main: threads that start later inherit its blocked signals, so that only wait()
// ever sees them.
class Interrupt {
 public:
  Interrupt();

  // Waits for the time given or until a signal arrives; true from the first signal on.
  bool wait(std::chrono::milliseconds most);
  bool arrived() const { return arrived_; }

 private:
  files::Descriptor signals_;
  bool arrived_ = false;
};

}  // namespace croupier::demo
