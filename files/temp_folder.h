// A folder of its own for files that nobody needs afterwards.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace croupier::files {

// Made in the system's place for such folders; removed with all it holds by the destructor.
class TempFolder {
 public:
  TempFolder() {
    std::error_code failure;
    std::string path = std::filesystem::temp_directory_path(failure) / "croupier-XXXXXX";
    if (!failure && ::mkdtemp(path.data()) != nullptr) path_ = path;
  }
  ~TempFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }  // empty: it could not be made

  // Writes a file into it, for its owner alone unless `mode` says otherwise; gives its path.
  std::string write(const std::string& name, std::string_view content, unsigned mode = 0600) const {
    const std::string file = path_ + "/" + name;
    std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
    std::filesystem::permissions(file, static_cast<std::filesystem::perms>(mode));
    return file;
  }

 private:
  std::string path_;
};

}  // namespace croupier::files
