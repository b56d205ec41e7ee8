#include "cli/ready_fleet.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "cli/command.h"
#include "croupier/quote.h"

namespace croupier::cli {

bool ReadyFleet::ok() const {
  return std::none_of(problems.begin(), problems.end(), [](const fleet::Problem& problem) {
    return problem.severity == fleet::Severity::kError;
  });
}

Result<std::unique_ptr<ReadyFleet>> read_fleet(const std::string& path, Deals use) {
  auto loaded = fleet::load(path);
  if (!loaded) return tl::unexpected(loaded.error());
  auto ready = std::make_unique<ReadyFleet>();
  ready->folder = std::filesystem::absolute(path).parent_path().string();
  ready->loaded = std::move(*loaded);
  ready->problems = ready->loaded.problems;
  if (!ready->ok()) return ready;
  ready->keys = fleet::load_keys(ready->fleet(), ready->folder, ready->problems);
  if (!ready->ok() || use == Deals::kIgnored) return ready;
  auto deals = fleet::load_deals(ready->fleet(), ready->folder, ready->problems);
  ready->decks = fleet::deal_decks(ready->fleet(), ready->keys, std::move(deals), ready->problems);
  return ready;
}

Result<std::vector<const fleet::DealtDeck*>> find_decks(const ReadyFleet& ready,
                                                        const std::string& name) {
  std::vector<const fleet::DealtDeck*> decks;
  std::string names;
  for (const fleet::DealtDeck& deck : ready.decks) {
    if (name.empty() || deck.deck->name == name) decks.push_back(&deck);
    names += (names.empty() ? "" : ", ") + deck.deck->name;
  }
  if (!decks.empty()) return decks;
  return error(Code::kFailedPrecondition,
               "the fleet has no deck " + quote(name) + "; it has " + names);
}

void print_problems(const std::vector<fleet::Problem>& problems) {
  for (const fleet::Problem& problem : problems) {
    std::fprintf(stderr, "%s\n", fleet::format(problem).c_str());
  }
}

std::unique_ptr<ReadyFleet> read_good_fleet(const std::string& path, int& status) {
  auto ready = read_fleet(path);
  if (!ready) {
    status = report(ready.error());
    return nullptr;
  }
  print_problems((*ready)->problems);
  if ((*ready)->ok()) return std::move(*ready);
  status = kProblems;
  return nullptr;
}

}  // namespace croupier::cli
