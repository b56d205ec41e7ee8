// Child processes that cannot be left behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "croupier/result.h"

namespace croupier::demo {

struct Command {
  std::vector<std::string> arguments;  // the first is the program's path (no search in PATH)
  std::vector<std::pair<std::string, std::string>> environment{};  // added to ours
  // File descriptors that the child gets as its own; -1: /dev/null. The caller keeps them.
  int input = -1, output = -1, errors = -1;
};

// One child in a process group of its own, so that a terminal's Ctrl-C reaches us alone and a kill
// reaches what the child started as well. The child is killed when the THREAD that spawned it ends,
// even by kill -9: spawn from a thread that lives as long as the child should.
class Process {
 public:
  // kUnavailable: the program cannot be started; the message says why.
  static Result<Process> spawn(const Command& command);

  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();  // kills and reaps

  pid_t pid() const { return pid_; }
  int handle() const { return handle_; }  // readable (poll) once the child has ended

  void signal(int number) const;  // to the whole group; nothing once reaped

  // Waits for the end and reaps: the exit status, or 128 + the signal's number; nothing when the
  // time is up first.
  std::optional<int> wait(std::chrono::milliseconds most);

 private:
  Process(pid_t pid, int handle) : pid_(pid), handle_(handle) {}

  pid_t pid_ = -1;  // -1: moved from
  int handle_ = -1;
  std::optional<int> status_;
};

struct Output {
  int status = 0;  // as Process::wait
  std::string text;
  std::string errors;
};

// Runs a program to its end with `input` as its standard input and gives what it wrote (at most
// 256 MiB). kUnavailable: it did not start, or took longer than `most` and was killed.
Result<Output> run(Command command, const std::string& input, std::chrono::milliseconds most);

}  // namespace croupier::demo
