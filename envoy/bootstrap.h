// The bootstrap extension: brings snapshots in, puts them into service, tells how things stand.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "croupier/result.h"
#include "envoy/abi.h"
#include "envoy/loader.h"
#include "envoy/metrics.h"

namespace croupier::envoy {

// {"snapshot": "folder", "keys": [{"id": ..., "file": ...}], "config_digest": "..."}
struct BootstrapConfig {
  Loader::Options loader;
  std::string config_digest;  // of the Envoy configuration that this is part of

  static Result<BootstrapConfig> parse(std::string_view bytes);
};

// How often metrics are carried into Envoy's stats and old endpoints are looked at.
inline constexpr std::chrono::milliseconds kTick{250};

// How often the folder is looked at without being told of a change: a key file that was mended, a
// repaired segment or a folder that was replaced tells nobody.
inline constexpr int kTicksPerLook = 20;

// One per process, on Envoy's main thread.
class Bootstrap {
 public:
  Bootstrap(BootstrapConfig config, AbiBootstrapConfig envoy);
  ~Bootstrap();
  Bootstrap(const Bootstrap&) = delete;
  Bootstrap& operator=(const Bootstrap&) = delete;

  void register_admin();
  void loaded();  // the loader has something
  void folder_changed() { loader_->request(); }
  void tick();
  // Answers GET `path`; gives the HTTP status. Asking for the status carries the metrics as well.
  std::uint32_t admin(std::string_view path, std::string& body);

 private:
  void define_metrics();
  void carry_metrics();
  void watch();
  void put_into_service(std::shared_ptr<const snapshot::Snapshot> snapshot, bool from_previous);
  std::string status() const;
  std::uint32_t hand(std::string_view query, std::string& body) const;

  const BootstrapConfig config_;
  const AbiBootstrapConfig envoy_;
  AbiBootstrapScheduler scheduler_ = nullptr;
  AbiBootstrapTimer timer_ = nullptr;
  bool watching_ = false;
  int ticks_ = 0;
  bool init_signalled_ = false;

  std::array<std::size_t, kCounters> counter_ids_{};
  std::array<std::uint64_t, kCounters> carried_{};
  std::size_t version_gauge_ = 0;
  std::size_t age_gauge_ = 0;
  std::size_t mismatch_gauge_ = 0;
  std::size_t from_previous_gauge_ = 0;

  std::chrono::steady_clock::time_point loaded_at_;
  bool from_previous_ = false;
  std::string last_refused_;  // why the latest bad snapshot was refused; empty: the latest was good
  std::unique_ptr<Loader> loader_;
};

}  // namespace croupier::envoy
