// croupier suspects --hands FILE --sick WORKERS [--workers FILE] [--culprits D]
//                   [--missing Y] [--extra X] [--missing-rate P] [--background-rate P] [--json]
#include "cli/suspects.h"

#include <memory>
#include <new>
#include <string>
#include <utility>

#include "cli/command.h"
#include "cli/free_text.h"
#include "cli/number_option.h"
#include "croupier/quote.h"

namespace croupier::cli {
namespace {

struct Options {
  audit::InputFiles files;
  std::string sick;
  SuspectOptions suspects;
  WrongReports limits;
  bool json = false;
};

int find(const Options& options) try {
  const auto input = audit::read_input(options.files);
  if (!input) return report(input.error());
  const auto suspicion = audit::suspects(**input, options.sick, options.suspects);
  if (!suspicion) {
    const Error& refused = suspicion.error();
    return report({refused.code, "--sick " + quote(options.sick) + ": " + refused.message});
  }
  Output output;
  (options.json ? print_suspects_json : print_suspects_page)(**input, *suspicion, output);
  const auto written = output.finish();
  return written ? kFine : report(written.error());
} catch (const std::bad_alloc&) {
  return report({Code::kResourceExhausted, "not enough memory for so many tenants and workers"});
}

}  // namespace

void add_suspects(CLI::App& program, int& status) {
  CLI::App* command = program.add_subcommand(
      "suspects", "Rank the tenants that may be behind sick workers; say if it is certain");
  auto options = std::make_shared<Options>();
  SuspectOptions& suspects = options->suspects;
  command->add_option("--hands", options->files.hands, "lines of tenant,worker,worker,...")
      ->required();
  command->add_option("--workers", options->files.workers,
                      "lines of worker,zone: all workers there are (default: those in hands)");
  command->add_option("--sick", options->sick, "the sick workers")
      ->type_name("WORKER,...")
      ->required();
  add_number(command, "--culprits", suspects.culprits, "at most so many at once (default: 1)")
      ->check(CLI::Range(1U, kMaxCulprits));
  const auto* missing =
      add_number(command, "--missing", options->limits.missing,
                 "at most so many workers of culprits are not sick (default: the fewest needed; 0 "
                 "with --extra)");
  const auto* extra =
      add_number(command, "--extra", options->limits.extra,
                 "at most so many sick workers are in no culprit's hand (likewise)");
  command->add_option("--missing-rate", suspects.missing_rate,
                      "for ranking: how likely a culprit's worker is not sick (default: 0.1)");
  command->add_option("--background-rate", suspects.background_rate,
                      "for ranking: how likely any other worker is sick (default: 0.1)");
  command->add_flag("--json", options->json, "one JSON object");
  command->callback([options, missing, extra, &status] {
    for (std::string* text : {&options->files.hands, &options->files.workers, &options->sick}) {
      *text = unprotect(*text);
    }
    if (missing->count() + extra->count() > 0) options->suspects.limits = options->limits;
    status = find(*options);
  });
}

}  // namespace croupier::cli
