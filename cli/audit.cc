// croupier audit --hands FILE [--workers FILE] [--weights FILE] [--depends FILE]
//                [--fail NAMES]... [--poison TENANTS]... [--who-shares TENANT]...
//                [--tenants-of WORKER]... [--overlap TENANT,TENANT]...
//                [--per-tenant FILE] [--threads N] [--json]
#include "cli/audit.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "audit/count_overlaps.h"
#include "cli/command.h"
#include "cli/free_text.h"
#include "cli/number_option.h"
#include "croupier/quote.h"
#include "croupier/sharing.h"
#include "files/descriptor.h"
#include "files/files.h"

namespace croupier::cli {
namespace {

constexpr std::uint32_t kMaxThreads = 64;

struct Options {
  audit::InputFiles files;
  std::vector<std::string> failures, poison, who_shares, tenants_of, overlap;
  std::string per_tenant;
  std::uint32_t threads = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
  bool json = false;
};

// Puts the questions of one option, in the order asked; the first that cannot be answered is the
// error.
template <typename Answer>
Result<std::vector<Answer>> ask_all(const audit::Input& input, const char* option,
                                    Result<Answer> (*ask)(const audit::Input&, std::string_view),
                                    const std::vector<std::string>& asked) {
  std::vector<Answer> answers;
  for (const std::string& names : asked) {
    auto answer = ask(input, names);
    if (!answer) {
      return error(answer.error().code,
                   std::string(option) + " " + quote(names) + ": " + answer.error().message);
    }
    answers.push_back(std::move(*answer));
  }
  return answers;
}

std::vector<AuditQuestion> with_names(const std::vector<std::string>& asked,
                                      std::vector<audit::Answer> answers) {
  std::vector<AuditQuestion> questions;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    questions.push_back({asked[i], std::move(answers[i])});
  }
  return questions;
}

Result<void> answer_questions(const Options& options, Audit& audit) {
  const audit::Input& input = *audit.input;
  auto failures = ask_all(input, "--fail", audit::fail, options.failures);
  if (!failures) return tl::unexpected(std::move(failures.error()));
  audit.failures = with_names(options.failures, std::move(*failures));
  auto poison = ask_all(input, "--poison", audit::poison, options.poison);
  if (!poison) return tl::unexpected(std::move(poison.error()));
  audit.poison = with_names(options.poison, std::move(*poison));
  auto sharing = ask_all(input, "--who-shares", audit::who_shares, options.who_shares);
  if (!sharing) return tl::unexpected(std::move(sharing.error()));
  audit.sharing = std::move(*sharing);
  auto holders = ask_all(input, "--tenants-of", audit::tenants_of, options.tenants_of);
  if (!holders) return tl::unexpected(std::move(holders.error()));
  audit.holders = std::move(*holders);
  auto overlap = ask_all(input, "--overlap", audit::overlap, options.overlap);
  if (!overlap) return tl::unexpected(std::move(overlap.error()));
  audit.overlap = std::move(*overlap);
  return {};
}

// Questions come before the long work, so that a misspelt one is refused at once.
Result<Audit> run_audit(const Options& options) {
  auto input = audit::read_input(options.files);
  if (!input) return tl::unexpected(std::move(input.error()));
  Audit audit;
  audit.input = std::move(*input);
  const auto answered = answer_questions(options, audit);
  if (!answered) return tl::unexpected(answered.error());
  const Placement& placement = audit.input->placement;
  auto overlaps = audit::count_overlaps(placement, options.threads);
  if (!overlaps) return tl::unexpected(std::move(overlaps.error()));
  audit.overlaps = std::move(*overlaps);
  audit.worst = worst_attacker(placement, *audit.overlaps);
  audit.load = count_load(placement, audit.input->weights);
  audit.twins = twin_groups(placement);
  return audit;
}

Result<void> write_tenants(const Audit& audit, const std::string& path) {
  const files::Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file) {
    return error(Code::kUnavailable, "cannot write " + files::quote_path(path) + ": " +
                                         std::generic_category().message(errno));
  }
  Output output(file.get());
  print_audit_tenants(audit, output);
  return output.finish();
}

int audit_files(const Options& options) try {
  const auto audit = run_audit(options);
  if (!audit) return report(audit.error());
  if (!options.per_tenant.empty()) {
    const auto written = write_tenants(*audit, options.per_tenant);
    if (!written) return report(written.error());
  }
  Output output;
  (options.json ? print_audit_json : print_audit_page)(*audit, output);
  const auto written = output.finish();
  return written ? kFine : report(written.error());
} catch (const std::bad_alloc&) {
  return report({Code::kResourceExhausted, "not enough memory for so many tenants and workers"});
}

void unprotect_all(Options& options) {
  audit::InputFiles& files = options.files;
  for (std::string* text :
       {&files.hands, &files.workers, &files.weights, &files.depends, &options.per_tenant}) {
    *text = unprotect(*text);
  }
  for (auto* list : {&options.failures, &options.poison, &options.who_shares, &options.tenants_of,
                     &options.overlap}) {
    for (std::string& text : *list) text = unprotect(text);
  }
}

}  // namespace

void add_audit(CLI::App& program, int& status) {
  CLI::App* command = program.add_subcommand(
      "audit", "Say exactly what tenants share and what failures do, from plain lists of hands");
  auto options = std::make_shared<Options>();
  command->add_option("--hands", options->files.hands, "lines of tenant,worker,worker,...")
      ->required();
  command->add_option("--workers", options->files.workers,
                      "lines of worker,zone: all workers there are (default: those in hands)");
  command->add_option("--weights", options->files.weights,
                      "lines of tenant,weight (default: 1 each)");
  command->add_option("--depends", options->files.depends,
                      "lines of dependency,worker,worker,...: what fails together");
  const auto add_questions = [command](const char* name, std::vector<std::string>& asked,
                                       const char* type, const char* description) {
    command->add_option(name, asked, description)->type_name(type)->allow_extra_args(false);
  };
  add_questions("--fail", options->failures, "NAME,...",
                "what if these workers, zones or dependencies fail together? May be repeated");
  add_questions("--poison", options->poison, "TENANT,...",
                "what if these tenants fail every worker of theirs? May be repeated");
  add_questions("--who-shares", options->who_shares, "TENANT",
                "who shares how many workers with this tenant? May be repeated");
  add_questions("--tenants-of", options->tenants_of, "WORKER",
                "whose hands hold this worker? May be repeated");
  add_questions("--overlap", options->overlap, "TENANT,TENANT",
                "which workers do these two share? May be repeated");
  command->add_option("--per-tenant", options->per_tenant,
                      "write how many others share 0, 1, ... workers with each tenant");
  add_number(command, "--threads", options->threads, "for the count (default: 1 a processor)")
      ->check(CLI::Range(1U, kMaxThreads));
  command->add_flag("--json", options->json, "one JSON object");
  command->callback([options, &status] {
    unprotect_all(*options);
    status = audit_files(*options);
  });
}

}  // namespace croupier::cli
