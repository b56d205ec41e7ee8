#include "demo/runner/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace croupier::demo {
namespace {

const std::vector<std::string> kListeners{"pool", "fixed", "croupier"};

}  // namespace

bool Options::has(const std::string& listener) const {
  return std::find(listeners.begin(), listeners.end(), listener) != listeners.end();
}

Options parse_options(int argc, char** argv) {
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  Options options;
  options.croupier = here / "croupier";
  options.worker = here / "croupier-demo-worker";
  options.module_folder = here.parent_path() / "lib";
  std::int64_t seconds = options.duration.count();

  CLI::App app{
      "Sends the same load, a poison tenant in it, through a plain pool, fixed shards and "
      "Croupier's hands, and compares what it does to the innocent."};
  app.add_option("--envoy", options.envoy, "path of a stock Envoy")->required();
  app.add_option("--module-dir", options.module_folder, "folder of libcroupier.so")
      ->capture_default_str();
  app.add_option("--croupier", options.croupier, "path of the croupier tool")
      ->capture_default_str();
  app.add_option("--worker", options.worker, "path of croupier-demo-worker")->capture_default_str();
  app.add_option("--seconds", seconds, "length of the measured load")
      ->check(CLI::Range(5, 3600))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "of the load and the dealing key")->capture_default_str();
  app.add_option("--rate", options.requests_per_second,
                 "requests a second of each tenant through each listener")
      ->check(CLI::Range(0.1, 100.0))
      ->capture_default_str();
  app.add_option("--listeners", options.listeners, "which to run")
      ->delimiter(',')
      ->check(CLI::IsMember(kListeners))
      ->capture_default_str();
  app.add_option("--router", options.router, "what decides behind the croupier listener")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Router>{{"croupier", Router::kCroupier},
                                        {"all-workers", Router::kAllWorkers},
                                        {"living", Router::kLiving}}));
  auto* turns = app.add_flag("--in-turns", options.in_turns, "one listener after the other");
  app.add_flag("--stay", options.stay, "after the table, go on until Ctrl-C")->excludes(turns);
  app.add_flag("--json", options.json, "print one JSON object instead of the table");
  app.add_flag("--check", options.check, "exit with 1 unless what was measured is as predicted");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& failure) {
    const int status = app.exit(failure);
    std::exit(status == 0 ? 0 : 2);
  }
  options.duration = std::chrono::seconds(seconds);
  return options;
}

}  // namespace croupier::demo
