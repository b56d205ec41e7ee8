#include "demo/runner/croupier_tool.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "demo/supervisor/process.h"

namespace croupier::demo {
namespace {

using nlohmann::json;

inline constexpr std::chrono::seconds kMost{30};

tl::unexpected<Error> unreadable(std::string_view line) {
  return error(Code::kInternal, fmt::format("croupier deal printed \"{}\"", line));
}

}  // namespace

Result<std::string> CroupierTool::call(std::vector<std::string> arguments,
                                       const std::string& input) const {
  arguments.insert(arguments.begin(), program_);
  const std::string name = program_ + " " + arguments[1];
  auto output = run({.arguments = std::move(arguments)}, input, kMost);
  if (!output) return tl::unexpected(output.error());
  if (output->status != 0) {
    return error(Code::kInternal,
                 fmt::format("{} ended with {}: {}", name, output->status, output->errors));
  }
  return std::move(output->text);
}

Result<std::vector<WorkerSet>> CroupierTool::deal(const std::string& fleet_file,
                                                  const std::vector<std::string>& worker_ids,
                                                  const std::vector<std::string>& tenants) const {
  std::string input;
  for (const std::string& tenant : tenants) input += tenant + "\n";
  const auto lines = call({"deal", "--fleet", fleet_file, "--json"}, input);
  if (!lines) return tl::unexpected(lines.error());
  return parse_hands(*lines, worker_ids, tenants);
}

Result<void> CroupierTool::snapshot(const std::string& fleet_file,
                                    const std::string& folder) const {
  return call({"snapshot", fleet_file, "-o", folder}, "").map([](const std::string&) {});
}

Result<std::string> CroupierTool::envoy_config(const std::string& fleet_file,
                                               const std::string& snapshot_folder) const {
  return call({"envoy-config", fleet_file, "--snapshot", snapshot_folder}, "");
}

Result<std::vector<WorkerSet>> parse_hands(std::string_view lines,
                                           const std::vector<std::string>& worker_ids,
                                           const std::vector<std::string>& tenants) {
  std::unordered_map<std::string, std::uint32_t> numbers;
  for (const std::string& id : worker_ids) {
    numbers.emplace(id, static_cast<std::uint32_t>(numbers.size()));
  }
  std::vector<WorkerSet> hands;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    const json object = json::parse(line, nullptr, false);
    if (!object.is_object() || !object.contains("tenant") || !object.contains("hand") ||
        !object["hand"].is_array() || hands.size() == tenants.size() ||
        object["tenant"] != tenants[hands.size()]) {
      return unreadable(line);
    }
    WorkerSet& hand = hands.emplace_back();
    for (const json& id : object["hand"]) {
      const auto found = id.is_string() ? numbers.find(id.get<std::string>()) : numbers.end();
      if (found == numbers.end()) return unreadable(line);
      hand.push_back(found->second);
    }
  }
  if (hands.size() != tenants.size()) {
    return error(Code::kInternal,
                 fmt::format("croupier deal printed {} hands of {}", hands.size(), tenants.size()));
  }
  return hands;
}

}  // namespace croupier::demo
