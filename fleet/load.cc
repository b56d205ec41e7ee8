#include "fleet/load.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>

#include "fleet/files.h"
#include "fleet/text_checks.h"

namespace croupier::fleet {
namespace {

// The key in a file, or why it is refused.
Result<Key> load_key(const std::string& path) {
  constexpr unsigned kOthers = 07;
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0 && (status.st_mode & kOthers) != 0) {
    return error(Code::kFailedPrecondition,
                 fmt::format("key file {} has mode {:04o}: others than owner and group may use it; "
                             "chmod o= it",
                             quote(path), status.st_mode & 07777));
  }
  auto bytes = read_file(path, kMaxKeyBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  if (bytes->empty()) {
    return error(Code::kInvalidArgument, fmt::format("key file {} is empty", quote(path)));
  }
  Key key(*bytes);
  return key;
}

}  // namespace

Result<Loaded> load(const std::string& path) {
  const auto text = read_file(path, kMaxFleetFileBytes);
  if (!text) return tl::unexpected(text.error());
  return parse(*text, path, std::filesystem::path(path).parent_path().string());
}

std::vector<Key> load_keys(const Fleet& fleet, const std::string& folder,
                           std::vector<Problem>& problems) {
  std::vector<Key> keys;
  for (const KeySource& source : fleet.keys) {
    auto key = load_key(path_from(folder, source.file));
    if (!key) problems.push_back({Severity::kError, source.place, key.error().message});
    keys.push_back(key ? *std::move(key) : Key(std::string_view()));
  }
  return keys;
}

}  // namespace croupier::fleet
