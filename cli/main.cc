#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/free_text.h"

int main(int argc, char** argv) {
  using namespace croupier::cli;
  CLI::App program("Croupier deals every tenant its own small hand of workers", "croupier");
  program.set_version_flag("--version", CROUPIER_VERSION);
  program.require_subcommand(1);
  int status = kFine;
  for (const auto add : {add_deal, add_check, add_explain, add_snapshot, add_envoy_config,
                         add_audit, add_suspects, add_simulate}) {
    add(program, status);
  }
  const std::vector<std::string> arguments = prepare_arguments(argc, argv);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  try {
    program.parse(static_cast<int>(pointers.size()), pointers.data());
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? kFine : kCannotRead;
  }
  return status;
}
