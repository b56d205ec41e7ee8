#include <fmt/format.h>

#include "fleet/checks.h"

namespace croupier::fleet {
namespace {

// Every host that `inner` stands for is one that `outer` stands for.
bool covers_host(const std::string& outer, const std::string& inner) {
  if (outer == "*" || outer == inner) return true;
  if (outer.substr(0, 2) != "*." || inner == "*") return false;
  const std::string_view suffix = std::string_view(outer).substr(1);
  const std::string_view host =
      inner.substr(0, 2) == "*." ? std::string_view(inner).substr(1) : std::string_view(inner);
  return host.size() > suffix.size() && host.substr(host.size() - suffix.size()) == suffix;
}

bool hides(const Route& earlier, const Route& later) {
  return covers_host(earlier.host, later.host) &&
         later.path_prefix.starts_with(earlier.path_prefix);
}

}  // namespace

void check_routes(const Fleet& fleet, Report& report) {
  for (std::size_t later = 0; later < fleet.routes.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      if (!hides(fleet.routes[earlier], fleet.routes[later])) continue;
      report.warning(fleet.routes[later].place,
                     fmt::format("this route is never reached: {}{} before it takes all of {}{}{}",
                                 fleet.routes[earlier].host, fleet.routes[earlier].path_prefix,
                                 fleet.routes[later].host, fleet.routes[later].path_prefix,
                                 at(fleet.routes[earlier].place)));
      break;
    }
  }
}

}  // namespace croupier::fleet
