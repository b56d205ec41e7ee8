#include "envoy/loader.h"

#include "files/key_file.h"
#include "snapshot/folder.h"

namespace croupier::envoy {

Loader::Loader(Options options, std::function<void()> notify)
    : options_(std::move(options)), notify_(std::move(notify)), thread_([this] { run(); }) {}

Loader::~Loader() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Loader::request() {
  {
    const std::lock_guard lock(mutex_);
    requested_ = true;
  }
  wake_.notify_one();
}

void Loader::discard(std::shared_ptr<const snapshot::Snapshot> snapshot) {
  {
    const std::lock_guard lock(mutex_);
    discarded_.push_back(std::move(snapshot));
  }
  wake_.notify_one();
}

std::optional<Loader::Loaded> Loader::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(result_, std::nullopt);
}

void Loader::run() {
  for (;;) {
    std::vector<std::shared_ptr<const snapshot::Snapshot>> discarded;
    bool requested = false;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return requested_ || stopping_ || !discarded_.empty(); });
      if (stopping_) return;
      requested = std::exchange(requested_, false);
      discarded.swap(discarded_);
    }
    discarded.clear();
    if (!requested) continue;
    try {
      try {
        look();
      } catch (const std::exception& exception) {  // out of memory: the last good one serves on
        refuse(exception.what());
      }
      if (has_news()) notify_();
    } catch (...) {
      // Not even room to say so. The next look comes within seconds.
    }
  }
}

Result<std::shared_ptr<const snapshot::Snapshot>> Loader::read(const char* manifest_file) {
  snapshot::KeyRing keys;
  for (const auto& [id, path] : options_.key_files) {
    auto key = files::read_key_file(path);
    if (!key) return tl::unexpected(key.error());
    keys.emplace(id, std::move(*key));
  }
  auto loaded = snapshot::read_snapshot(options_.folder, keys, manifest_file);
  if (!loaded || version_ == 0) return loaded;
  const std::uint64_t version = (*loaded)->version();
  if (version < version_ || (version == version_ && (*loaded)->digest() != digest_)) {
    return error(Code::kFailedPrecondition,
                 "version " + std::to_string(version) + " cannot follow version " +
                     std::to_string(version_) + ": a change needs a higher version");
  }
  return loaded;
}

void Loader::look() {
  // The digest names the content, so a manifest that was read before needs no second reading.
  const auto named = snapshot::read_manifest(options_.folder);
  if (named && version_ != 0 && named->digest == digest_) return recover();
  auto newest = read(snapshot::kManifestFile);
  if (newest) return serve(std::move(*newest), /*from_previous=*/false);
  refuse(newest.error().message);
  if (version_ != 0) return;
  auto previous = read(snapshot::kPreviousFile);
  if (previous) serve(std::move(*previous), /*from_previous=*/true);
}

void Loader::serve(std::shared_ptr<const snapshot::Snapshot> snapshot, bool from_previous) {
  version_ = snapshot->version();
  digest_ = snapshot->digest();
  {
    const std::lock_guard lock(mutex_);
    if (!result_) result_ = Loaded{};
    result_->snapshot = std::move(snapshot);
    result_->from_previous = from_previous;
    if (!from_previous) result_->last_refused.clear();
  }
  if (!from_previous) last_error_.clear();
}

// The newest is the one in service again, after one that was refused.
void Loader::recover() {
  if (last_error_.empty()) return;
  last_error_.clear();
  const std::lock_guard lock(mutex_);
  if (!result_) result_ = Loaded{};
  result_->last_refused.clear();
}

void Loader::refuse(const std::string& reason) {
  if (std::exchange(last_error_, reason) == reason) return;
  const std::lock_guard lock(mutex_);
  if (!result_) result_ = Loaded{};
  ++result_->refused;
  result_->last_refused = reason;
}

bool Loader::has_news() {
  const std::lock_guard lock(mutex_);
  return result_.has_value();
}

}  // namespace croupier::envoy
