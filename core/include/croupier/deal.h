// From a deck and a tenant to a hand.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/infima.h"
#include "croupier/key.h"
#include "croupier/mimir_queriers.h"
#include "croupier/mimir_ring.h"
#include "croupier/policy.h"
#include "croupier/result.h"
#include "croupier/thanos.h"

namespace croupier {

inline constexpr std::uint32_t kMaxWorkers = 65'536;  // per deck
inline constexpr std::uint32_t kMaxWeight = 1'000'000;
inline constexpr std::size_t kMaxDealtAttributes = 16;  // values of a worker

struct DeckWorker {
  std::string id;            // unique in the deck
  std::uint32_t weight = 1;  // 1 to kMaxWeight; only `rendezvous` heeds it
  // Of the attributes the deck deals by, as many for each worker: those it spreads over, the
  // dimensions of `infima`, the zone of `mimir-ring` and `thanos`.
  std::vector<std::string> values{};
};

struct DeckSpec {
  Policy policy = Policy::kRendezvous;
  Spread spread = Spread::kNone;    // only with `rendezvous`: over all of the workers' values
  std::vector<DeckWorker> workers;  // 1 to kMaxWorkers; the order matters to all but `rendezvous`
  PolicyOptions options{};          // of the policy, where it has any
};

// Whom a hand is dealt to.
struct Subject {
  std::string_view id;        // any bytes
  std::uint64_t ordinal = 0;  // of `bounded`, which asks for nothing else
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
  std::vector<std::uint32_t> ranks;   // of decks that spread over several attributes, as are
  std::vector<std::uint32_t> counts;  // these
  std::vector<std::uint32_t> taken;
  std::vector<std::uint32_t> cells;
  copies::RingScratch ring;
  copies::QuerierScratch queriers;
  copies::InfimaScratch infima;
  copies::InfimaHand infima_hand;
  copies::ThanosScratch thanos;
};

// One deck's policy, ready to deal. Immutable: one object serves all threads, each with a scratch
// of its own. The same spec and key give the same hands in every process, machine and release.
class Dealer {
 public:
  virtual ~Dealer() = default;

  // Replaces `hand` by distinct positions into the deck's workers, in dealt order: `size` of them,
  // unless the policy's page in docs/ says otherwise, as it does where hand(k) is no prefix of
  // hand(k+1). kInvalidArgument for a size that check_size() refuses.
  virtual Result<void> deal(const Subject& subject, std::uint32_t size,
                            std::vector<std::uint32_t>& hand, DealScratch& scratch) const = 0;

  // The largest hand size that deal() grants; `mimir-ring` grants one more, the number of all
  // workers, which there means everybody.
  virtual std::uint32_t largest_hand() const = 0;

  // How many ordinals there are for subjects to have, from 0; 0: the policy deals by id.
  virtual std::uint64_t ordinals() const { return 0; }

  // kInvalidArgument, with the limit, for sizes that deal() refuses whoever the subject is.
  virtual Result<void> check_size(std::uint32_t size) const = 0;
};

// Checks the spec and builds its dealer. Errors (kInvalidArgument): no or too many workers, a
// worker id that breaks check_id or stands twice, a weight out of range, spread asked of a policy
// that has none, or of workers that have not as many values, 1 to kMaxDealtAttributes, each;
// options or values of workers that the policy cannot deal by.
// Cost: O(workers).
Result<std::unique_ptr<const Dealer>> make_dealer(const DeckSpec& spec, const Key& key);

}  // namespace croupier
