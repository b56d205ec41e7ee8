// Decks over the copies of what others deal, which know tenants by id and take no key.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/placement/recipe_dealers.h"
#include "croupier/apf.h"
#include "croupier/deal.h"

namespace croupier::copies {

using MadeDealer = Result<std::unique_ptr<const Dealer>>;

// `apf`: tenants are the flows of one flow schema, workers the queues.
class FlowDealer final : public Dealer {
 public:
  // 1 to kMaxWorkers workers. Keeps a table for each hand size, 15 at most.
  FlowDealer(std::uint32_t workers, std::string flow_schema);

  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;
  std::uint32_t largest_hand() const override {
    return static_cast<std::uint32_t>(by_size_.size());
  }
  Result<void> check_size(std::uint32_t size) const override { return check_apf(workers_, size); }

 private:
  std::uint32_t workers_;
  std::string flow_schema_;
  std::vector<ApfDealer> by_size_;  // of hand sizes 1, 2, ...
};

// `infima`: every worker is an endpoint of the cell that its values name.
class LatticeDealer final : public Dealer {
 public:
  // Errors (kInvalidArgument): those of InfimaSharder::make, a worker with more or fewer values
  // than there are dimensions, a combination of values that no worker has.
  static MadeDealer make(const std::vector<DeckWorker>& workers, const InfimaOptions& options);

  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;
  std::uint32_t largest_hand() const override { return cells() * smallest_.endpoints; }
  // Multiples of the number of cells in a hand, as far as the smallest cell goes.
  Result<void> check_size(std::uint32_t size) const override;

 private:
  LatticeDealer(InfimaSharder sharder, InfimaSharder::Cell smallest)
      : sharder_(std::move(sharder)), smallest_(std::move(smallest)) {}
  std::uint32_t cells() const { return static_cast<std::uint32_t>(sharder_.cells_per_hand()); }

  InfimaSharder sharder_;
  InfimaSharder::Cell smallest_;
};

// `mimir-ring`: the ring's shards, with a look-back if the options have one.
class RingDealer final : public Dealer {
 public:
  // Errors (kInvalidArgument): those of MimirRing::make, not one instance for each worker, no zone
  // where there should be one, a look-back out of its range, a ring of read-only instances.
  static MadeDealer make(const std::vector<DeckWorker>& workers, const MimirRingOptions& options);

  // The number of all workers stands for the shard of size 0: all that are not read-only.
  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;
  std::uint32_t largest_hand() const override { return largest_; }
  Result<void> check_size(std::uint32_t size) const override;

 private:
  RingDealer(MimirRing ring, Lookback lookback)
      : ring_(std::move(ring)), lookback_(lookback), largest_(ring_.largest_size()) {}

  MimirRing ring_;
  Lookback lookback_;
  std::uint32_t largest_;
};

// `mimir-queriers`: a hand of all workers is one without a limit.
class QuerierDealer final : public placement::NumberDealer {
 public:
  static MadeDealer make(const std::vector<DeckWorker>& workers);

  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;

 private:
  QuerierDealer(MimirQueriers queriers, std::vector<std::uint32_t> positions)
      : NumberDealer(static_cast<std::uint32_t>(positions.size())),
        queriers_(std::move(queriers)),
        positions_(std::move(positions)) {}

  MimirQueriers queriers_;
  std::vector<std::uint32_t> positions_;  // in the deck, by place in the scheduler's list
};

// `thanos`: the endpoints' addresses are the workers' ids.
class HashringDealer final : public Dealer {
 public:
  // Errors (kInvalidArgument): those of ThanosRing::make, no zone where there should be one.
  static MadeDealer make(const std::vector<DeckWorker>& workers, const ThanosOptions& options);

  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;
  std::uint32_t largest_hand() const override { return ring_.largest_shard(); }
  Result<void> check_size(std::uint32_t size) const override;

 private:
  explicit HashringDealer(ThanosRing ring) : ring_(std::move(ring)) {}

  ThanosRing ring_;
};

// kInvalidArgument unless each worker has `count` values, of what `of_what` names.
Result<void> check_values(const std::vector<DeckWorker>& workers, std::size_t count,
                          std::string_view of_what);

}  // namespace croupier::copies
