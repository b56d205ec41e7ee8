// The tenants of a command: its arguments, or else the lines of standard input.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/line_reader.h"

namespace croupier::cli {

class TenantSource {
 public:
  explicit TenantSource(std::vector<std::string> arguments, int descriptor = 0)
      : arguments_(std::move(arguments)),
        from_arguments_(!arguments_.empty()),
        lines_(descriptor) {}

  // The next id that passes check_id, valid until the next call; nothing at the end. Ids that do
  // not pass are reported on stderr with their place, and the exit status remembers them.
  std::optional<std::string_view> next();

  // Reports what is wrong with the tenant that next() gave, with its place.
  void refuse(Error error);

  int status() const { return status_; }  // kFine, unless something was reported

 private:
  std::vector<std::string> arguments_;
  bool from_arguments_;
  std::size_t given_ = 0;  // arguments
  LineReader lines_;
  int status_ = kFine;
};

}  // namespace croupier::cli
