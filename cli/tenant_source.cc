#include "cli/tenant_source.h"

#include "croupier/ids.h"

namespace croupier::cli {

void TenantSource::refuse(Error error) {
  error.message.insert(0, from_arguments_ ? "tenant " + std::to_string(given_) + ": "
                                          : "line " + std::to_string(lines_.line()) + ": ");
  status_ = std::max(status_, report(error));
}

std::optional<std::string_view> TenantSource::next() {
  while (true) {
    std::optional<std::string_view> id;
    if (from_arguments_) {
      if (given_ < arguments_.size()) id = arguments_[given_++];
    } else {
      auto line = lines_.next();
      if (!line && line.error().code == Code::kUnavailable) {
        status_ = report(line.error());
        return std::nullopt;
      }
      if (!line) {
        refuse(std::move(line.error()));
        continue;
      }
      id = *line;
    }
    if (!id) return std::nullopt;
    auto valid = check_id(*id);
    if (valid) return id;
    refuse(std::move(valid.error()));
  }
}

}  // namespace croupier::cli
