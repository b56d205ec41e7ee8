// A folder for the run's files, gone with the run.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace croupier::demo {

class TempFolder {
 public:
  TempFolder() {
    std::error_code failure;
    std::string path = std::filesystem::temp_directory_path(failure) / "croupier-demo-XXXXXX";
    if (!failure && mkdtemp(path.data()) != nullptr) path_ = path;
  }
  ~TempFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }  // empty: it could not be made

 private:
  std::string path_;
};

}  // namespace croupier::demo
