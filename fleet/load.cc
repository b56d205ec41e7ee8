#include "fleet/load.h"

#include <filesystem>

#include "files/files.h"
#include "files/key_file.h"

namespace croupier::fleet {
Result<Loaded> load(const std::string& path) {
  const auto text = files::read_file(path, kMaxFleetFileBytes);
  if (!text) return tl::unexpected(text.error());
  return parse(*text, path, std::filesystem::path(path).parent_path().string());
}

std::vector<Key> load_keys(const Fleet& fleet, const std::string& folder,
                           std::vector<Problem>& problems) {
  std::vector<Key> keys;
  for (const KeySource& source : fleet.keys) {
    auto key = files::read_key_file(files::path_from(folder, source.file));
    if (!key) problems.push_back({Severity::kError, source.place, key.error().message});
    keys.push_back(key ? *std::move(key) : Key(std::string_view()));
  }
  return keys;
}

}  // namespace croupier::fleet
