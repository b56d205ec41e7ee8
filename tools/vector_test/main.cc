// Runs every vector file of a folder against the library and prints what passed.
// Exit status: 0 all passed; 1 a check failed, or a file is unreadable or of unknown kind;
// 2 wrong use, or a folder that cannot be read or holds no vector file.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "tools/vector_test/kinds.h"

namespace croupier::vectors {
namespace {

namespace fs = std::filesystem;

const Kind* find_kind(const Json& file) {
  for (const Kind& kind : kinds()) {
    if (kind.recognises(file)) return &kind;
  }
  return nullptr;
}

// What goes wrong with the file as a whole counts as one failed check.
Tally run_file(const fs::path& path) {
  Tally tally;
  try {
    std::ifstream stream(path, std::ios::binary);
    const Json file = Json::parse(stream);
    if (const Kind* kind = find_kind(file)) {
      kind->run(file, tally);
      if (tally.passed() + tally.failed() == 0) tally.fail("the file holds no case");
    } else {
      tally.fail("unknown kind of vector file");
    }
  } catch (const std::exception& exception) {
    tally.fail(std::string("cannot be read: ") + exception.what());
  }
  return tally;
}

void print(const std::string& name, std::uint64_t passed, std::uint64_t failed) {
  std::cout << name << ": " << passed << " passed, " << failed << " failed\n";
}

int run_folder(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure); !failure && entry != fs::directory_iterator();
       entry.increment(failure)) {
    if (entry->path().extension() == ".json") paths.push_back(entry->path());
  }
  if (failure || paths.empty()) {
    std::cerr << folder.string() << ": "
              << (failure ? failure.message() : "no vector file (*.json)") << "\n";
    return 2;
  }
  std::sort(paths.begin(), paths.end());
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  for (const fs::path& path : paths) {
    const Tally tally = run_file(path);
    for (const std::string& message : tally.messages()) {
      std::cout << path.filename().string() << ": FAILED " << message << "\n";
    }
    print(path.filename().string(), tally.passed(), tally.failed());
    passed += tally.passed();
    failed += tally.failed();
  }
  print("all " + std::to_string(paths.size()) + " files", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace croupier::vectors

int main(int argc, char** argv) {
  if (argc != 3 || std::string_view(argv[1]) != "--vectors") {
    std::cerr << "usage: vector_test --vectors DIR\n";
    return 2;
  }
  return croupier::vectors::run_folder(argv[2]);
}
