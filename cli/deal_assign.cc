// croupier deal --fleet FILE --assign: deal files brought up to their fleet.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/deal.h"
#include "cli/ready_fleet.h"
#include "croupier/quote.h"
#include "files/files.h"
#include "files/json_fields.h"
#include "fleet/deals/assign.h"
#include "fleet/deals/deal_records.h"

namespace croupier::cli {
namespace {

constexpr std::size_t kMaxImportBytes = 2ull << 30;

// Lines as `croupier deal --fleet --json` prints them: {"tenant": ..., "hand": [...]}; those that
// name another deck are passed over.
Result<std::vector<fleet::DealRecord>> read_imports(const std::string& path,
                                                    const std::string& deck) {
  std::vector<fleet::DealRecord> records;
  auto text = files::read_file(path, kMaxImportBytes);
  if (!text) return tl::unexpected(text.error());
  std::string_view left = *text;
  for (std::size_t line = 1; !left.empty(); ++line) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    const auto json = files::parse_json(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
    files::Problem problem;
    if (!json) problem.note("no JSON");
    fleet::DealRecord record;
    bool ours = true;
    if (json) {
      files::Fields fields(*json, "the hand", problem);
      if (json->is_object() && json->contains("deck")) ours = fields.text("deck") == deck;
      record.id = fields.text("tenant");
      for (const files::Json& worker : fields.list("hand", kMaxWorkers)) {
        if (!worker.is_string()) fields.wrong("hand", "a list of worker ids");
        record.hand.push_back(worker.is_string() ? worker.get<std::string>() : std::string());
      }
      fields.done();
    }
    if (!problem.empty()) {
      return error(Code::kInvalidArgument,
                   fmt::format("{}, line {}: {}", files::quote_path(path), line, problem.what()));
    }
    if (ours) records.push_back(std::move(record));
  }
  return records;
}

std::string describe(const fleet::Deck& deck, const fleet::Assignment& done, bool json) {
  if (json) {
    return nlohmann::ordered_json{{"deck", deck.name},
                                  {"version", done.file.version},
                                  {"records", done.file.records.size()},
                                  {"added", done.added},
                                  {"released", done.released},
                                  {"replaced", done.replaced},
                                  {"redealt", done.redealt}}
               .dump() +
           "\n";
  }
  const char* of = deck.policy == Policy::kBounded ? "slots" : "members of hands";
  return fmt::format(
      "deck {}: deal file {} version {}, {} records: {} added, {} released, {} {} "
      "given to other workers, {} hands dealt anew\n",
      deck.name, deck.deal_file, done.file.version, done.file.records.size(), done.added,
      done.released, done.replaced, of, done.redealt);
}

// Whether --anew may put another file in the place of one that cannot be read: a damaged deal file,
// and nothing that a wrong path leads to.
bool may_replace(const std::string& path, const Error& why) {
  if (why.code != Code::kDataLoss) return false;
  const auto text = files::read_file(path, fleet::kMaxDealFileBytes);
  return text && fleet::begins_as_deal_file(*text);
}

// Brings one deck's file up to date and says what was done.
Result<std::string> assign_deck(const ReadyFleet& ready, const fleet::Deck& deck,
                                const DealOptions& options, const fleet::AssignOptions& assign) {
  const std::string path = files::path_from(ready.folder, deck.deal_file);
  const auto lock = files::lock_folder_of(path);  // two at once would lose what one of them dealt
  if (!lock) return tl::unexpected(lock.error());
  auto old = fleet::load_deal_file(path);
  if (!old && !(assign.anew && may_replace(path, old.error()))) return tl::unexpected(old.error());
  std::optional<fleet::ReadDeals> before;
  if (old) before = std::move(*old);
  const Key* key = fleet::key_of(ready.fleet(), ready.keys, deck);
  const auto done = fleet::assign_records(ready.fleet(), deck, *key, std::move(before), assign);
  if (!done) return tl::unexpected(done.error());
  if (done->changed) {
    if (auto written = files::replace_file(path, encode(done->file)); !written) {
      return tl::unexpected(written.error());
    }
  }
  return describe(deck, *done, options.json);
}

Result<std::vector<const fleet::Deck*>> stored_decks(const ReadyFleet& ready,
                                                     const DealOptions& options) {
  std::vector<const fleet::Deck*> decks;
  for (const fleet::Deck& deck : ready.fleet().decks) {
    if (!options.deck.empty() && deck.name != options.deck) continue;
    if (is_stored(deck.policy)) decks.push_back(&deck);
  }
  if (decks.empty()) {
    return error(Code::kFailedPrecondition,
                 options.deck.empty()
                     ? "no deck of the fleet has a deal file: none is of policy bounded or search"
                     : fmt::format("the fleet has no deck {} of policy bounded or search",
                                   quote(options.deck)));
  }
  if (decks.size() > 1 && !options.import_file.empty()) {
    return error(Code::kInvalidArgument, "--import needs --deck: several decks have deal files");
  }
  return decks;
}

}  // namespace

int deal_assign(const DealOptions& options) {
  auto read = read_fleet(options.fleet_file, Deals::kIgnored);
  if (!read) return report(read.error());
  const ReadyFleet& ready = **read;
  print_problems(ready.problems);
  if (!ready.ok()) return kProblems;
  const auto decks = stored_decks(ready, options);
  if (!decks) return report(decks.error());
  fleet::AssignOptions assign{.anew = options.anew, .release = options.release, .imports = {}};
  if (!options.import_file.empty()) {
    auto imports = read_imports(options.import_file, decks->front()->name);
    if (!imports) return report(imports.error());
    assign.imports = std::move(*imports);
  }
  std::string text;
  for (const fleet::Deck* deck : *decks) {
    const auto done = assign_deck(ready, *deck, options, assign);
    if (!done) {
      print(text);
      return report(done.error());
    }
    text += *done;
  }
  return print(text);
}

}  // namespace croupier::cli
