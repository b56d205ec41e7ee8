// The bootstrap door of the fake host: scheduler, timer, file watches, admin pages, metrics.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "envoy/abi.h"
#include "envoy/fake_host/fake_envoy.h"

namespace croupier::envoy::fake {

// One bootstrap extension; all on the main thread, but for the commit of its schedulers.
class FakeBootstrap {
 public:
  // Calls config_new and, unless that refuses, new.
  FakeBootstrap(FakeEnvoy& envoy, std::string_view config);
  ~FakeBootstrap();
  FakeBootstrap(const FakeBootstrap&) = delete;
  FakeBootstrap& operator=(const FakeBootstrap&) = delete;

  bool accepted() const { return config_self_ != nullptr; }
  bool init_complete() const { return init_complete_; }

  void server_initialized();
  // How often `done` was called for this one shutdown.
  int shutdown();
  // Fires the timer if it is armed; says whether it was.
  bool fire_timer();
  // Says that a file in a watched folder changed; false when nobody watches it.
  bool file_changed(const std::string& path);
  // Commits an event as a scheduler of the module would.
  void commit(std::uint64_t event);
  // Waits until the module's own threads have something for the main thread, and lets it run.
  void wait_for_event() { envoy_.main().wait_and_run(); }

  struct Page {
    std::uint32_t status = 0;
    std::string body;
  };
  Page get(std::string_view path);
  bool has_admin_page(const std::string& prefix) const { return pages_.contains(prefix); }

  // Value of a counter or gauge, of all its label values or of one; 0 when it was never set.
  std::uint64_t metric(const std::string& name, const std::string& label = "") const;
  bool has_metric(const std::string& name) const;

 private:
  friend struct BootstrapCallbacks;  // the callbacks themselves
  struct Metric {
    std::string name;
    std::map<std::string, std::uint64_t> values;  // by the value of the label, if there is one
  };
  struct Timer {
    FakeBootstrap& owner;
    bool armed = false;
  };

  FakeEnvoy& envoy_;
  bool defining_ = true;  // metrics can be defined inside config_new only
  bool initialized_ = false;
  bool init_complete_ = false;
  AbiBootstrapConfigSelf config_self_ = nullptr;
  AbiBootstrapSelf self_ = nullptr;
  // Tasks on the main loop hold it weakly: what is committed after the end is dropped.
  std::shared_ptr<FakeBootstrap*> alive_;
  std::vector<std::unique_ptr<Timer>> timers_;
  std::vector<std::string> watches_;
  std::set<std::string> pages_;
  std::string response_;
  std::vector<Metric> metrics_;
};

}  // namespace croupier::envoy::fake
