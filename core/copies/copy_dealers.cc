#include "core/copies/copy_dealers.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "croupier/quote.h"

namespace croupier::copies {

Result<void> check_values(const std::vector<DeckWorker>& workers, std::size_t count,
                          std::string_view of_what) {
  for (const DeckWorker& worker : workers) {
    if (worker.values.size() == count) continue;
    return error(Code::kInvalidArgument,
                 "worker " + quote(worker.id) + " has " + std::to_string(worker.values.size()) +
                     " values, not " + std::to_string(count) + ", of " + std::string(of_what));
  }
  return {};
}

// ---- apf ----

FlowDealer::FlowDealer(std::uint32_t workers, std::string flow_schema)
    : workers_(workers), flow_schema_(std::move(flow_schema)) {
  while (auto next = ApfDealer::make(workers, largest_hand() + std::int64_t{1})) {
    by_size_.push_back(*next);
  }
}

Result<void> FlowDealer::deal(const Subject& subject, std::uint32_t size,
                              std::vector<std::uint32_t>& hand, DealScratch&) const {
  if (auto checked = check_size(size); !checked) return checked;
  hand.resize(size);
  by_size_[size - 1].deal_flow(flow_schema_, subject.id, hand);
  return {};
}

// ---- mimir-queriers ----

MadeDealer QuerierDealer::make(const std::vector<DeckWorker>& workers) {
  std::vector<std::string> ids;
  for (const DeckWorker& worker : workers) ids.push_back(worker.id);
  return MimirQueriers::make(std::move(ids)).map([&](MimirQueriers queriers) {
    std::vector<std::uint32_t> positions(workers.size());
    std::iota(positions.begin(), positions.end(), 0U);
    std::sort(positions.begin(), positions.end(), [&](std::uint32_t a, std::uint32_t b) {
      return workers[a].id < workers[b].id;  // the scheduler's order
    });
    return std::unique_ptr<const Dealer>(
        new QuerierDealer(std::move(queriers), std::move(positions)));
  });
}

Result<void> QuerierDealer::deal(const Subject& subject, std::uint32_t size,
                                 std::vector<std::uint32_t>& hand, DealScratch& scratch) const {
  if (auto checked = check_size(size); !checked) return checked;
  hand.clear();
  for (const std::uint32_t place : queriers_.hand(subject.id, size, scratch.queriers)) {
    hand.push_back(positions_[place]);
  }
  return {};
}

// ---- thanos ----

MadeDealer HashringDealer::make(const std::vector<DeckWorker>& workers,
                                const ThanosOptions& options) {
  if (options.zone_aware) {
    if (auto checked = check_values(workers, 1, "a zone"); !checked) {
      return tl::make_unexpected(std::move(checked.error()));
    }
  }
  ThanosRingSpec spec;
  for (const DeckWorker& worker : workers) {
    spec.endpoints.push_back({worker.id, options.zone_aware ? worker.values[0] : std::string()});
  }
  spec.replication_factor = options.replication_factor;
  return ThanosRing::make(spec).map([](ThanosRing ring) {
    return std::unique_ptr<const Dealer>(new HashringDealer(std::move(ring)));
  });
}

Result<void> HashringDealer::check_size(std::uint32_t size) const {
  if (size == 0) return error(Code::kInvalidArgument, "hand size 0 is below 1");
  auto checked = ring_.check_sizes(size);
  if (checked) return {};
  return error(Code::kInvalidArgument,
               checked.error().message + "; the largest hand is " + std::to_string(largest_hand()));
}

// Zones are what the ring deals by, or unknown to it, so that it refuses sizes but no tenants.
Result<void> HashringDealer::deal(const Subject& subject, std::uint32_t size,
                                  std::vector<std::uint32_t>& hand, DealScratch& scratch) const {
  if (auto checked = check_size(size); !checked) return checked;
  return ring_.select_sized(subject.id, size, hand, scratch.thanos);
}

}  // namespace croupier::copies
