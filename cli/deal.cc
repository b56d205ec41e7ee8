// croupier deal --policy NAME --workers N --hand K [TENANT...]
// croupier deal --policy bounded --workers N --hand K --max-overlap R --ordinals A-B
// croupier deal --policy search --workers N --hand K --max-overlap R --count C
// croupier deal --fleet FILE [--deck NAME] [TENANT...]
// croupier deal --fleet FILE [--deck NAME] --assign [--anew] [--release] [--import FILE]
#include "cli/deal.h"

#include "cli/command.h"
#include "cli/free_text.h"
#include "cli/number_option.h"
#include "files/key_file.h"

namespace croupier::cli {
namespace {

struct Mode {
  CLI::Option *fleet, *policy, *workers, *hand, *seed, *max_overlap, *ordinals, *count, *stripes,
      *stripe_size;
};

CLI::Option* add_policy(CLI::App* command, DealOptions& options) {
  const auto read = [&options](const std::string& name) {
    using Overlap = OverlapOptions::Policy;
    options.overlap.policy = name == "bounded"  ? Overlap::kBounded
                             : name == "search" ? Overlap::kSearch
                                                : Overlap::kNone;
    if (options.overlap.policy != Overlap::kNone) return;
    const auto found = find_policy(name);
    if (!found || !deals_numbers(*found)) {
      throw CLI::ValidationError(
          "--policy", "'" + name +
                          "' is none of hmac, rendezvous, java-demo, python-sample, bounded, "
                          "search" +
                          (found ? "; it deals out of fleet files alone (--fleet)" : ""));
    }
    options.recipe.policy = *found;
  };
  return command->add_option_function<std::string>(
      "--policy", read, "hmac, rendezvous, java-demo, python-sample, bounded or search");
}

// The options of dealing plain numbers; none goes together with --fleet.
Mode add_recipe(CLI::App* command, DealOptions& options, CLI::Option* fleet) {
  RecipeOptions& recipe = options.recipe;
  const Mode mode{
      .fleet = fleet,
      .policy = add_policy(command, options),
      .workers = add_number(command, "--workers", recipe.workers, "deal from 0 to this, less one"),
      .hand = add_number(command, "--hand", recipe.hand, "workers of each tenant"),
      .seed = add_number(command, "--seed", recipe.seed, "of java-demo (default: 0x5EEDC0DE)"),
      .max_overlap = add_number(command, "--max-overlap", options.overlap.max_overlap,
                                "bounded, search: workers that two hands may share"),
      .ordinals = command->add_option("--ordinals", options.overlap.ordinals,
                                      "bounded: which hands, A or A-B"),
      .count = add_number(command, "--count", options.overlap.count, "search: how many hands"),
      .stripes = add_number(command, "--stripes", options.overlap.stripes,
                            "bounded: hands have one worker of each of K of these stripes"),
      .stripe_size = add_number(command, "--stripe-size", options.overlap.stripe_size,
                                "bounded: workers of each stripe (default: all that fit)")};
  CLI::Option* text = command->add_option("--key-text", options.key_text,
                                          "key, for trials (others can see a command line)");
  CLI::Option* file =
      command->add_option("--key-file", options.key_file, "file whose bytes are the key");
  text->excludes(file);
  for (CLI::Option* option :
       {mode.policy, mode.workers, mode.hand, mode.seed, mode.max_overlap, mode.ordinals,
        mode.count, mode.stripes, mode.stripe_size, text, file}) {
    option->excludes(fleet);
  }
  return mode;
}

// What bounded and search decks of a fleet keep records of.
void add_assign(CLI::App* command, DealOptions& options, CLI::Option* fleet) {
  CLI::Option* assign =
      command
          ->add_flag("--assign", options.assign,
                     "bring the fleet's deal files up to date: records for new tenants, other "
                     "workers for those that left")
          ->needs(fleet);
  command->add_flag("--anew", options.anew, "with --assign: deal all tenants new hands")
      ->needs(assign);
  command
      ->add_flag("--release", options.release,
                 "with --assign: drop the records of tenants no longer listed")
      ->needs(assign);
  command
      ->add_option("--import", options.import_file,
                   "with --assign: hands of other deals, lines as --json prints them")
      ->needs(assign);
}

void unprotect_all(DealOptions& options) {
  for (std::string* text : {&options.fleet_file, &options.deck, &options.import_file}) {
    *text = unprotect(*text);
  }
  for (auto* text : {&options.key_text, &options.key_file}) {
    if (*text) *text = unprotect(**text);
  }
  for (std::string& tenant : options.tenants) tenant = unprotect(tenant);
}

// The policies that keep a largest overlap.
int deal_overlap(const DealOptions& options, const Mode& mode) {
  const bool bounded = options.overlap.policy == OverlapOptions::Policy::kBounded;
  for (const CLI::Option* option : {mode.max_overlap, bounded ? mode.ordinals : mode.count}) {
    if (option->count() == 0) throw CLI::RequiredError(option->get_name());
  }
  const auto others =
      bounded ? std::vector<CLI::Option*>{mode.count, mode.seed}
              : std::vector<CLI::Option*>{mode.ordinals, mode.stripes, mode.stripe_size, mode.seed};
  for (const CLI::Option* option : others) {
    if (option->count() == 0) continue;
    throw CLI::ValidationError(
        option->get_name(),
        std::string("policy ") + (bounded ? "bounded" : "search") + " does not have it");
  }
  if (!options.tenants.empty()) {
    throw CLI::ValidationError("TENANT", "this policy deals hands by number, not to ids");
  }
  return bounded ? deal_bounded(options) : deal_search(options);
}

int run(const DealOptions& options, const Mode& mode) {
  if (options.assign && !options.tenants.empty()) {
    throw CLI::ValidationError("TENANT", "--assign deals to the tenants of the fleet file");
  }
  if (mode.fleet->count() > 0) return options.assign ? deal_assign(options) : deal_fleet(options);
  if (mode.policy->count() == 0) throw CLI::RequiredError("--policy or --fleet");
  for (const CLI::Option* option : {mode.workers, mode.hand}) {
    if (option->count() == 0) throw CLI::RequiredError(option->get_name());
  }
  if (options.overlap.policy != OverlapOptions::Policy::kNone) return deal_overlap(options, mode);
  for (const CLI::Option* option :
       {mode.max_overlap, mode.ordinals, mode.count, mode.stripes, mode.stripe_size}) {
    if (option->count() == 0) continue;
    throw CLI::ValidationError(option->get_name(), "only policies bounded and search have it");
  }
  return deal_numbers(options);
}

}  // namespace

Result<std::optional<Key>> given_key(const DealOptions& options) {
  if (options.key_text) return Key(*options.key_text);
  if (!options.key_file) return std::nullopt;
  auto key = files::read_key_file(*options.key_file);
  if (!key) return tl::unexpected(std::move(key.error()));
  return std::move(*key);
}

void add_deal(CLI::App& program, int& status) {
  CLI::App* command = program.add_subcommand("deal", "Print the hands of tenants");
  auto options = std::make_shared<DealOptions>();
  CLI::Option* fleet =
      command->add_option("--fleet", options->fleet_file, "deal out of this fleet file");
  command->add_option("--deck", options->deck, "of the fleet (default: every deck)")->needs(fleet);
  const Mode mode = add_recipe(command, *options, fleet);
  add_assign(command, *options, fleet);
  command->add_flag("--json", options->json, "one JSON object a line");
  command
      ->add_option("tenants", options->tenants,
                   "tenants to deal to (default: the lines of standard input)")
      ->type_name("TENANT");
  command->callback([options, mode, &status] {
    unprotect_all(*options);
    options->has_seed = mode.seed->count() > 0;
    status = run(*options, mode);
  });
}

}  // namespace croupier::cli
