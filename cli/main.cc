#include "cli/command.h"

int main(int argc, char** argv) {
  using namespace croupier::cli;
  CLI::App program("Croupier deals every tenant its own small hand of workers", "croupier");
  program.set_version_flag("--version", CROUPIER_VERSION);
  program.require_subcommand(1);
  int status = kFine;
  for (const auto add :
       {add_deal, add_check, add_explain, add_snapshot, add_envoy_config, add_simulate}) {
    add(program, status);
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? kFine : kCannotRead;
  }
  return status;
}
