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

const Key* key_of(const Fleet& fleet, const std::vector<Key>& keys, const Deck& deck) {
  for (std::size_t i = 0; i < fleet.keys.size() && i < keys.size(); ++i) {
    if (fleet.keys[i].id == deck.key_id) return &keys[i];
  }
  return nullptr;
}

}  // namespace croupier::fleet
