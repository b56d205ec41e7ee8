// Files of an audit, for tests.
#pragma once

#include <string>

#include "audit/input.h"
#include "files/temp_folder.h"

namespace croupier::audit {

// The contents of files; those that stay empty are not named.
struct TestFiles {
  std::string hands{}, workers{}, weights{}, depends{};
};

// Reads them out of a folder that is gone afterwards; messages name files without it.
inline Result<std::unique_ptr<Input>> read(const TestFiles& contents) {
  const files::TempFolder folder;
  const auto write = [&folder](const char* name, const std::string& content) {
    return content.empty() ? std::string() : folder.write(name, content);
  };
  auto input = read_input({.hands = write("hands.csv", contents.hands),
                           .workers = write("workers.csv", contents.workers),
                           .weights = write("weights.csv", contents.weights),
                           .depends = write("depends.csv", contents.depends)});
  if (input) return input;
  std::string message = input.error().message;
  const std::string prefix = folder.path() + "/";
  for (auto at = message.find(prefix); at != std::string::npos; at = message.find(prefix)) {
    message.erase(at, prefix.size());
  }
  return error(input.error().code, message);
}

}  // namespace croupier::audit
