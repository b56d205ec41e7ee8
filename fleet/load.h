// Reads a fleet file, strictly, and says everything that is wrong with it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"
#include "fleet/model.h"

namespace croupier::fleet {

enum class Severity { kError, kWarning };

struct Problem {
  Severity severity = Severity::kError;
  Place place;
  std::string message;
};

// "file:line:column: error: message"
std::string format(const Problem& problem);

inline constexpr std::size_t kMaxFleetFileBytes = 16u << 20;    // of the YAML file
inline constexpr std::size_t kMaxTenantFileBytes = 2ull << 30;  // of one tenants file
inline constexpr std::size_t kMaxTenants = 10'000'000;
inline constexpr std::size_t kMaxTenantFiles = 1'000;
inline constexpr int kMaxYamlDepth = 32;
inline constexpr std::size_t kMaxYamlNodes = 2'000'000;  // of one document; more: use tenant_files
inline constexpr std::size_t kMaxProblems = 1'000;       // told of one fleet; the rest is counted
inline constexpr std::size_t kMaxDecks = 256;
inline constexpr std::size_t kMaxRoutes = 1'000;

struct Loaded {
  Fleet fleet;                    // complete only when no problem is an error
  std::vector<Problem> problems;  // all of them, in file order, at most kMaxProblems
  bool ok() const;                // no error among the problems
};

// Parses and checks `text`, the content of a fleet file called `name` (for messages). Pure but for
// the tenant files that it names, read from `folder`. Bounded time and memory for any input.
Loaded parse(std::string_view text, const std::string& name, const std::string& folder);

// Reads the file and parses it. Errors as those of files::read_file, with kMaxFleetFileBytes; what
// is wrong inside is told by problems.
Result<Loaded> load(const std::string& path);

// Reads the keys a fleet names, in the order of fleet.keys. What files::read_key_file refuses
// becomes a problem at the key's place.
std::vector<Key> load_keys(const Fleet& fleet, const std::string& folder,
                           std::vector<Problem>& problems);

// The deck's key among those that load_keys gave; null where its policy takes none, or it was not
// loaded.
const Key* key_of(const Fleet& fleet, const std::vector<Key>& keys, const Deck& deck);

}  // namespace croupier::fleet
