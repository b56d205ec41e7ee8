// Reads and verifies snapshots on a thread of its own, so that Envoy's main thread only swaps them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "croupier/result.h"
#include "snapshot/snapshot.h"

namespace croupier::envoy {

class Loader {
 public:
  struct Options {
    std::string folder;
    std::vector<std::pair<std::string, std::string>> key_files;  // key id, path
  };
  // What happened since the last take().
  struct Loaded {
    std::shared_ptr<const snapshot::Snapshot> snapshot;  // to put into service; null: none
    bool from_previous = false;  // the newest was bad, and this is the one before it
    std::uint32_t refused = 0;   // snapshots that were missing, damaged or did not fit
    std::string last_refused;    // why the latest was; empty: the latest was good
  };

  // `notify` is called on the loader's thread whenever take() has something new.
  Loader(Options options, std::function<void()> notify);
  ~Loader();  // waits for a reading in progress
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  // Asks for a look at the folder. Any thread; returns at once. Requests that come while one is
  // being served are served together.
  void request();

  // Frees the snapshot, if nobody else holds it, on the loader's thread. Any thread.
  void discard(std::shared_ptr<const snapshot::Snapshot> snapshot);

  // Nothing when nothing happened. A snapshot that was given before is not given again, nor is the
  // same error twice in a row.
  std::optional<Loaded> take();

 private:
  void run();
  void look();
  Result<std::shared_ptr<const snapshot::Snapshot>> read(const char* manifest_file);
  void serve(std::shared_ptr<const snapshot::Snapshot> snapshot, bool from_previous);
  void recover();
  void refuse(const std::string& reason);
  bool has_news();

  const Options options_;
  const std::function<void()> notify_;

  // Of the loader's thread.
  std::uint64_t version_ = 0;  // of the last good snapshot; 0: none yet
  std::string digest_;
  std::string last_error_;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool requested_ = false;
  bool stopping_ = false;
  std::optional<Loaded> result_;
  std::vector<std::shared_ptr<const snapshot::Snapshot>> discarded_;

  std::thread thread_;  // last: starts when all else is there
};

}  // namespace croupier::envoy
