// croupier simulate --preset java-demo [--seed N] [--tenants N] [--workers N] [--hand N]
//                   [--attacker ID] [--innocents]
#include "cli/command.h"
#include "cli/number_option.h"
#include "sim/java_demo.h"

namespace croupier::cli {
namespace {

struct Options {
  std::string preset;
  sim::JavaDemoOptions java_demo;
  bool innocents = false;
};

int simulate(const Options& options) {
  const auto figures = sim::run_java_demo(options.java_demo);
  if (!figures) return report(figures.error());
  std::string text = sim::java_demo_report(options.java_demo, *figures);
  if (options.innocents) text += sim::java_demo_innocents_report(*figures);
  return print(text);
}

}  // namespace

void add_simulate(CLI::App& program, int& status) {
  CLI::App* command = program.add_subcommand(
      "simulate", "Run a published experiment: one attacker, many innocents");
  auto options = std::make_shared<Options>();
  sim::JavaDemoOptions& demo = options->java_demo;
  command->add_option("--preset", options->preset, "the experiment: java-demo")
      ->required()
      ->check(CLI::IsMember({"java-demo"}));
  add_number(command, "--seed", demo.seed, "of the application (default: 0x5EEDC0DE)");
  add_number(command, "--tenants", demo.tenants, "tenant-0, tenant-1, ... (default: 100000)");
  add_number(command, "--workers", demo.workers, "to deal from (default: 20)");
  add_number(command, "--hand", demo.hand, "workers of each tenant (default: 4)");
  command->add_option("--attacker", demo.attacker,
                      "the tenant that takes its hand down (default: tenant-31415)");
  command->add_flag("--innocents", options->innocents,
                    "then the figures without the attacker, which the published totals count");
  command->callback([options, &status] { status = simulate(*options); });
}

}  // namespace croupier::cli
