#include "envoy/fake_host/fake_envoy.h"

#include <utility>

#include "croupier/assert.h"
#include "envoy/fake_host/calls.h"

namespace croupier::envoy::fake {
namespace {

FakeEnvoy* g_current = nullptr;

}  // namespace

void EventLoop::post(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  posted_.notify_one();
}

bool EventLoop::run() {
  for (bool any = false;; any = true) {
    std::function<void()> task;
    {
      const std::lock_guard lock(mutex_);
      if (tasks_.empty()) return any;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

void EventLoop::wait_and_run() {
  {
    std::unique_lock lock(mutex_);
    posted_.wait(lock, [this] { return !tasks_.empty(); });
  }
  run();
}

FakeEnvoy::FakeEnvoy(std::size_t workers, bool validation) : validation_(validation) {
  CROUPIER_ASSERT(std::exchange(g_current, this) == nullptr);
  for (std::size_t i = 0; i < workers; ++i) workers_.push_back(std::make_unique<EventLoop>());
  envoy_dynamic_module_on_program_init();
}

FakeEnvoy::~FakeEnvoy() {
  settle();
  g_current = nullptr;
}

FakeEnvoy& FakeEnvoy::current() {
  CROUPIER_ASSERT(g_current != nullptr);
  return *g_current;
}

void FakeEnvoy::settle() {
  for (bool any = true; any;) {
    any = main_.run();
    for (const auto& worker : workers_) any = worker->run() || any;
  }
}

void FakeEnvoy::expect_main_thread() const {
  if (std::this_thread::get_id() != main_thread_) std::abort();
}

void FakeEnvoy::log(std::string_view line) {
  const std::lock_guard lock(mutex_);
  log_.append(line).append("\n");
}

std::string FakeEnvoy::log_text() const {
  const std::lock_guard lock(mutex_);
  return log_;
}

}  // namespace croupier::envoy::fake

using croupier::envoy::fake::enter;
using croupier::envoy::fake::FakeEnvoy;

void envoy_dynamic_module_callback_log(AbiLogLevel, AbiBuffer message) {
  enter("log");
  FakeEnvoy::current().log(croupier::envoy::fake::text_of(message));
}

bool envoy_dynamic_module_callback_is_validation_mode() {
  enter("is_validation_mode");
  FakeEnvoy::current().expect_main_thread();
  return FakeEnvoy::current().validation();
}
