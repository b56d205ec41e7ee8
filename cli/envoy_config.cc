// croupier envoy-config FLEET [--snapshot DIR] [--fragments]
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/ready_fleet.h"
#include "publish/envoy_config.h"

namespace croupier::cli {
namespace {

struct Options {
  std::string fleet_file;
  std::string snapshot_folder = "snapshot";
  bool fragments = false;
};

int print_config(const Options& options) {
  int status = kFine;
  const auto ready = read_good_fleet(options.fleet_file, status);
  if (!ready) return status;
  const publish::EnvoyOptions envoy{.snapshot_folder = options.snapshot_folder,
                                    .fleet_folder = ready->folder};
  const nlohmann::json config = options.fragments ? publish::envoy_fragments(ready->fleet(), envoy)
                                                  : publish::envoy_bootstrap(ready->fleet(), envoy);
  return print(config.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace

void add_envoy_config(CLI::App& program, int& status) {
  CLI::App* command =
      program.add_subcommand("envoy-config", "Print the Envoy configuration that serves a fleet");
  auto options = std::make_shared<Options>();
  command->add_option("fleet", options->fleet_file, "fleet file")->required();
  command->add_option("--snapshot", options->snapshot_folder,
                      "snapshot folder that Envoy will read (default: ./snapshot)");
  command->add_flag("--fragments", options->fragments,
                    "only the parts, for an Envoy with a bootstrap of its own");
  command->callback([options, &status] { status = print_config(*options); });
}

}  // namespace croupier::cli
