#include "publish/envoy_check.h"

#include <algorithm>
#include <charconv>

#include "files/files.h"
#include "publish/envoy_findings.h"

namespace croupier::publish {
namespace {

using Names = std::set<std::string, std::less<>>;

void check_bootstrap(const Node& root, bool used, fleet::Report& report) {
  const auto& extensions = items(find(&root, {"bootstrap_extensions"}));
  const bool ours = std::any_of(extensions.begin(), extensions.end(), [](const Node& extension) {
    return is_croupier(find(&extension, {"typed_config"}));
  });
  if (!used) {
    report.warning(report.place(root.mark),
                   "nothing in it is served by croupier: no cluster and no filter of the dynamic "
                   "module \"croupier\"");
  } else if (!ours) {
    report.warning(report.place(root.mark),
                   "no bootstrap extension of the dynamic module \"croupier\": no snapshot would "
                   "be loaded, and every request refused");
  }
}

// The place of a "line:column: reason", which is cut off the message.
Mark take_mark(std::string& message) {
  Mark mark;
  const char* end = message.data() + message.size();
  const auto line = std::from_chars(message.data(), end, mark.line);
  const auto column = std::from_chars(line.ptr + 1, end, mark.column);
  message.erase(0, static_cast<std::size_t>(column.ptr - message.data()) + 2);
  return mark;
}

}  // namespace

std::vector<fleet::Problem> check_envoy(std::string_view text, const std::string& name,
                                        const fleet::Fleet& fleet) {
  fleet::Report report(name);
  auto root = parse_envoy(std::string(text));
  if (!root) {
    const Mark mark = take_mark(root.error().message);
    report.error(mark, "not valid YAML or JSON: " + root.error().message);
    return report.finish(name);
  }
  const std::vector<OurCluster> clusters = find_clusters(*root);
  const std::vector<const Node*> managers = find_managers(*root);
  Names names, high_priority;
  for (const OurCluster& cluster : clusters) names.insert(cluster.name);
  for (const Node* manager : managers) check_manager(*manager, names, high_priority, report);
  for (const OurCluster& cluster : clusters) {
    check_cluster(cluster, fleet, high_priority.contains(cluster.name), report);
  }
  check_client_certificates(*root, report);
  const bool filtered = std::any_of(managers.begin(), managers.end(), [](const Node* manager) {
    return find_filter(*manager) != nullptr;
  });
  check_bootstrap(*root, filtered || !clusters.empty(), report);
  return report.finish(name);
}

Result<std::vector<fleet::Problem>> check_envoy_file(const std::string& path,
                                                     const fleet::Fleet& fleet) {
  const auto text = files::read_file(path, kMaxEnvoyFileBytes);
  if (!text) return tl::unexpected(text.error());
  return check_envoy(*text, path, fleet);
}

}  // namespace croupier::publish
