#include "demo/supervisor/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

#include "files/descriptor.h"

namespace croupier::demo {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

Command shell(const std::string& script) {
  return {.arguments = {"/bin/sh", "-c", script}};
}

TEST(RunTest, GivesStatusOutputAndErrors) {
  const auto output = run(shell("cat; echo sorry >&2; exit 3"), "hello", 10s);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_EQ(output->status, 3);
  EXPECT_EQ(output->text, "hello");
  EXPECT_EQ(output->errors, "sorry\n");
}

TEST(RunTest, FeedsAndReadsMoreThanAPipeHolds) {
  const std::string much(3'000'000, 'x');
  const auto output = run(shell("cat"), much, 20s);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_EQ(output->text, much);
  // One that does not read its input must not hold us up.
  EXPECT_EQ(run(shell("exec true"), much, 20s)->status, 0);
}

TEST(RunTest, KillsWhatTakesTooLong) {
  const auto output = run(shell("sleep 60 & sleep 60"), "", 200ms);
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().code, Code::kUnavailable);
  EXPECT_THAT(output.error().message, HasSubstr("200 ms"));
}

TEST(RunTest, SaysWhyAProgramDoesNotStart) {
  const auto output = run({.arguments = {"/no/such/program"}}, "", 10s);
  ASSERT_FALSE(output);
  EXPECT_THAT(output.error().message, HasSubstr("/no/such/program: No such file"));
}

TEST(RunTest, EnvironmentIsAddedToOurs) {
  setenv("CROUPIER_TEST_KEPT", "kept", 1);
  setenv("CROUPIER_TEST_REPLACED", "old", 1);
  Command command = shell("echo $CROUPIER_TEST_KEPT $CROUPIER_TEST_REPLACED $CROUPIER_TEST_ADDED");
  command.environment = {{"CROUPIER_TEST_REPLACED", "new"}, {"CROUPIER_TEST_ADDED", "added"}};
  EXPECT_EQ(run(command, "", 10s)->text, "kept new added\n");
}

// True once the process is gone or a zombie of somebody else.
bool ended(pid_t pid) {
  return kill(pid, 0) != 0 && errno == ESRCH;
}

TEST(ProcessTest, StatusTellsExitFromSignal) {
  auto exits = Process::spawn(shell("exit 7"));
  ASSERT_TRUE(exits);
  EXPECT_EQ(exits->wait(10s), 7);
  EXPECT_EQ(exits->wait(0ms), 7);
  auto sleeps = Process::spawn(shell("exec sleep 60"));
  ASSERT_TRUE(sleeps);
  EXPECT_EQ(sleeps->wait(0ms), std::nullopt);
  sleeps->signal(SIGTERM);
  EXPECT_EQ(sleeps->wait(10s), 128 + SIGTERM);
}

TEST(ProcessTest, TakesItsGroupWithIt) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const files::Descriptor reads(ends[0]);
  files::Descriptor writes(ends[1]);
  Command command = shell("sleep 60 & wait");
  command.output = writes.get();
  {
    auto process = Process::spawn(command);
    ASSERT_TRUE(process);
    writes.reset();
  }
  // Both held the pipe's other end; its end means that neither is left.
  char byte;
  EXPECT_EQ(read(reads.get(), &byte, 1), 0);
}

TEST(ProcessTest, DiesWithTheThreadThatSpawnedIt) {
  std::optional<Process> process;
  std::thread([&] {
    auto spawned = Process::spawn(shell("exec sleep 60"));
    ASSERT_TRUE(spawned);
    process = std::move(*spawned);
  }).join();
  EXPECT_EQ(process->wait(10s), 128 + SIGKILL);
  EXPECT_TRUE(ended(process->pid()));
}

}  // namespace
}  // namespace croupier::demo
