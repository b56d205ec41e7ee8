// Section `tenant_files`: one tenant a line, an id by itself or a JSON object.
#include <fmt/format.h>

#include <algorithm>

#include "croupier/ids.h"
#include "croupier/quote.h"
#include "files/files.h"
#include "fleet/parse_state.h"
#include "fleet/values.h"

namespace croupier::fleet {
namespace {

constexpr std::size_t kMaxLineBytes = 65'536;

void parse_plain_line(ParseState& state, std::string_view id, int line) {
  const Mark start{line, 1};
  if (id.front() == ' ' || id.back() == ' ') {
    state.report.error(start, fmt::format("id {} begins or ends with a space; if it is meant, "
                                          "write {{\"id\": ...}}",
                                          quote(id)));
    return;
  }
  if (const auto valid = check_id(id); !valid) {
    state.report.error(start, fmt::format("tenant id {}: {}", quote(id), valid.error().message));
    return;
  }
  Tenant& tenant = state.fleet.tenants.emplace_back();
  tenant.id = id;
  tenant.place = state.report.place(start);
}

void parse_line(ParseState& state, std::string_view text, int line) {
  const Mark start{line, 1};
  if (text.empty()) {
    state.report.error(start, "an empty line; every line is a tenant");
  } else if (text.size() > kMaxLineBytes) {
    state.report.error(start,
                       fmt::format("a line of {} bytes, more than {}", text.size(), kMaxLineBytes));
  } else if (text.front() != '{') {
    parse_plain_line(state, text, line);
  } else if (const auto node = parse_json_line(text, line)) {
    parse_tenant(state, *node);
  } else {
    state.report.error(start, node.error().message);
  }
}

void parse_tenant_lines(ParseState& state, std::string_view text) {
  std::vector<Tenant>& tenants = state.fleet.tenants;
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  tenants.reserve(std::min(tenants.size() + lines, kMaxTenants));
  for (int line = 1; !text.empty(); ++line) {
    if (tenants.size() >= kMaxTenants) {
      state.report.error(Mark{line, 1}, fmt::format("more than {} tenants", kMaxTenants));
      return;
    }
    const std::size_t end = std::min(text.find('\n'), text.size());
    parse_line(state, text.substr(0, end), line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

void parse_tenant_files(ParseState& state, const Node& node) {
  std::vector<std::string> seen;
  for (const Node& item : read_list(state.report, node, "tenant_files")) {
    const auto path = read_text(state.report, item, "a path of tenant_files");
    if (!path) continue;
    if (std::find(seen.begin(), seen.end(), *path) != seen.end()) {
      state.report.error(item, fmt::format("file {} stands twice", quote(*path)));
      continue;
    }
    if (seen.size() == kMaxTenantFiles) {
      state.report.error(item, fmt::format("more than {} tenant files", kMaxTenantFiles));
      return;
    }
    seen.push_back(*path);
    const auto text = files::read_file(files::path_from(state.folder, *path), kMaxTenantFileBytes);
    if (!text) {
      state.report.error(item, text.error().message);
      continue;
    }
    state.report.enter(*path);
    parse_tenant_lines(state, *text);
    state.report.enter(state.file);
  }
}

}  // namespace croupier::fleet
