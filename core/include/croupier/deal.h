// From a deck and a tenant to a hand.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/key.h"
#include "croupier/result.h"

namespace croupier {

inline constexpr std::uint32_t kMaxWorkers = 65'536;  // per deck
inline constexpr std::uint32_t kMaxWeight = 1'000'000;

// Policies that deal from workers and a tenant alone. Pinned hands are no policy: they are
// written down (see fleet/model.h) and never reach a Dealer.
enum class Policy { kHmac, kRendezvous, kJavaDemo, kPythonSample };

std::string_view policy_name(Policy policy);  // "hmac", "rendezvous", "java-demo", "python-sample"
std::optional<Policy> find_policy(std::string_view name);

// How a hand spreads over the values of one worker attribute (a zone, a version, a store).
enum class Spread {
  kNone,
  kPrefer,    // as even as the sizes allow; never refuses a hand that the deck can fill
  kBalanced,  // the counts of any two values differ by at most one, or the deal is refused
};

struct DeckWorker {
  std::string id;              // unique in the deck
  std::uint32_t weight = 1;    // 1 to kMaxWeight; only `rendezvous` heeds it
  std::string spread_value{};  // e.g. "zone-a"; ignored with Spread::kNone
};

struct DeckSpec {
  Policy policy = Policy::kRendezvous;
  Spread spread = Spread::kNone;    // only with `rendezvous`
  std::vector<DeckWorker> workers;  // 1 to kMaxWorkers; the order matters to all but `rendezvous`
};

// Working memory of one thread's deals, so that dealing does not allocate once it is warm.
struct DealScratch {
  struct Candidate {
    std::uint64_t hash;
    std::uint64_t cost;
    std::uint32_t worker;
  };
  std::vector<Candidate> candidates;
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint32_t> positions;
};

// One deck's policy, ready to deal. Immutable: one object serves all threads, each with a scratch
// of its own. The same spec and key give the same hands in every process, machine and release.
class Dealer {
 public:
  virtual ~Dealer() = default;

  // Fills `hand` (its length is the hand size k) with distinct positions into the deck's workers,
  // in dealt order; hand(k) is a prefix of hand(k+1) unless the policy's page in docs/ says
  // otherwise. `tenant` may be any bytes. kInvalidArgument when k is 0 or above largest_hand().
  virtual Result<void> deal(std::string_view tenant, std::span<std::uint32_t> hand,
                            DealScratch& scratch) const = 0;

  // The largest hand size that deal() grants.
  virtual std::uint32_t largest_hand() const = 0;
};

// Checks the spec and builds its dealer. Errors (kInvalidArgument): no or too many workers, a
// worker id that breaks check_id or stands twice, a weight out of range, spread asked of a policy
// that has none.
// Cost: O(workers).
Result<std::unique_ptr<const Dealer>> make_dealer(const DeckSpec& spec, const Key& key);

}  // namespace croupier
